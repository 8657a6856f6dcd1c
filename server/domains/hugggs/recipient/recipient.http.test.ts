import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demo } from '#server/app/demo/ids.ts'
import { importCatalogue } from '#server/domains/catalogue/index.ts'
import { asSystem } from '#server/platform/posy.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { type BuiltPurchase, buyGifts, giftFaults } from '#server/testing/hugggs.ts'
import { sameAnswer } from '#server/testing/refusals.ts'
import { releaseScheduled } from '../sender/index.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(async () => {
  expect(await giftFaults(app.posy.db)).toEqual([])
  await app.close()
})

const buy = async (purchase: BuiltPurchase = {}) => (await buyGifts(app.posy, purchase)).gifts[0]!
const look = async (code: string) => (await app.request('GET', `/public/gifts/${code}`)).body.data
const press = (code: string, action: string, body: unknown = {}) =>
  app.request('POST', `/public/gifts/${code}/${action}`, { body })
const row = (id: string) => app.posy.db.selectFrom('huggg').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const events = async (id: string) =>
  (await app.posy.db.selectFrom('huggg_event').selectAll().where('huggg_id', '=', id).orderBy('id').execute()).map(
    (each) => [each.from_id, each.to_id, each.reason, each.actor_kind],
  )

test('the recipient’s page goes from wrapped to revealed, each step once, and notifies the sender', async () => {
  const { id, shortcode, redeemCode } = await buy({ emails: ['ada@friends.test'], message: 'Well done!' })
  expect(await look(shortcode)).toMatchObject({
    state: 'wrapped',
    message: 'Well done!',
    fromName: 'Alice Archer',
    voucher: null,
    choices: [],
    choice: null,
    reaction: null,
  })
  for (const [action, state] of [
    ['open', 'opened'],
    ['claim', 'claimed'],
    ['reveal', 'revealed'],
  ] as const) {
    const [first, again] = [await press(shortcode, action), await press(shortcode, action)]
    expect([first.status, again.status]).toEqual([200, 200])
    expect(first.body.data.state).toBe(state)
    expect(again.body).toEqual(first.body)
    expect(await look(shortcode)).toEqual(first.body.data)
  }
  expect((await look(shortcode)).voucher).toEqual({
    code: redeemCode,
    pin: null,
    url: null,
    barcode: { kind: 'qrcode', text: redeemCode },
    shop: null,
  })
  expect(await events(id)).toEqual([
    [null, 1, 'bought', 'user'],
    [1, 3, 'opened', 'recipient'],
    [3, 3, 'claimed', 'recipient'],
    [3, 3, 'code shown', 'recipient'],
  ])
  const { viewed_date, assigned_date, revealed_at } = await row(id)
  expect([viewed_date, assigned_date, revealed_at].every(Boolean)).toBe(true)
})

test('the recipient’s page is wrapped as its sender chose, and in the first giftwrap where they did not', async () => {
  const buyAndReadWrap = async (purchase: object) => {
    const body = {
      purchase: { type: 'huggg', reference: demo.products.daisyFlatWhite, deliveryMethod: 'links', ...purchase },
      payment: { method: 'walletCommitment', reference: demo.wallets.acmeMain },
    }
    const answer = await app.request('POST', '/api/v2/transactions?embed[]=hugggs', { as: 'admin@acme.test', body })
    expect(answer.status, JSON.stringify(answer.body)).toBe(201)
    return (await look(answer.body.data.embedded.hugggs[0].shortcode)).theme.giftwrap
  }
  expect(await buyAndReadWrap({ themeId: 'winter' })).toBe('winter')
  expect(await buyAndReadWrap({})).toBe('peony')
})

test('reading the recipient’s page changes nothing', async () => {
  const { id, shortcode } = await buy()
  const before = await row(id)
  for (let visit = 0; visit < 3; visit++) await look(shortcode)
  expect(await row(id)).toEqual(before)
  expect(await events(id)).toHaveLength(1)
})

test('the recipient’s page shows what a choice is worth, and nothing of the sender’s books: no ids, no fees, no other recipients', async () => {
  const { shortcode } = await buy({
    emails: ['ada@friends.test', 'bob@friends.test'],
    productId: demo.products.choiceOfGift10,
  })
  const page = await look(shortcode)
  expect(page.choice).toMatchObject({ worthPence: 1000 })
  const options: { pricePence: number }[] = page.choices.flatMap((segment: { options: object[] }) => segment.options)
  for (const { pricePence } of options) expect(pricePence).toBeLessThanOrEqual(1000)
  const seen = JSON.stringify(page)
  for (const secret of [demo.teams.acme, demo.wallets.acmeMain, demo.users.acmeAdmin, 'friends.test', '1030'])
    expect(seen).not.toContain(secret)
})

test('a choice is made once, of what is offered, before it is accepted', async () => {
  const { id, shortcode } = await buy({ productId: demo.products.choiceOfGift10 })
  expect((await press(shortcode, 'choose', { productId: demo.products.daisyFlatWhite })).status).toBe(409)
  const opened = (await press(shortcode, 'open')).body.data
  const offered = opened.choices.flatMap((segment: { options: { productId: string }[] }) =>
    segment.options.map((option) => option.productId),
  )
  expect(offered).toContain(demo.products.daisyFlatWhite)
  const dearer = await app.posy.db
    .selectFrom('product')
    .select('id')
    .where('sender_price', '>', 1000)
    .where('currency', '=', 'GBX')
    .executeTakeFirstOrThrow()
  expect(offered).not.toContain(dearer.id)
  expect((await press(shortcode, 'claim')).body.message).toContain('Choose')
  for (const productId of [dearer.id, demo.products.choiceOfGift10, '00000000-0000-4000-8000-00000000dead']) {
    expect((await press(shortcode, 'choose', { productId })).status).toBe(404)
  }
  const chosen = await press(shortcode, 'choose', { productId: demo.products.daisyFlatWhite })
  expect(chosen.body.data).toMatchObject({
    state: 'opened',
    choices: [],
    choice: null,
    product: { name: 'Flat white', faceValuePence: null },
  })
  expect((await press(shortcode, 'choose', { productId: demo.products.daisyFlatWhite })).status).toBe(200)
  const other = await press(shortcode, 'choose', { productId: demo.products.daisyGiftCard10 })
  expect([other.status, other.body.code]).toEqual([409, 'conflict'])
  expect((await press(shortcode, 'claim')).body.data.state).toBe('claimed')
  expect(await row(id)).toMatchObject({ chosen_product_id: demo.products.daisyFlatWhite, chosen_price_pence: 360 })
  expect((await events(id)).map(([, , reason]) => reason)).toEqual(['bought', 'opened', 'chosen', 'claimed'])
  const sender = await app.request('GET', `/api/v2/hugggs/${id}?embed[]=choice`, { as: 'admin@acme.test' })
  expect(sender.body.data.embedded.choice).toMatchObject({
    chosen: { product_id: demo.products.daisyFlatWhite, name: 'Flat white', price: 360 },
    left_over: 640,
  })
})

test('a gift for adults is accepted only by a recipient who says that they are one', async () => {
  const wine = await app.posy.db
    .selectFrom('product')
    .select('id')
    .where('over18', '=', true)
    .where('currency', '=', 'GBX')
    .executeTakeFirstOrThrow()
  const { id, shortcode } = await buy({ productId: wine.id })
  await press(shortcode, 'open')
  for (const body of [{}, { over18: false }]) {
    const refused = await press(shortcode, 'claim', body)
    expect([refused.status, refused.body.details[0].path]).toEqual([422, 'over18'])
  }
  expect((await press(shortcode, 'reveal')).status).toBe(409)
  expect((await press(shortcode, 'claim', { over18: true })).body.data.state).toBe('claimed')
  expect((await press(shortcode, 'claim')).status).toBe(200)
  expect((await events(id)).at(-1)).toEqual([3, 3, 'claimed by an adult', 'recipient'])
})

test('the recipient’s page offers only the segments that the sender kept, with what the sender says of them', async () => {
  const { id, shortcode } = await buy({ productId: demo.products.choiceOfGift10 })
  const segments = (await look(shortcode)).choices.map((segment: { segmentName: string }) => segment.segmentName)
  const kept = await app.posy.db
    .selectFrom('segment')
    .select(['id', 'name'])
    .where('name', '=', segments[1])
    .executeTakeFirstOrThrow()
  await app.posy.db
    .updateTable('huggg')
    .set({ meta: JSON.stringify({ gwcSegments: [{ id: kept.id }], customDescription: 'Pick a treat.' }) })
    .where('id', '=', id)
    .execute()
  const page = await look(shortcode)
  expect(page.choices).toMatchObject([{ segmentName: kept.name, description: null, imageUrl: null }])
  expect([page.choice.description, page.product.description]).toEqual(['Pick a treat.', 'Pick a treat.'])
})

test('the recipient’s page offers only what a group of segments has for the territory, also after it was narrowed', async () => {
  const { shortcode } = await buy({ productId: demo.products.choiceOfGift10 })
  const names = async () =>
    (await look(shortcode)).choices.map((segment: { segmentName: string }) => segment.segmentName)
  expect(await names()).toEqual(['Food & drink', 'Treats', 'Home', 'Experiences', 'Give to charity'])
  const group = await app.posy.db
    .selectFrom('segment_group')
    .select(['id', 'name'])
    .where(sql<boolean>`'GB' = any(territories)`)
    .executeTakeFirstOrThrow()
  const findSegments = async (wanted: string[]) => {
    const rows = await app.posy.db.selectFrom('segment').select(['id', 'name']).execute()
    return wanted.map((name) => rows.find((segment) => segment.name === name)!.id)
  }
  const narrow = async (wanted: string[]) => {
    const document = { segmentGroups: [{ ...group, segmentIds: await findSegments(wanted) }] }
    const { errors } = await asSystem(app.posy, (work) => importCatalogue(work, document, { dryRun: false }))
    expect(errors).toEqual([])
  }
  const all = await names()
  await narrow(['Home', 'Treats'])
  expect(await names()).toEqual(['Home', 'Treats'])
  await press(shortcode, 'open')
  expect((await press(shortcode, 'choose', { productId: demo.products.daisyFlatWhite })).status).toBe(404)
  await narrow(all)
  expect((await press(shortcode, 'choose', { productId: demo.products.daisyFlatWhite })).status).toBe(200)
})

test('a recipient’s steps out of order are refused and change nothing', async () => {
  const { id, shortcode } = await buy()
  for (const [action, body] of [
    ['claim', {}],
    ['reveal', {}],
    ['reaction', { emoji: '🎉' }],
  ] as const) {
    const answer = await press(shortcode, action, body)
    expect([answer.status, answer.body.code]).toEqual([409, 'wrong_state'])
  }
  await press(shortcode, 'open')
  expect((await press(shortcode, 'reveal')).status).toBe(409)
  expect((await press(shortcode, 'reaction', {})).status).toBe(422)
  expect((await row(id)).status_id).toBe(3)
})

test('a scheduled gift can be opened from its time on', async () => {
  const sendAt = new Date(app.posy.clock.now().epochMilliseconds + 3_600_000)
  const { shortcode } = await buy({ sendAt })
  expect(await look(shortcode)).toMatchObject({ state: 'scheduled', opensAt: sendAt.toISOString() })
  expect((await press(shortcode, 'open')).status).toBe(409)
  await asSystem(app.posy, (work) => releaseScheduled(work, { now: sendAt, limit: 10 }))
  expect((await look(shortcode)).state).toBe('wrapped')
  expect((await press(shortcode, 'open')).status).toBe(200)
})

test('a gift that was cancelled or is over says so and can do nothing', async () => {
  const cancelled = await buy()
  await app.request('POST', `/api/v2/hugggs/${cancelled.id}/cancel`, { as: 'admin@acme.test' })
  const over = await buy({ expiryDate: new Date(app.posy.clock.now().epochMilliseconds - 1) })
  for (const [{ shortcode }, state] of [
    [cancelled, 'cancelled'],
    [over, 'expired'],
  ] as const) {
    expect((await look(shortcode)).state).toBe(state)
    for (const action of ['open', 'claim', 'reveal']) expect((await press(shortcode, action)).status).toBe(409)
  }
})

test('a thank-you reaches the sender, and a second one replaces it', async () => {
  const { id, shortcode } = await buy()
  await press(shortcode, 'open')
  await press(shortcode, 'reaction', { emoji: '🎉', message: 'Thanks!', name: 'Ada' })
  expect((await press(shortcode, 'reaction', { message: 'Thank you so much' })).body.data.reaction).toEqual({
    emoji: null,
    message: 'Thank you so much',
    name: null,
  })
  const { body } = await app.request('GET', '/v3/reactions', { as: 'admin@acme.test' })
  expect(body.data).toEqual([expect.objectContaining({ hugggId: id, message: 'Thank you so much' })])
})

test('unknown, retired and malformed gift codes get one and the same answer', async () => {
  const { id, shortcode } = await buy({ emails: ['bob@friends.test'] })
  const corrected = await app.request('PATCH', `/api/v2/hugggs/${id}`, {
    as: 'admin@acme.test',
    body: { receiver: { email: 'bobby@friends.test' } },
  })
  expect(corrected.status).toBe(200)
  expect(corrected.body.data.shortcode).not.toBe(shortcode)
  const answers = []
  for (const code of [shortcode, '0123456789ab', 'x', 'no%20code', '%00', 'a'.repeat(500), '%F0%9F%8E%81']) {
    for (const [method, path, body] of [
      ['GET', '', undefined],
      ['POST', '/open', {}],
      ['POST', '/reaction', { emoji: '🎉' }],
    ] as const) {
      answers.push(await app.request(method, `/public/gifts/${code}${path}`, body && { body }))
    }
  }
  for (const { status, body } of answers) expect([status, body]).toEqual([404, sameAnswer(answers[0]!.body)])
  expect((await look(corrected.body.data.shortcode)).state).toBe('wrapped')
})

test('guessing gift codes is throttled per address, by misses alone', async () => {
  const limited = await startTestApp({ env: { GUESSES_PER_MINUTE: '4' } })
  const { gifts } = await buyGifts(limited.posy)
  const visit = (code: string, address: string, action?: string) =>
    limited.request(action ? 'POST' : 'GET', `/public/gifts/${code}${action ? `/${action}` : ''}`, {
      headers: { 'x-forwarded-for': address },
      ...(action ? { body: {} } : {}),
    })
  for (let hit = 0; hit < 10; hit++) expect((await visit(gifts[0]!.shortcode, '192.0.2.1')).status).toBe(200)
  for (let miss = 0; miss < 2; miss++) expect((await visit(`zzzzzzzzzzz${miss}`, '192.0.2.1')).status).toBe(404)
  for (let miss = 0; miss < 2; miss++) expect((await visit(`yyyyyyyyyyy${miss}`, '192.0.2.1', 'open')).status).toBe(404)
  for (const action of [undefined, 'open']) {
    const refused = await visit(gifts[0]!.shortcode, '192.0.2.1', action)
    expect([refused.status, refused.body.code, Number(refused.headers.get('retry-after')) > 0]).toEqual([
      429,
      'too_many_requests',
      true,
    ])
  }
  expect((await visit(gifts[0]!.shortcode, '192.0.2.2')).status).toBe(200)
  limited.wall.advanceSeconds(61)
  expect((await visit(gifts[0]!.shortcode, '192.0.2.1')).status).toBe(200)
  await limited.close()
})

test('a gift whose issuer is not connected is refused with that reason and is not sold', async () => {
  await app.posy.db
    .updateTable('product')
    .set({ voucher_type: 'post-office', issuer_reference: 'payout-1000' })
    .where('id', '=', demo.products.daisyGiftCard10)
    .execute()
  const { id, shortcode } = await buy({ productId: demo.products.daisyGiftCard10 })
  await press(shortcode, 'open')
  await press(shortcode, 'claim')
  const answer = await press(shortcode, 'reveal')
  expect([answer.status, answer.body.code]).toEqual([503, 'unavailable'])
  expect((await row(id)).revealed_at).toBeNull()
  const sale = await app.request('POST', '/api/v2/transactions', {
    as: 'admin@acme.test',
    body: {
      purchase: { type: 'huggg', reference: demo.products.daisyGiftCard10 },
      payment: { method: 'walletCommitment', reference: demo.wallets.acmeMain },
    },
  })
  expect([sale.status, sale.body.details[0].message]).toEqual([422, expect.stringContaining('no longer sold')])
  await app.posy.db
    .updateTable('product')
    .set({ voucher_type: 'own', issuer_reference: null })
    .where('id', '=', demo.products.daisyGiftCard10)
    .execute()
})
