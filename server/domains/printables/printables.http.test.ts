import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { demo } from '#server/app/demo/ids.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { readPdf } from '#server/testing/pdf.ts'
import { asFile, countPixels, drawPicture } from '#server/testing/pictures.ts'
import { THANK_YOU_CARD } from '#server/testing/samples.ts'
import { rasterise, scanPage } from '#server/testing/scan.ts'
import { makePdf, reportProgress } from './make-pdf.ts'
import { removeScraps } from './temporary-files.ts'

let app: TestApp
const as = 'admin@acme.test'
const FOLDED = THANK_YOU_CARD.replace(/1$/, '2')
const LETTER = THANK_YOU_CARD.replace(/1$/, '3')
const PAYPOINT = THANK_YOU_CARD.replace(/1$/, '4')
const POST_OFFICE = THANK_YOU_CARD.replace(/1$/, '5')
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const root = '/v3/printables'
const post = (path: string, body: object, who = as) => app.request('POST', `${root}${path}`, { as: who, body })
const get = (path: string, who = as) => app.request('GET', `${root}${path}`, { as: who })
const buy = async (quantity: number, templateId: string | null = THANK_YOU_CARD, purchase: object = {}) => {
  const bought = await app.request('POST', '/api/v2/transactions', {
    as,
    body: {
      purchase: {
        type: 'bulkHugggs',
        reference: demo.products.daisyFlatWhite,
        deliveryMethod: 'printable',
        quantity,
        ...purchase,
      },
      payment: { method: 'walletCommitment', reference: demo.wallets.acmeMain },
    },
  })
  expect(bought.status, JSON.stringify(bought.body)).toBe(201)
  const { id } = bought.body.data
  if (templateId) expect((await post(`/transactions/${id}/upsert`, { templateId })).status).toBe(200)
  return id as string
}
const gifts = async (id: string) =>
  (await app.request('GET', `/api/v2/transactions/${id}/hugggs?per_page=1000`, { as })).body.data as {
    id: string
    launch_url: string
    shortcode: string
  }[]
const names = (count: number) => Array.from({ length: count }, (_, row) => `Guest ${row + 1}`)
const csv = (list: string[]) => `Name\n${list.join('\n')}`
const fetchPdf = async (url: string) => app.api.request(new URL(url).pathname)
const downloadBytes = async (url: string) => new Uint8Array(await (await fetchPdf(url)).arrayBuffer())
const downloadText = async (url: string) => readPdf(await downloadBytes(url))
/** Asks for the PDF and waits until it is there. */
const print = async (id: string): Promise<string> => {
  const asked = await post('/pdfs', { transactionId: id })
  expect(asked.status, JSON.stringify(asked.body)).toBe(200)
  await app.settle()
  const { body } = await get(`/transactions/${id}`)
  expect(body.data.fileStatus, body.data.fileError).toBe('ready')
  return body.data.file
}

describe('printed cards', () => {
  test('are bought, addressed from a CSV, proofed and printed: a scanner reads each gift’s own code from its card', async () => {
    const id = await buy(10)
    const list = [...names(9), 'Maximiliana Featherstonehaugh-Cholmondeley']
    const set = await post(`/transactions/${id}/receivers`, { csv: csv(list) })
    expect(set.body.data.receivers.map((each: { templateData: object }) => each.templateData)).toEqual(
      list.map((name) => ({ name })),
    )
    const proof = (await post(`/transactions/${id}/proofs`, {})).body.data
    expect(proof).toMatchObject({ longest: { row: 9 }, cards: 10, codesRead: 1, flaws: [] })
    const link = await print(id)
    const all = await gifts(id)
    const pages = await rasterise(await downloadBytes(link))
    expect(pages).toHaveLength(3)
    const read = (await Promise.all(pages.map(scanPage))).flat()
    expect(read.map(({ text }) => text).sort()).toEqual(all.map((gift) => gift.launch_url).sort())
    const text = await downloadText(link)
    for (const name of names(9)) expect(text).toContain(name)
    expect(text.match(/or type this code at posy\.localhost:3000\/g /g)).toHaveLength(10)
    const query = { filters: { transactionIds: [id] }, size: 10 }
    const found = await app.request('POST', '/v3/searches/hugggs', { as: 'viewer@acme.test', body: { query } })
    const named = found.body.data.hits.map((hit: { huggg: { name_on_card: string } }) => hit.huggg.name_on_card)
    expect(named.toSorted()).toEqual(list.toSorted())
    for (const { shortcode } of all) {
      const printed = text.match(new RegExp(`${shortcode.match(/.{4}/g)!.join('-')}-[0-9a-z]`, 'i'))![0]
      const opened = await app.request('GET', `/public/gifts/${printed}`)
      expect(opened.status, printed).toBe(200)
    }
  })

  test.each([
    ['PayPoint', PAYPOINT],
    ['the Post Office', POST_OFFICE],
  ])(
    'a letter for %s carries a barcode of the printed code, and shows the address in the window',
    async (_, letter) => {
      const id = await buy(1, null)
      const paidOut = (voucher_type: 'own' | 'paypoint' | 'post-office') =>
        app.posy.db
          .updateTable('product')
          .set({ voucher_type, issuer_reference: voucher_type === 'own' ? null : 'cash' })
          .where('id', '=', demo.products.daisyFlatWhite)
          .execute()
      await paidOut(letter === PAYPOINT ? 'paypoint' : 'post-office')
      expect((await post(`/transactions/${id}/upsert`, { templateId: letter })).status).toBe(200)
      const address = { name: 'Ada Lovelace', addressLine1: '12 Market Street', town: 'Leeds', postcode: 'LS1 4AB' }
      await post(`/transactions/${id}/receivers`, { receivers: [{ templateData: address }] })
      const [page] = await rasterise(await downloadBytes(await print(id)))
      await paidOut('own')
      const [gift] = await gifts(id)
      const read = await scanPage(page!)
      expect(read.map(({ text }) => text)).toContain(gift!.launch_url)
      const bar = read.find(({ text }) => !text.startsWith('http'))!.text
      expect(bar.slice(0, 12).toLowerCase()).toBe(gift!.shortcode)
      expect((await app.request('GET', `/public/gifts/${bar}`)).status).toBe(200)
    },
  )

  test('leave out the emoji of a team’s name, which no font has and who prints cannot change', async () => {
    const name = (await app.posy.db
      .selectFrom('team')
      .select('name')
      .where('id', '=', demo.teams.acme)
      .executeTakeFirst())!.name
    const rename = (to: string) =>
      app.posy.db.updateTable('team').set({ name: to }).where('id', '=', demo.teams.acme).execute()
    await rename(`${name} 🎉 Ltd 👩🏽‍🚀`)
    const id = await buy(1, FOLDED)
    await post(`/transactions/${id}/receivers`, { csv: csv(['Ada']) })
    expect(await downloadText(await print(id))).toContain(`${name} Ltd`)
    await rename(name)
  })

  test('a folded card takes two pages a gift, with the team’s logo', async () => {
    const logo = asFile(await drawPicture(400, 120, '#0b6e4f').png().toBuffer(), 'logo.png')
    const { body } = await post('/logos?teamLogo=true', { file: logo })
    expect((await get('/teams/logos')).body.data).toMatchObject({ key: body.data.key })
    const id = await buy(2, FOLDED)
    await post(`/transactions/${id}/receivers`, { csv: csv(names(2)) })
    expect(await rasterise(await downloadBytes(await print(id)))).toHaveLength(4)
  })

  test('bought with a brand, cards keep its colour and logo; a logo of their own goes before it', async () => {
    const upload = async (colour: string) => {
      const file = asFile(await drawPicture(300, 100, colour).png().toBuffer(), 'logo.png')
      return (await post('/logos', { file })).body.data.key as string
    }
    const brand = (branding: object, id?: string) =>
      app.request('POST', '/v3/themes/model/upsert', { as, body: { id, name: 'On paper', branding } })
    const made = await brand({ accentHex: '#0f766e', logo: await upload('#4b0082') })
    const themeId = made.body.data.id
    const id = await buy(1, FOLDED, { themeId })
    await post(`/transactions/${id}/receivers`, { csv: csv(['Ada']) })
    // Of another look than the one it was bought with.
    await brand({ accentHex: '#aa3300', logo: null }, themeId)
    const countColours = async (url: string) => {
      const [outside] = await rasterise(await downloadBytes(url))
      const count = async (hex: string) => (await countPixels(outside!, hex)) > 200
      return { accent: await count('#0f766e'), logo: await count('#4b0082'), own: await count('#c71585') }
    }
    expect(await countColours(await print(id))).toEqual({ accent: true, logo: true, own: false })
    const sample = { templateId: FOLDED, transactionId: id, templateData: { name: 'Ada' } }
    const preview = await post('/previews', sample)
    expect(await countColours(preview.body.data.previewUrl)).toEqual({ accent: true, logo: true, own: false })
    expect((await post('/previews', sample, 'admin@globex.test')).status).toBe(404)
    await post(`/transactions/${id}/upsert`, { templateId: FOLDED, logo: await upload('#c71585') })
    expect(await countColours(await print(id))).toEqual({ accent: true, logo: false, own: true })
  })

  test('a preview is drawn by the same code, marked, with a code that leads nowhere', async () => {
    const { body } = await post('/previews', {
      templateId: THANK_YOU_CARD,
      body: '# Hello {{name}}',
      templateData: { name: 'Zoë' },
    })
    const text = await downloadText(body.data.previewUrl)
    expect(text).toContain('Hello Zoë')
    const [code] = await scanPage((await rasterise(await downloadBytes(body.data.previewUrl)))[0]!)
    expect((await app.request('GET', `/public/gifts/${code!.text.split('/').at(-1)}`)).status).toBe(404)
    app.wall.advanceSeconds(3700)
    await removeScraps(app.posy)
    expect(
      await app.posy.db.selectFrom('printable_scrap').selectAll().where('object_key', 'like', '%looked-at%').execute(),
    ).toEqual([])
  })
})

test('a card can be looked at as a picture before it is bought, in the theme it is to have, by its own team alone', async () => {
  const branding = { accentHex: '#0f766e' }
  const theme = await app.request('POST', '/v3/themes/model/upsert', { as, body: { name: 'Teal', branding } })
  const asked = { templateId: THANK_YOU_CARD, productId: demo.products.daisyFlatWhite, format: 'svg' }
  const themeId = theme.body.data.id
  const { body } = await post('/previews', { ...asked, themeId, templateData: { name: 'Zoë' } })
  const picture = await fetchPdf(body.data.previewUrl)
  expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/svg+xml'])
  expect(picture.headers.get('content-security-policy')).toContain("default-src 'none'")
  expect(await picture.text()).toContain('fill="#0f766e"')
  expect((await post('/previews', { ...asked, themeId }, 'admin@globex.test')).status).toBe(404)
  const parts = {
    name: 'Ours',
    layout: 'card',
    body: 'Dear {{name}}',
    dynamicRecipientData: [{ name: 'name', label: 'Name' }],
  }
  const own = (await post('/templates', parts)).body.data.id
  expect((await post('/previews', { ...asked, templateId: own })).status).toBe(200)
  expect((await post('/previews', { ...asked, templateId: own }, 'admin@globex.test')).status).toBe(404)
  expect((await app.request('DELETE', `${root}/templates/${own}`, { as })).status).toBe(200)
  const long = await post('/previews', { ...asked, data: { message: 'Thank you. '.repeat(180) } })
  expect(long.body.data.flaws.map(({ code }: { code: string }) => code)).toEqual(['overflow'])
  const emoji = await post('/previews', { ...asked, data: { message: 'Enjoy 🎉' } })
  expect([emoji.status, emoji.body.details[0].path]).toEqual([422, 'data.message'])
})

describe('what is wrong', () => {
  test('in recipients’ data is reported row by row, at once, and changes nothing', async () => {
    const id = await buy(3)
    const wrong = await post(`/transactions/${id}/receivers`, { csv: 'Name\nAda\nनेहा\nBo\nCy\n' })
    expect(wrong.status).toBe(422)
    expect(wrong.body.details.map(({ path, code }: { path: string; code: string }) => [path, code])).toEqual([
      ['csv', 'too_many'],
      ['csv.1.name', 'unprintable'],
    ])
    const columns = await post(`/transactions/${id}/receivers`, { csv: 'Nom,Stadt\nAda,Leeds' })
    expect(columns.body.details[0].message).toContain('Nom, Stadt')
    expect((await get(`/transactions/${id}/receivers`)).body.data).toEqual([])
    const unnamed = await post('/pdfs', { transactionId: id })
    expect(unnamed.body.details.map(({ path }: { path: string }) => path)).toEqual(
      [0, 1, 2].map((row) => `receivers.${row}.name`),
    )
  })

  test('in a body, a template or a purchase is refused', async () => {
    const id = await buy(1, null)
    expect((await post('/pdfs', { transactionId: id })).body.code).toBe('wrong_state')
    expect((await get(`/transactions/${id}`)).status).toBe(404)
    const body = await post(`/transactions/${id}/upsert`, { templateId: THANK_YOU_CARD, body: 'Hi {{nmae}} 🎉' })
    expect(body.body.details.map(({ code }: { code: string }) => code)).toEqual(['unknown_field', 'unprintable'])
    const links = await app.request('POST', '/api/v2/transactions', {
      as,
      body: {
        purchase: { type: 'huggg', reference: demo.products.daisyFlatWhite, deliveryMethod: 'links' },
        payment: { method: 'walletCommitment', reference: demo.wallets.acmeMain },
      },
    })
    const upsert = await post(`/transactions/${links.body.data.id}/upsert`, { templateId: THANK_YOU_CARD })
    expect([upsert.status, upsert.body.code]).toEqual([409, 'wrong_state'])
  })

  test('in the room on a card is in the proof, and no PDF is made of it', async () => {
    const id = await buy(2)
    await post(`/transactions/${id}/upsert`, {
      templateId: THANK_YOU_CARD,
      body: `# {{name}}\n\n${'Far too much to say. '.repeat(120)}`,
    })
    await post(`/transactions/${id}/receivers`, { csv: csv(names(2)) })
    const proof = (await post(`/transactions/${id}/proofs`, {})).body.data
    expect(proof.flaws.map(({ row, code }: { row: number; code: string }) => [row, code])).toEqual([
      [0, 'overflow'],
      [1, 'overflow'],
    ])
    await post('/pdfs', { transactionId: id })
    await app.settle()
    const { data } = (await get(`/transactions/${id}`)).body
    expect([data.fileStatus, data.file]).toEqual(['failed', null])
    expect(data.fileError).toContain('Cards 1, 2 cannot be printed')
  })

  test('in the number of cards is refused: a thousand are the most', async () => {
    const answer = await app.request('POST', '/api/v2/transactions', {
      as,
      body: {
        purchase: {
          type: 'bulkHugggs',
          reference: demo.products.daisyFlatWhite,
          deliveryMethod: 'printable',
          quantity: 1001,
        },
        payment: { method: 'walletCommitment', reference: demo.wallets.acmeMain },
      },
    })
    expect(answer.body.details).toContainEqual(expect.objectContaining({ path: 'purchase.quantity' }))
  })

  test('a letter is printed only for what it fits, and only for what was bought', async () => {
    const id = await buy(1, null)
    const { daisyFlatWhite, daisyGiftCard10 } = demo.products
    const refusal = async (path: string, body: object) => {
      const answer = await post(path, body)
      return [answer.status, answer.body.details?.map((detail: { path: string }) => detail.path)]
    }
    for (const templateId of [PAYPOINT, POST_OFFICE]) {
      expect(await refusal(`/transactions/${id}/upsert`, { templateId })).toEqual([422, ['templateId']])
      expect(await refusal('/previews', { templateId, transactionId: id })).toEqual([422, ['templateId']])
      expect(await refusal('/previews', { templateId, productId: daisyFlatWhite })).toEqual([422, ['templateId']])
    }
    const other = { templateId: LETTER, productId: daisyGiftCard10 }
    expect(await refusal(`/transactions/${id}/upsert`, other)).toEqual([422, ['productId']])
    expect(await refusal('/previews', { ...other, transactionId: id })).toEqual([422, ['productId']])
    expect((await get(`/transactions/${id}`)).status).toBe(404)
    // One that was saved before this was asked is not printed either.
    expect((await post(`/transactions/${id}/upsert`, { templateId: LETTER, productId: daisyFlatWhite })).status).toBe(
      200,
    )
    await app.posy.db
      .updateTable('printable')
      .set({ template_id: POST_OFFICE })
      .where('transaction_id', '=', id)
      .execute()
    expect(await refusal('/pdfs', { transactionId: id })).toEqual([422, ['templateId']])
  })

  test('the letters of what pays out say how to use it there, and ask no one to choose', async () => {
    for (const letter of [PAYPOINT, POST_OFFICE]) {
      const { body } = (await get(`/templates/${letter}`)).body.data
      expect(body).toContain('to get your barcode')
      expect(body).not.toMatch(/choose/i)
    }
  })

  test('templates are those that suit what is bought, and letters ask for an address', async () => {
    const { data } = (await get(`/templates?productId=${demo.products.daisyFlatWhite}`)).body
    expect(data.map(({ type }: { type: string }) => type)).toEqual(['huggg', 'huggg', 'huggg'])
    const letter = data.find(({ id }: { id: string }) => id === LETTER)
    expect(letter.dynamicRecipientData.map(({ name }: { name: string }) => name)).toContain('postcode')
  })
})

describe('a file of cards', () => {
  test('is reached for ten minutes, by anyone who is still signed in; each download is an event', async () => {
    const id = await buy(1)
    await post(`/transactions/${id}/receivers`, { csv: csv(['Ada']) })
    const link = await print(id)
    expect((await fetchPdf(link)).headers.get('cache-control')).toBe('private, no-store')
    const downloads = () =>
      app.posy.db
        .selectFrom('audit_event')
        .selectAll()
        .where('action', '=', 'printable.downloaded')
        .where('subject_id', '=', id)
        .execute()
    expect(await downloads()).toHaveLength(1)
    expect((await fetchPdf(`${link}x`)).status).toBe(404)
    app.wall.advanceSeconds(601)
    expect((await fetchPdf(link)).status).toBe(404)
    const again = (await get(`/transactions/${id}`)).body.data.file
    await app.posy.db
      .updateTable('session')
      .set({ revoked_at: new Date(app.wall.nowMs()) })
      .execute()
    expect((await fetchPdf(again)).status).toBe(404)
    expect(await downloads()).toHaveLength(1)
    app.wall.advanceSeconds(1801)
  })

  test('is outdated by a change; a card that was on paper already gets another code, and the old one stops working', async () => {
    const id = await buy(2)
    await post(`/transactions/${id}/receivers`, { csv: csv(['Ada', 'Bo']) })
    const first = await print(id)
    const before = await gifts(id)
    await post(`/transactions/${id}/receivers`, { csv: csv(['Ada', 'Beau']) })
    expect((await gifts(id))[1]!.shortcode).toBe(before[1]!.shortcode)
    expect((await fetchPdf(first)).status).toBe(404)
    await fetchPdf(await print(id))
    const { body } = await post(`/transactions/${id}/receivers`, { csv: csv(['Ada', 'Beatrice']) })
    expect(body.data.reissued).toBe(1)
    const after = await gifts(id)
    expect([after[0]!.shortcode === before[0]!.shortcode, after[1]!.shortcode === before[1]!.shortcode]).toEqual([
      true,
      false,
    ])
    expect((await app.request('GET', `/public/gifts/${before[1]!.shortcode}`)).status).toBe(404)
    expect((await get(`/transactions/${id}`)).body.data.file).toBeNull()
    const read = (await scanPage((await rasterise(await downloadBytes(await print(id))))[0]!)).map(({ text }) => text)
    expect(read.sort()).toEqual(after.map((gift) => gift.launch_url).sort())
  })

  test('leaves out gifts that were cancelled', async () => {
    const id = await buy(2)
    await post(`/transactions/${id}/receivers`, { csv: csv(['Ada', 'Bo']) })
    const [gift] = await gifts(id)
    await app.request('POST', `/api/v2/hugggs/${gift!.id}/cancel`, { as, body: {} })
    const text = await downloadText(await print(id))
    expect([text.includes('Ada'), text.includes('Bo')]).toEqual([false, true])
  })

  test('by email is a link to the purchase for the person who asked, once, and never the cards', async () => {
    const id = await buy(1)
    await post(`/transactions/${id}/receivers`, { csv: csv(['Ada']) })
    await post('/pdfs', { transactionId: id, destination: 'email' })
    await app.settle()
    expect((await get(`/transactions/${id}`)).body.data.fileSentAt).not.toBeNull()
    const sent = await app.posy.db
      .selectFrom('outgoing_message')
      .selectAll()
      .where('template', '=', 'printable-ready')
      .execute()
    expect(sent.map((each) => [each.user_id, each.transaction_id, each.team_id])).toEqual([
      [demo.users.acmeAdmin, id, demo.teams.acme],
    ])
  })

  test('is out of reach for another team, and for a person who may not buy', async () => {
    const id = await buy(1)
    for (const [who, status] of [
      ['admin@globex.test', 404],
      ['viewer@acme.test', 403],
    ] as const) {
      expect((await get(`/transactions/${id}`, who)).status).toBe(status)
      expect((await post('/pdfs', { transactionId: id }, who)).status).toBe(status)
      expect((await post(`/transactions/${id}/proofs`, {}, who)).status).toBe(status)
    }
  })
})

test('a card job that dies ten times, and runs twice at once at the end, makes one PDF with each gift once', async () => {
  const id = await buy(24)
  await post(`/transactions/${id}/receivers`, { csv: csv(names(24)) })
  const { body } = await post('/pdfs', { transactionId: id, destination: 'email' })
  const { printableId } = body.data
  for (let death = 0; death < 10; death++) {
    const dying = {
      ...app.posy,
      providers: {
        ...app.posy.providers,
        files: {
          ...app.posy.providers.files,
          put: (key: string, content: Uint8Array | AsyncIterable<Uint8Array>) =>
            app.posy.providers.files.put(key, dieAfter(content as AsyncIterable<Uint8Array>, death)),
        },
      },
    }
    await expect(makePdf(dying, printableId)).rejects.toThrow('killed')
    expect((await get(`/transactions/${id}`)).body.data.file).toBeNull()
  }
  await Promise.all([makePdf(app.posy, printableId), makePdf(app.posy, printableId)])
  await app.settle()
  const { data } = (await get(`/transactions/${id}`)).body
  expect(data.progress).toEqual({ made: 24, total: 24 })
  const pages = await rasterise(await downloadBytes(data.file))
  const read = (await Promise.all(pages.map(scanPage))).flat().map(({ text }) => text)
  expect(read.sort()).toEqual((await gifts(id)).map((gift) => gift.launch_url).sort())
  const mails = await app.posy.db
    .selectFrom('outgoing_message')
    .selectAll()
    .where('template', '=', 'printable-ready')
    .where('transaction_id', '=', id)
    .execute()
  expect(mails).toHaveLength(1)
})

test('a run of a card job that another has overtaken never takes back that all cards are made', async () => {
  const id = await buy(1)
  await post(`/transactions/${id}/receivers`, { csv: csv(names(1)) })
  const { printableId } = (await post('/pdfs', { transactionId: id, destination: 'download' })).body.data
  const report = reportProgress(app.posy, { id: printableId })
  await print(id)
  app.wall.advanceSeconds(1)
  await report(0)
  expect((await get(`/transactions/${id}`)).body.data.progress).toEqual({ made: 1, total: 1 })
})

async function* dieAfter(content: AsyncIterable<Uint8Array>, parts: number) {
  let seen = 0
  for await (const part of content) {
    if (seen++ >= parts) throw new Error('killed')
    yield part
  }
  throw new Error('killed')
}
