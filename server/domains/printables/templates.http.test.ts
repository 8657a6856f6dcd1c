import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { demo } from '#server/app/demo/ids.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { readPdf } from '#server/testing/pdf.ts'
import { asFile, countPixels, drawPicture } from '#server/testing/pictures.ts'
import { THANK_YOU_CARD } from '#server/testing/samples.ts'
import { rasterise } from '#server/testing/scan.ts'

let app: TestApp
const as = 'admin@acme.test'
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const field = (name: string, label = name) => ({ name, label })
const CARD = {
  name: 'Welcome card',
  layout: 'card',
  body: '# Welcome, {{name}}\n\nYou start in {{department}}.\n\n{{from}}',
  dynamicRecipientData: [field('name', 'Name'), { ...field('department', 'Department'), optional: true }],
  dynamicData: [{ ...field('from', 'From'), defaultValue: 'The people team' }],
}
const root = '/v3/printables'
const send = (method: string, path: string, body: object | undefined, who = as) =>
  app.request(method, `${root}${path}`, { as: who, ...(body && { body }) })
const make = async (more: object = {}, who = as) => {
  const { status, body } = await send('POST', '/templates', { ...CARD, ...more }, who)
  expect(status, JSON.stringify(body)).toBe(201)
  return body.data as { id: string; teamId: string; dateCreated: string }
}
const listed = async (who = as) =>
  (await send('GET', '/templates', undefined, who)).body.data.map(({ id }: { id: string }) => id) as string[]
const refusal = async (method: string, path: string, body: object | undefined, who = as) => {
  const answer = await send(method, path, body, who)
  return [answer.status, answer.body.details?.map(({ path: at }: { path: string }) => at) ?? answer.body.code]
}
const logo = async (colour: string) => {
  const file = asFile(await drawPicture(300, 200, colour).png().toBuffer(), 'logo.png', 'image/png')
  return (await app.request('POST', '/v3/uploads?kind=logo', { as, body: { file } })).body.data.key as string
}
const buy = async () => {
  const purchase = {
    ...{ type: 'bulkHugggs', reference: demo.products.daisyFlatWhite, quantity: 1 },
    deliveryMethod: 'printable',
  }
  const payment = { method: 'walletCommitment', reference: demo.wallets.acmeMain }
  const bought = await app.request('POST', '/api/v2/transactions', { as, body: { purchase, payment } })
  expect(bought.status, JSON.stringify(bought.body)).toBe(201)
  return bought.body.data.id as string
}
/** A purchase that prints by a template, its one card addressed. */
const addressed = async (templateId: string) => {
  const id = await buy()
  expect((await send('POST', `/transactions/${id}/upsert`, { templateId })).status).toBe(200)
  const receivers = [{ templateData: { name: 'Ada', department: 'Engines' } }]
  expect((await send('POST', `/transactions/${id}/receivers`, { receivers })).status).toBe(200)
  return id
}
const print = async (id: string) => {
  expect((await send('POST', '/pdfs', { transactionId: id })).status).toBe(200)
  await app.settle()
  const { body } = await send('GET', `/transactions/${id}`, undefined)
  expect(body.data.fileStatus, body.data.fileError).toBe('ready')
  const file = await app.api.request(new URL(body.data.file).pathname)
  return new Uint8Array(await file.arrayBuffer())
}

describe('a template of a team’s own', () => {
  test('is listed after those that everyone has, and its purchases print its text, its fields and its logo', async () => {
    const template = await make({ logo: await logo('#c71585') })
    expect(template).toMatchObject({ teamId: demo.teams.acme, public: false, type: 'huggg', name: 'Welcome card' })
    expect((await listed()).at(-1)).toBe(template.id)
    const fits = await send('GET', `/templates?productId=${demo.products.daisyFlatWhite}`, undefined)
    expect(fits.body.data.map(({ id }: { id: string }) => id)).toContain(template.id)
    const preview = await send('POST', '/previews', { templateId: template.id, templateData: { name: 'Grace' } })
    const sample = await app.api.request(new URL(preview.body.data.previewUrl).pathname)
    expect(await readPdf(new Uint8Array(await sample.arrayBuffer()))).toContain('Welcome, Grace')
    const pdf = await print(await addressed(template.id))
    const text = await readPdf(pdf.slice())
    for (const words of ['Welcome, Ada', 'You start in Engines.', 'The people team']) expect(text).toContain(words)
    expect(await countPixels((await rasterise(pdf))[0]!, '#c71585')).toBeGreaterThan(200)
  })

  test('changes its text for purchases to come; its paper and fields stay once one prints by it', async () => {
    const { id } = await make()
    const other = [...CARD.dynamicRecipientData, { ...field('room'), optional: true }]
    expect((await send('PATCH', `/templates/${id}`, { dynamicRecipientData: other })).status).toBe(200)
    expect((await send('PATCH', `/templates/${id}`, { layout: 'folded-card' })).status).toBe(200)
    const printed = await addressed(id)
    const changed = await send('PATCH', `/templates/${id}`, { name: 'Hello card', body: '# Hello, {{name}}' })
    expect(changed.body.data).toMatchObject({ name: 'Hello card', layout: 'folded-card', body: '# Hello, {{name}}' })
    expect(await readPdf(await print(printed))).toContain('Welcome, Ada')
    expect(await readPdf(await print(await addressed(id)))).toContain('Hello, Ada')
    for (const fixed of [{ layout: 'card' }, { dynamicRecipientData: CARD.dynamicRecipientData }])
      expect(await refusal('PATCH', `/templates/${id}`, fixed)).toEqual([409, 'wrong_state'])
    expect((await send('GET', `/templates/${id}`, undefined)).body.data).toEqual(changed.body.data)
  })

  test('is gone from the list when it is deleted; what prints by it prints, and is saved, as before', async () => {
    const { id } = await make({ logo: await logo('#c71585') })
    const printed = await addressed(id)
    expect((await send('DELETE', `/templates/${id}`, undefined)).status).toBe(200)
    expect(await listed()).not.toContain(id)
    for (const [method, body] of [['GET'], ['PATCH', { name: 'Back' }], ['DELETE']] as const)
      expect(await refusal(method, `/templates/${id}`, body)).toEqual([404, 'not_found'])
    expect((await send('POST', `/transactions/${await buy()}/upsert`, { templateId: id })).status).toBe(404)
    expect((await send('POST', '/previews', { templateId: id, transactionId: printed })).status).toBe(200)
    const body = '# Dear {{name}}'
    expect((await send('POST', `/transactions/${printed}/upsert`, { templateId: id, body })).status).toBe(200)
    const pdf = await print(printed)
    expect(await readPdf(pdf.slice())).toContain('Dear Ada')
    expect(await countPixels((await rasterise(pdf))[0]!, '#c71585')).toBeGreaterThan(200)
  })

  test('is refused with all that is wrong with it, and then nothing is kept', async () => {
    const before = await listed()
    const wrong = {
      layout: 'letter',
      body: 'Hi {{nmae}} 🎉',
      dynamicRecipientData: [field('name'), field('team'), field('name'), field('city', 'नगर')],
      logo: '00000000-0000-4000-8000-000000000000',
    }
    expect(await refusal('POST', '/templates', { ...CARD, ...wrong })).toEqual([
      422,
      [
        'dynamicRecipientData.1.name',
        'dynamicRecipientData.2.name',
        'dynamicRecipientData.3.label',
        ...['body', 'body', 'dynamicRecipientData', 'logo'],
      ],
    ])
    expect(await listed()).toEqual(before)
    expect(await refusal('POST', '/templates', { ...CARD, name: ' ' })).toEqual([422, ['name']])
    const address = ['name', 'addressLine1', 'town', 'postcode'].map((name) => field(name))
    await make({ layout: 'letter', body: 'Dear {{name}}', dynamicRecipientData: address, dynamicData: [] })
  })

  test('is its team’s and its subteams’ to print by, and its own admins’ to change; those of everyone are no one’s', async () => {
    const { id } = await make()
    const subteam = 'subteam@acme.test'
    expect(await listed(subteam)).toContain(id)
    expect(await listed('admin@globex.test')).not.toContain(id)
    for (const [method, body] of [['PATCH', { name: 'Taken' }], ['DELETE']] as const) {
      expect(await refusal(method, `/templates/${id}`, body, 'admin@globex.test')).toEqual([404, 'not_found'])
      expect(await refusal(method, `/templates/${id}`, body, subteam)).toEqual([403, 'forbidden'])
      expect(await refusal(method, `/templates/${THANK_YOU_CARD}`, body)).toEqual([404, 'not_found'])
    }
    expect(await refusal('POST', '/templates', CARD, 'viewer@acme.test')).toEqual([403, 'forbidden'])
  })

  test('that is being changed is printed by as it is afterwards, not as it was', async () => {
    const { id } = await make()
    const bought = await buy()
    const { db } = app.posy
    const waiting = () =>
      db
        .selectFrom(sql`pg_stat_activity`.as('a'))
        .select(sql`1`.as('one'))
        .where(sql<boolean>`datname = current_database() and wait_event_type = 'Lock'`)
        .execute()
    let saved: ReturnType<typeof send> | undefined
    await db.transaction().execute(async (tx) => {
      const floor = JSON.stringify([field('floor')])
      await tx.updateTable('printable_template').set({ dynamic_data: floor }).where('id', '=', id).execute()
      // An update of fields takes a weaker lock than one who changes a template.
      await tx.selectFrom('printable_template').select('id').where('id', '=', id).forUpdate().execute()
      saved = send('POST', `/transactions/${bought}/upsert`, { templateId: id, data: { from: 'Ada' } })
      await expect.poll(waiting).toHaveLength(1)
    })
    const { status, body } = await saved!
    expect([status, body.details?.map(({ path }: { path: string }) => path).toSorted()]).toEqual([
      422,
      ['body', 'data.floor', 'data.from'],
    ])
  })

  test('that is one too many is refused in words', async () => {
    const own = await app.posy.db
      .selectFrom('printable_template')
      .selectAll()
      .where('team_id', '=', demo.teams.acme)
      .where('deleted_at', 'is', null)
      .execute()
    const lists = { dynamic_data: '[]', dynamic_recipient_data: '[]' }
    const more = Array.from({ length: 100 - own.length }, () => ({ ...own[0]!, ...lists, id: crypto.randomUUID() }))
    await app.posy.db.insertInto('printable_template').values(more).execute()
    const refused = await send('POST', '/templates', CARD)
    expect([refused.status, refused.body.message]).toEqual([409, 'A team has at most 100 templates of its own.'])
  })
})
