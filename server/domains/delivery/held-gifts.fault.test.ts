import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { demo } from '#server/app/demo/ids.ts'
import { reconcile } from '#server/app/reconcile.ts'
import { loadBalances } from '#server/domains/ledger/index.ts'
import { asSystem } from '#server/platform/posy.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { buyGifts } from '#server/testing/gifts.ts'
import { newAddress } from '#server/testing/invites.ts'
import { lookAtHeld } from './held-gifts.ts'

/** The rules of a team hold at the moment a gift leaves; races on real PostgreSQL. */
let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(async () => {
  expect(await reconcile(app.posy)).toEqual([])
  await app.close()
})

const ADMIN = 'admin@acme.test'
const ok = async (method: string, path: string, body?: object) => {
  const answer = await app.request(method, path, { as: ADMIN, ...(body && { body }) })
  expect(answer.status, `${method} ${path} ${JSON.stringify(answer.body)}`).toBeLessThan(300)
  return answer.body.data
}
/** As an admin left it: how it may be changed is not what is tested here. */
async function rules(preferences: object): Promise<void> {
  const team = app.posy.db.selectFrom('team').select('preferences').where('id', '=', demo.teams.acme)
  const { preferences: before } = await team.executeTakeFirstOrThrow()
  await app.posy.db
    .updateTable('team')
    .set({ preferences: JSON.stringify({ ...(before as object), ...preferences }) })
    .where('id', '=', demo.teams.acme)
    .execute()
}
const open = {
  ...{ deliveryMethods: null, deliveryEmailDomains: null, giftingRestrictions: null },
  recipientSpendCap: null,
}
beforeEach(() => rules(open))

const scheduled = async (days = 1, quantity = 1) => {
  const sendDate = app.posy.clock
    .now()
    .add({ hours: 24 * days })
    .toString()
  const receivers = Array.from({ length: quantity }, () => ({ email: newAddress() }))
  const { transactionId, hugggs } = await buyGifts(app, { receivers, sendDate })
  return { transactionId, ids: hugggs.map(({ id }) => id), email: receivers[0]!.email }
}
const mailsTo = async (email: string) =>
  (await ok('GET', `/sandbox/messages?to=${encodeURIComponent(email)}`)) as object[]
const senderMails = async (words: string) =>
  ((await mailsTo(ADMIN)) as { subject: string; text: string }[]).filter(({ subject }) => subject.includes(words))
const loadState = async (id: string) => (await ok('GET', `/api/v2/hugggs/${id}`)).status_id
const waiting = async (transactionId: string) => await ok('GET', `/v3/transactions/${transactionId}/held-gifts`)
const available = async () =>
  (await loadBalances(app.posy.db, [demo.wallets.acmeMain])).get(demo.wallets.acmeMain)!.available
/** As the worker would, some moments later. */
const told = async () => {
  app.wall.advanceSeconds(120)
  await app.advance('PT1M')
  await app.settle()
}

test.each([
  ['method', { deliveryMethods: ['links'] }],
  ['domain', { deliveryEmailDomains: ['acme.test'] }],
  ['price', { giftingRestrictions: { price: { min: null, max: 1 }, categories: { allow: [], disallow: [] } } }],
  // £3.60 was bought; £3.59 is what one person may get.
  ['cap', { recipientSpendCap: { amount: 359, period: 'year', mode: 'block' } }],
])(
  'a scheduled gift that the rules of the day forbid (%s) waits, its sender is told why, and it is sent automatically once they allow it',
  async (why, forbidding) => {
    const { transactionId, ids, email } = await scheduled()
    await rules(forbidding)
    await app.advance('PT24H')
    await app.settle()
    expect(await mailsTo(email)).toEqual([])
    expect(await waiting(transactionId)).toEqual([
      { hugggId: ids[0], why, since: expect.any(String), until: expect.any(String) },
    ])
    expect((await ok('GET', `/v3/hugggs/${ids[0]}/delivery`)).held).toMatchObject({ why })
    const before = (await senderMails('waits')).length
    await told()
    const mails = await senderMails('waits')
    expect(mails).toHaveLength(before + 1)
    await rules(open)
    await app.advance('PT2H')
    await app.settle()
    expect(await mailsTo(email)).toHaveLength(1)
    expect(await waiting(transactionId)).toEqual([])
  },
)

test('a category that may no longer be given holds back its gifts, and one that alone may be given holds back the others', async () => {
  const { transactionId, ids, email } = await scheduled()
  const categories = (allow: string[], disallow: string[]) =>
    rules({ giftingRestrictions: { price: { min: null, max: null }, categories: { allow, disallow } } })
  const products = await app.posy.db.selectFrom('product').select(['id', 'tag_ids']).execute()
  const gift = app.posy.db.selectFrom('huggg').select('product_id').where('id', '=', ids[0]!)
  const { product_id: productId } = await gift.executeTakeFirstOrThrow()
  const tags = products.find(({ id }) => id === productId)!.tag_ids
  const own = tags[0]!
  const other = products.flatMap(({ tag_ids }) => tag_ids).find((tag) => !tags.includes(tag))!
  await categories([], [own])
  await app.advance('PT24H')
  expect(await waiting(transactionId)).toMatchObject([{ hugggId: ids[0], why: 'category' }])
  await categories([other], [])
  await app.advance('PT2H')
  expect([await waiting(transactionId), await mailsTo(email)]).toEqual([
    [expect.objectContaining({ hugggId: ids[0], why: 'category' })],
    [],
  ])
  await categories([own], [other])
  await app.advance('PT2H')
  await app.settle()
  expect([await waiting(transactionId), (await mailsTo(email)).length]).toEqual([[], 1])
})

test('a cap that only warns holds back no gift, nor does one that is reached and not passed', async () => {
  for (const cap of [
    { amount: 1, mode: 'warn' },
    { amount: 360, mode: 'block' },
  ]) {
    const { transactionId, email } = await scheduled()
    await rules({ recipientSpendCap: { ...cap, period: 'year' } })
    await app.advance('PT24H')
    await app.settle()
    expect([await waiting(transactionId), (await mailsTo(email)).length]).toEqual([[], 1])
    await rules(open)
  }
})

test('a gift queued before a rule was narrowed, and waiting for the mail server, waits for the rule, and is sent once after it', async () => {
  const { smtp } = app.providers.sandboxes.mail!
  const email = newAddress()
  const { transactionId, hugggs } = await buyGifts(app, { receivers: [{ email: newAddress() }] })
  await app.settle()
  await smtp.down()
  const late = await buyGifts(app, { receivers: [{ email }] })
  await ok('POST', `/api/v2/hugggs/${hugggs[0]!.id}/resend`)
  await app.settle()
  await rules({ deliveryMethods: ['links'] })
  await smtp.up()
  const letMailGo = async () => {
    app.wall.advanceSeconds(3600)
    await app.advance('PT1M')
    await app.settle()
  }
  await letMailGo()
  expect(await mailsTo(email)).toEqual([])
  expect(await waiting(late.transactionId)).toMatchObject([{ hugggId: late.hugggs[0]!.id, why: 'method' }])
  // Sent before, it does not wait; only its second message is left out.
  expect(await waiting(transactionId)).toEqual([])
  const messages = await app.posy.db
    .selectFrom('outgoing_message')
    .select(['status', 'last_error'])
    .where('huggg_id', 'in', [hugggs[0]!.id, late.hugggs[0]!.id])
    .where('template', '=', 'gift')
    .orderBy('status')
    .execute()
  const left = { status: 'cancelled', last_error: 'the rules of the team do not let it leave now' }
  expect(messages).toEqual([left, left, { status: 'sent', last_error: null }])
  await rules(open)
  await app.advance('PT2H')
  await letMailGo()
  expect([await waiting(late.transactionId), (await mailsTo(email)).length]).toEqual([[], 1])
})

test('a gift sent before its time is refused by the rules of today, and nothing is changed', async () => {
  const { transactionId, ids, email } = await scheduled()
  await rules({ deliveryMethods: ['links'] })
  const answer = await app.request('POST', `/api/v2/transactions/${transactionId}/hugggs/send-now`, { as: ADMIN })
  expect([answer.status, answer.body.code]).toEqual([403, 'restricted'])
  expect([await loadState(ids[0]!), await mailsTo(email)]).toEqual([8, []])
  await rules(open)
  await ok('POST', `/api/v2/transactions/${transactionId}/hugggs/send-now`)
  await app.settle()
  expect(await mailsTo(email)).toHaveLength(1)
})

test('a held gift is refunded after fourteen days, or two hours before its last day is over, and its sender is told', async () => {
  const before = await available()
  const { transactionId, ids, email } = await scheduled()
  await rules({ deliveryEmailDomains: ['acme.test'] })
  await app.advance('PT24H')
  await app.advance('P13D')
  expect(await waiting(transactionId)).toHaveLength(1)
  await app.advance('P1DT2H')
  await app.settle()
  expect([await loadState(ids[0]!), await mailsTo(email), await waiting(transactionId)]).toEqual([6, [], []])
  expect(await available()).toBe(before)
  expect(await ok('GET', `/api/v2/transactions/${transactionId}`)).toMatchObject({ status: 'failed' })
  await told()
  expect(await senderMails('cancelled and refunded')).not.toEqual([])
})

test('a held gift that its sender cancels, or gives another address, is no longer held', async () => {
  const { transactionId, ids } = await scheduled(1, 2)
  await rules({ deliveryEmailDomains: ['acme.test'] })
  await app.advance('PT24H')
  await app.settle()
  await ok('POST', `/api/v2/hugggs/${ids[0]}/cancel`)
  const other = `${crypto.randomUUID()}@acme.test`
  await ok('PATCH', `/api/v2/hugggs/${ids[1]}`, { receiver: { email: other } })
  await app.settle()
  expect(await mailsTo(other)).toHaveLength(1)
  await app.advance('PT2H')
  expect(await waiting(transactionId)).toEqual([])
})

test.each([1, 2, 3])(
  'a held gift that is checked twice while it is cancelled and the rules are loosened is sent or refunded, once (round %i)',
  async () => {
    const before = await available()
    const gifts = await scheduled(1, 8)
    await rules({ deliveryEmailDomains: ['acme.test'] })
    await app.advance('PT24H')
    const look = (id: string) => asSystem(app.posy, (work) => lookAtHeld(work, id))
    // Each is over its time, and free once the rules are loosened.
    await app.posy.db
      .updateTable('held_gift')
      .set({ since: new Date(app.posy.clock.now().epochMilliseconds - 15 * 86_400_000) })
      .where('huggg_id', 'in', gifts.ids)
      .execute()
    await Promise.all([
      rules(open),
      ...gifts.ids.flatMap((id, index) => [
        look(id),
        look(id),
        ...(index % 2 ? [app.request('POST', `/api/v2/hugggs/${id}/cancel`, { as: ADMIN })] : []),
      ]),
    ])
    await app.settle()
    const rows = await app.posy.db
      .selectFrom('huggg')
      .select(['id', 'status_id', 'refunded_pence'])
      .select((e) =>
        e
          .selectFrom('outgoing_message')
          .select((m) => m.fn.countAll<string>().as('many'))
          .whereRef('huggg_id', '=', 'huggg.id')
          .where('template', '=', 'gift')
          .where('status', 'in', ['sent', 'delivered'])
          .as('sent'),
      )
      .where('id', 'in', gifts.ids)
      .execute()
    const kept = rows.filter(({ status_id }) => status_id === 2)
    for (const row of rows) {
      expect([2, 6]).toContain(row.status_id)
      expect(Number(row.sent)).toBeLessThanOrEqual(1)
      if (row.status_id === 2) expect(Number(row.sent)).toBe(1)
    }
    expect(await available()).toBe(before - kept.length * 390)
    expect(await waiting(gifts.transactionId)).toEqual([])
  },
)
