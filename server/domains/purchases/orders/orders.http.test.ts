import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { demo } from '#server/app/demo/ids.ts'
import { reconcile } from '#server/app/reconcile.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { samplePicture } from '#server/testing/pictures.ts'
import { THANK_YOU_CARD } from '#server/testing/samples.ts'

let app: TestApp
const HOUSE_RED = '00000000-0000-4000-8000-a00000000042'
const as = 'admin@acme.test'
const [participant, viewer, subteam, globex] = [
  'participant@acme.test',
  'viewer@acme.test',
  'subteam@acme.test',
  'admin@globex.test',
]
const { products, wallets, teams, users } = demo

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const orders = '/api/v2/orders'
const save = async (body: object, who = as) => {
  const answer = await app.request('POST', orders, { as: who, body })
  expect(answer.status, JSON.stringify(answer.body)).toBe(201)
  return answer.body.data
}
const get = async (id: string, who = as) => app.request('GET', `${orders}/${id}`, { as: who })
const put = (id: string, entity: object, rest: object = {}, who = as) =>
  app.request('PUT', `${orders}/${id}`, { as: who, body: { entity, ...rest } })
const buy = (id: string, { who = as, wallet = wallets.acmeMain as string } = {}) =>
  app.request('POST', '/api/v2/transactions', {
    as: who,
    body: {
      purchase: { type: 'order', reference: id },
      payment: { method: 'walletCommitment', reference: wallet },
    },
  })
const coverPicture = async (who = as): Promise<string> =>
  (await app.request('POST', '/v3/uploads?kind=cover', { as: who, body: { file: samplePicture() } })).body.data.url
const letters = (id: string) =>
  app.posy.db.selectFrom('basket_letter').selectAll().where('basket_id', '=', id).execute()

describe('a saved order', () => {
  test('keeps every field it is given, and may lack any', async () => {
    const whole = {
      type: 'bulkHugggs',
      name: 'Thank you, team',
      notes: 'For the quarter',
      purchaseOrderNumber: 'PO-77',
      quantity: 2,
      deliveryMethod: 'email',
      receivers: [{ email: 'ada@friends.test', name: 'Ada', notes: 'Thank you, Ada' }, { userId: users.acmeViewer }],
      productId: products.daisyFlatWhite,
      message: 'Have a coffee',
      expiry: '2026-05-01',
      coverImage: await coverPicture(),
      themeId: 'peony',
      fromName: 'Alice',
      sendDate: '2026-03-09T09:00:00Z',
      sendZone: 'Europe/Paris',
      reminders: false,
      printableTemplateId: THANK_YOU_CARD,
      previewShortcode: 'abc123',
      over18: true,
      reasonCode: 'Thank you',
      tags: ['q1'],
      hugggMeta: { customDescription: 'A flat white from us' },
    }
    const saved = await save(whole)
    const nothing = { userId: null, email: null, phoneNumber: null, name: null, notes: null }
    expect((await get(saved.id)).body.data).toEqual({
      ...whole,
      receivers: whole.receivers.map((receiver) => ({ ...nothing, ...receiver })),
      id: saved.id,
      userId: users.acmeAdmin,
      teamId: teams.acme,
      transactionId: null,
      approval: null,
      supportChange: null,
      version: 1,
      dateCreated: saved.dateCreated,
      dateModified: saved.dateCreated,
    })
    const empty = await save({ type: 'huggg' })
    expect(empty).toMatchObject({ type: 'huggg', receivers: [], tags: [], productId: null, quantity: null })
  })

  test('of a superhuggg keeps its own fields, and is bought as a shareable gift', async () => {
    const fields = {
      type: 'superhuggg',
      productId: products.daisyGiftCard10,
      limit: 50,
      perPerson: 1,
      claimMethod: 'email',
      hugggExpiryDate: '2026-05-01',
      claimRestrictions: { emailEndings: ['@acme.test'] },
    }
    const saved = await save(fields)
    expect((await get(saved.id)).body.data).toMatchObject(fields)
    await put(saved.id, { perPerson: 51 })
    const refused = await buy(saved.id)
    expect([refused.status, refused.body.details.map((each: { path: string }) => each.path)]).toEqual([
      422,
      ['order.perPerson'],
    ])
    await put(saved.id, { perPerson: 2 })
    const bought = await buy(saved.id)
    expect(bought.body.data).toMatchObject({ delivery_method: 'superhuggg', sale_quantity: 50, order_id: saved.id })
    const shared = await app.request('GET', `/api/v2/super-hugggs/${bought.body.data.super_url_id}?platform=app`, {
      as,
    })
    expect(shared.body.data).toMatchObject({ limit: 50, per_person: 2, claim_restrictions: fields.claimRestrictions })
  })

  test.each([
    ['a quantity below one', { quantity: 0 }, 'quantity'],
    ['a receiver by nothing', { receivers: [{ notes: 'Hi' }] }, 'receivers.0.email'],
    [
      'a receiver by two things',
      { receivers: [{ email: 'a@x.test', phoneNumber: '+447700900123' }] },
      'receivers.0.email',
    ],
    ['a wrong address', { receivers: [{ email: 'ada' }] }, 'receivers.0.email'],
    ['an unknown delivery method', { deliveryMethod: 'pigeon' }, 'deliveryMethod'],
    ['a wrong date', { expiry: '2026-02-30' }, 'expiry'],
    ['a field of a superhuggg', { limit: 5 }, 'limit'],
    ['a product that is not there', { productId: '00000000-0000-4000-8000-00000000dead' }, 'productId'],
    ['a stranger as receiver', { receivers: [{ userId: users.globexAdmin }] }, 'receivers.0.userId'],
  ])('is refused with %s: 422 names the field', async (_, fields, path) => {
    const created = await app.request('POST', orders, { as, body: { type: 'huggg', ...fields } })
    expect([created.status, created.body.details.map((each: { path: string }) => each.path)]).toEqual([422, [path]])
    const { id } = await save({ type: 'huggg', name: 'Mine' })
    const updated = await put(id, fields)
    expect([updated.status, updated.body.details.map((each: { path: string }) => each.path)]).toEqual([
      422,
      [`entity.${path}`],
    ])
    expect((await get(id)).body.data.name).toBe('Mine')
  })

  test('of a superhuggg with a limit below one is refused', async () => {
    const wrong = await app.request('POST', orders, { as, body: { type: 'superhuggg', limit: 0, perPerson: 0 } })
    expect(wrong.body.details.map((each: { path: string }) => each.path)).toEqual(['limit', 'perPerson'])
  })

  test('of printed cards keeps its design, which is a template that its team can print by', async () => {
    const parts = {
      name: 'Ours',
      layout: 'card',
      body: 'Dear {{name}}',
      dynamicRecipientData: [{ name: 'name', label: 'Name' }],
    }
    const made = await app.request('POST', '/v3/printables/templates', { as, body: parts })
    const printableTemplateId = made.body.data.id
    const order = await save({ type: 'bulkHugggs', deliveryMethod: 'printable', quantity: 2, printableTemplateId })
    expect((await get(order.id)).body.data.printableTemplateId).toBe(printableTemplateId)
    const foreign = await app.request('POST', orders, { as: globex, body: { type: 'bulkHugggs', printableTemplateId } })
    expect([foreign.status, foreign.body.details[0].path]).toEqual([422, 'printableTemplateId'])
    expect((await put(order.id, { printableTemplateId: null })).body.data.printableTemplateId).toBeNull()
  })

  test('is changed field by field, cleared by null, replaced as a whole, and sent back as it was read', async () => {
    const { id } = await save({ type: 'huggg', name: 'One', message: 'Hello', tags: ['a'], quantity: 2 })
    expect((await put(id, { quantity: 3, message: null })).body.data).toMatchObject({
      name: 'One',
      message: null,
      quantity: 3,
    })
    const read = (await get(id)).body.data
    expect((await put(id, read)).body.data).toEqual({ ...read, version: read.version + 1 })
    const replaced = (await put(id, { name: 'Two' }, { replace: true })).body.data
    expect(replaced).toMatchObject({ name: 'Two', quantity: null, tags: [] })
    const other = await put(id, { type: 'superhuggg' })
    expect([other.status, other.body.details[0].path]).toEqual([422, 'entity.type'])
  })

  test('is listed newest first, page by page, open or bought', async () => {
    const before = (await app.request('GET', `${orders}?bought=true`, { as })).body.total
    app.wall.advanceSeconds(5)
    const { id } = await save({ type: 'huggg', productId: products.daisyFlatWhite })
    const page = (await app.request('GET', `${orders}?per_page=2`, { as })).body
    expect([page.data[0].id, page.data.length, page.current_page]).toEqual([id, 2, 1])
    expect((await buy(id)).status).toBe(201)
    const [bought, open] = await Promise.all(
      ['true', 'false'].map((flag) => app.request('GET', `${orders}?bought=${flag}&per_page=1000`, { as })),
    )
    expect(bought!.body.total).toBe(before + 1)
    const listed = open!.body.data.map((each: { id: string }) => each.id)
    expect(listed).not.toContain(id)
  })

  test('that is deleted is gone, with what it said about people', async () => {
    const { id } = await save({ type: 'huggg', receivers: [{ email: 'gone@friends.test' }] })
    expect(await letters(id)).toHaveLength(1)
    expect((await app.request('DELETE', `${orders}/${id}`, { as })).body.data).toEqual({ id })
    expect(await letters(id)).toEqual([])
    for (const answer of [await get(id), await put(id, { name: 'x' }), await buy(id)]) expect(answer.status).toBe(404)
  })
})

describe('rights over a saved order', () => {
  test('are the owner’s for a draft; what was bought can be seen by colleagues with the right to view', async () => {
    const mine = await save({ type: 'huggg', name: 'Mine' }, participant)
    const theirs = await save({ type: 'huggg', name: 'Theirs' })
    const own = (await app.request('GET', orders, { as: participant })).body
    expect(own.data.map((each: { id: string }) => each.id)).toEqual([mine.id])
    for (const answer of [await get(theirs.id, participant), await put(theirs.id, { name: 'x' }, {}, participant)])
      expect(answer.status).toBe(404)
    expect((await buy(theirs.id, { who: participant })).status).toBe(404)
    expect((await get(mine.id, viewer)).status).toBe(404)
    expect((await get(mine.id)).status).toBe(404)
    expect((await put(mine.id, { name: 'x' }, {}, viewer)).status).toBe(403)
  })

  test('are never a subteam’s over its parent’s orders, nor another team’s', async () => {
    const { id } = await save({ type: 'huggg' })
    expect((await get(id, subteam)).status).toBe(404)
    expect((await get(id, globex)).status).toBe(404)
  })
})

describe('buying an order', () => {
  test('makes its purchase, once; from then on it stays as it is', async () => {
    const { id } = await save({
      type: 'bulkHugggs',
      name: 'For Ada',
      notes: 'Books',
      purchaseOrderNumber: 'PO-1',
      productId: products.daisyFlatWhite,
      receivers: [{ email: 'ada.order@friends.test', notes: 'For you' }],
      message: 'Well done',
      fromName: 'Alice',
      reasonCode: 'Thank you',
      hugggMeta: { customDescription: 'A flat white' },
    })
    const bought = await buy(id)
    expect(bought.status, JSON.stringify(bought.body)).toBe(201)
    expect(bought.body.data).toMatchObject({
      order_id: id,
      title: 'For Ada',
      notes: 'Books',
      message: 'Well done',
      from_name: 'Alice',
      reason_code: 'Thank you',
      purchase_order_number: 'PO-1',
      payment_method: 'walletCommitment',
      delivery_method: 'email',
      sale_quantity: 1,
    })
    const transactionId = bought.body.data.id
    const frozen = (await get(id)).body.data
    expect(frozen).toMatchObject({ transactionId, message: 'Well done', fromName: 'Alice' })
    expect(frozen.receivers).toMatchObject([{ email: 'ada.order@friends.test', notes: 'For you' }])
    expect(await letters(id)).toEqual([])
    const again = [await buy(id), await put(id, { name: 'x' }), await app.request('DELETE', `${orders}/${id}`, { as })]
    for (const answer of again) expect([answer.status, answer.body.code]).toEqual([409, 'wrong_state'])
    await app.settle()
    const mail = (await app.request('GET', '/sandbox/messages?to=ada.order@friends.test')).body.data
    expect(mail).toHaveLength(1)
    const { hugggs } = (await app.request('GET', `/api/v2/transactions/${transactionId}?embed[]=hugggs`, { as })).body
      .data.embedded
    expect(hugggs[0]).toMatchObject({ order_id: id, meta: { customDescription: 'A flat white' } })
    expect(await reconcile(app.posy)).toEqual([])
  })

  test('with tags makes a purchase that has them, is found by one of them in its own team alone, and is repeated with them', async () => {
    const tags = ['spring 2026', "o'neill {a,b}"]
    const { id } = await save({ type: 'huggg', productId: products.daisyFlatWhite, quantity: 1, tags })
    const purchase = (await buy(id)).body.data
    const found = async (wanted: string[], who = as) => {
      const body = { query: { filters: { tags: wanted } } }
      const { hits } = (await app.request('POST', '/v3/searches/transactions', { as: who, body })).body.data
      return hits.map(({ transaction }: { transaction: { id: string; tags: string[] } }) => transaction)
    }
    const hit = { id: purchase.id, tags }
    expect(purchase.tags).toEqual(tags)
    expect(await found([tags[1]!, 'other'])).toEqual([expect.objectContaining(hit)])
    expect(await found(['spring'])).toEqual([])
    expect(await found(tags, globex)).toEqual([])
    const again = await app.request('POST', `/v3/transactions/${purchase.id}/repeat`, { as })
    expect(again.body.data.order.tags).toEqual(tags)
    // Written out, and said twice.
    const direct = await app.request('POST', '/api/v2/transactions', {
      as,
      body: {
        purchase: { type: 'huggg', reference: products.daisyFlatWhite, tags: ['q2', 'q2'] },
        payment: { method: 'walletCommitment', reference: wallets.acmeMain },
      },
    })
    expect(direct.body.data.tags).toEqual(['q2'])
    expect(await found(['q2'])).toEqual([expect.objectContaining({ id: direct.body.data.id })])
  })

  test('with tags lends them to the next purchase of its team alone, and may be filed under others afterwards', async () => {
    const { id } = await save({ type: 'huggg', productId: products.daisyFlatWhite, quantity: 1, tags: ['q3'] })
    const purchase = (await buy(id)).body.data
    const used = async (who = as) => (await app.request('GET', '/v3/purchase-tags', { as: who })).body.data
    expect(await used()).toContain('q3')
    expect(await used(globex)).toEqual([])
    const file = (tags: unknown, who = as) =>
      app.request('PATCH', `/api/v2/transactions/${purchase.id}`, { as: who, body: { tags } })
    expect((await file(['q4', 'leeds', 'q4'])).body.data.tags).toEqual(['q4', 'leeds'])
    expect(await used()).toEqual(expect.arrayContaining(['q4', 'leeds']))
    expect(await used()).not.toContain('q3')
    expect((await file([''])).status).toBe(422)
    expect((await file(['mine'], globex)).status).toBe(404)
    const read = await app.request('GET', `/api/v2/transactions/${purchase.id}`, { as })
    expect(read.body.data).toMatchObject({ tags: ['q4', 'leeds'], sale_total: purchase.sale_total })
  })

  test('that narrows a choice shows its recipients the segments it kept, with its own words and pictures alone', async () => {
    const productId = products.choiceOfGift10
    const segments = (await app.request('GET', `/api/v2/products/${productId}/segments`, { as })).body.data
    const [first, second] = segments.map(({ id }: { id: string }) => id)
    const [mine, theirs] = [await coverPicture(), await coverPicture('admin@globex.test')]
    const meta = (image: string) => ({
      gwcSegments: [
        { id: first, image, description: 'For slow mornings' },
        { id: second, image: 'https://pictures.test/a.png' },
      ],
    })
    const { id } = await save({ type: 'huggg', productId, quantity: 1, hugggMeta: meta(mine) })
    const refused = await put(id, { hugggMeta: meta(theirs) })
    expect([refused.status, refused.body.details[0].path]).toEqual([422, 'entity.hugggMeta.gwcSegments.0.image'])
    const direct = await app.request('POST', '/api/v2/transactions', {
      as,
      body: {
        purchase: { type: 'huggg', reference: productId, hugggMeta: meta(theirs) },
        payment: { method: 'walletCommitment', reference: wallets.acmeMain },
      },
    })
    expect(direct.body.details.map(({ path }: { path: string }) => path)).toEqual([
      'purchase.hugggMeta.gwcSegments.0.image',
    ])
    const purchase = (await buy(id)).body.data
    const path = `/api/v2/transactions/${purchase.id}?embed[]=hugggs`
    const [gift] = (await app.request('GET', path, { as })).body.data.embedded.hugggs
    expect(gift.meta).toEqual(meta(mine))
    const page = (await app.request('GET', `/public/gifts/${gift.shortcode}`)).body.data
    expect(page.choices).toMatchObject([
      { segmentName: segments[0].name, description: 'For slow mornings', imageUrl: mine },
      { segmentName: segments[1].name, description: null, imageUrl: null },
    ])
    const again = await app.request('POST', `/v3/transactions/${purchase.id}/repeat`, { as })
    expect(again.body.data.order.hugggMeta).toEqual(meta(mine))
  })

  test('keeps the pictures of its segments as long as it shows them', async () => {
    const productId = products.choiceOfGift10
    const [segment] = (await app.request('GET', `/api/v2/products/${productId}/segments`, { as })).body.data
    const shown = async () => {
      const uses = app.posy.db.selectFrom('upload_use').select('subject_id').where('purpose', 'like', `%:${segment.id}`)
      return (await uses.execute()).map(({ subject_id }) => subject_id)
    }
    const before = await shown()
    const hugggMeta = { gwcSegments: [{ id: segment.id, image: await coverPicture() }] }
    const { id } = await save({ type: 'huggg', productId, hugggMeta })
    await put(id, { name: 'As it was' })
    expect(await shown()).toEqual([...before, id])
    await put(id, { hugggMeta: null })
    expect(await shown()).toEqual(before)
    await put(id, { hugggMeta })
    await app.request('DELETE', `${orders}/${id}`, { as })
    expect(await shown()).toEqual(before)
  })

  test('that is incomplete names its own fields, and leaves it open', async () => {
    const { id } = await save({ type: 'bulkHugggs', quantity: 2, receivers: [{ phoneNumber: '+447700900123' }] })
    const refused = await buy(id)
    expect([refused.status, refused.body.code]).toEqual([422, 'invalid_fields'])
    expect(refused.body.details.map((each: { path: string }) => each.path)).toEqual([
      'order.productId',
      'order.receivers',
    ])
    expect((await get(id)).body.data).toMatchObject({ transactionId: null, quantity: 2 })
    expect((await put(id, { quantity: 1 })).status).toBe(200)
  })

  test('of a gift for adults needs its sender’s confirmation, which the order and the purchase keep', async () => {
    const { id } = await save({ type: 'superhuggg', productId: HOUSE_RED, limit: 2 })
    const refused = await buy(id)
    expect([refused.status, refused.body.details]).toEqual([
      422,
      [expect.objectContaining({ path: 'order.over18', reason: { code: 'adults_unconfirmed' } })],
    ])
    expect((await put(id, { over18: true })).body.data.over18).toBe(true)
    const { body } = await buy(id)
    expect(body.data).toMatchObject({ over18_confirmed: true })
    // Its limit is raised without being asked again.
    const raised = await app.request('POST', `/api/v2/super-hugggs/${body.data.super_url_id}/limit`, {
      as,
      body: { limit: 3, payment: { method: 'walletCommitment', reference: wallets.acmeMain } },
    })
    expect([raised.status, raised.body.data.over18_confirmed]).toEqual([201, true])
  })

  test('with a subteam’s wallet makes it that team’s', async () => {
    const { id } = await save({ type: 'huggg', productId: products.daisyFlatWhite })
    expect((await buy(id, { wallet: wallets.acmeNorth })).body.data.team_id).toBe(teams.acmeNorth)
    expect((await get(id, subteam)).body.data.teamId).toBe(teams.acmeNorth)
  })

  test('twenty times at once buys it once', async () => {
    const { id } = await save({ type: 'huggg', productId: products.daisyFlatWhite })
    const answers = await Promise.all(Array.from({ length: 20 }, () => buy(id)))
    expect(answers.map((answer) => answer.status).sort()).toEqual([201, ...Array(19).fill(409)])
    expect(await reconcile(app.posy)).toEqual([])
  })
})

describe('recipients as they were typed', () => {
  const list = (id: string) => `/v3/orders/${id}/recipient-list`
  const rows = [
    { address: 'ada@friends.test', name: 'Ada', notes: '' },
    { address: '', name: '', notes: '' },
    { address: 'not an address', name: '', notes: 'Well done' },
    { address: 'cy@friends.test', name: 'Cy', notes: '' },
  ]
  const keep = (id: string, version: number, body: object = {}, who = as) =>
    app.request('PUT', list(id), { as: who, body: { version, deliveryMethod: 'email', rows, ...body } })
  const kept = async (id: string, who = as) => app.request('GET', list(id), { as: who })
  const lists = async (who = as) => (await app.request('GET', '/v3/orders/recipient-lists', { as: who })).body.data
  const receivers = [{ email: 'ada@friends.test', name: 'Ada' }]

  test('are kept with their draft, wrong ones too, each in its row, and no purchase has them', async () => {
    const { id } = await save({ type: 'bulkHugggs', productId: products.daisyFlatWhite, deliveryMethod: 'email' })
    expect((await kept(id)).body.data).toBeNull()
    expect((await keep(id, 1)).body.data).toMatchObject({ deliveryMethod: 'email', rows })
    expect((await kept(id)).body.data).toMatchObject({ deliveryMethod: 'email', rows })
    expect(await lists()).toContainEqual({ orderId: id, count: 3, names: ['Ada', 'not an address'] })
    expect((await get(id)).body.data).toMatchObject({ receivers: [], version: 1 })
    expect((await buy(id)).status).toBe(422)
    await put(id, { receivers })
    expect((await kept(id)).body.data).toBeNull()
    await keep(id, 2)
    expect((await buy(id)).body.data).toMatchObject({ sale_quantity: 1 })
    expect([(await kept(id)).body.data, await letters(id)]).toEqual([null, []])
    expect((await keep(id, 2)).body.code).toBe('wrong_state')
  })

  test('are their owner’s alone', async () => {
    const { id } = await save({ type: 'bulkHugggs', productId: products.daisyFlatWhite })
    await keep(id, 1)
    for (const who of [participant, viewer, subteam, globex]) {
      expect([403, 404]).toContain((await kept(id, who)).status)
      expect([403, 404]).toContain((await keep(id, 1, { rows: [] }, who)).status)
      expect(JSON.stringify((await lists(who)) ?? [])).not.toContain(id)
    }
    expect((await kept(id)).body.data.rows).toEqual(rows)
    await app.request('DELETE', `${orders}/${id}`, { as })
    expect([(await kept(id)).status, await letters(id)]).toEqual([404, []])
  })

  test('are not kept where the draft says the same, nor for another state of it, nor for a shareable gift', async () => {
    const { id } = await save({ type: 'bulkHugggs', deliveryMethod: 'email', receivers })
    expect((await keep(id, 1)).body.data.rows).toHaveLength(4)
    expect((await keep(id, 1, { rows: rows.slice(0, 2) })).body.data).toBeNull()
    expect((await keep(id, 1, { rows: [] })).body.data.rows).toEqual([])
    await put(id, { name: 'Renamed' })
    const late = await keep(id, 1)
    expect([late.status, late.body.code]).toEqual([409, 'conflict'])
    const shareable = await save({ type: 'superhuggg' })
    expect((await keep(shareable.id, 1)).status).toBe(422)
  })
})
