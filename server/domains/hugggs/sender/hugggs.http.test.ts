import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { demo } from '#server/app/demo/ids.ts'
import { loadBalances } from '#server/domains/ledger/index.ts'
import { asSystem } from '#server/platform/posy.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { type BuiltPurchase, buyGifts, giftFaults } from '#server/testing/hugggs.ts'
import { sameAnswer } from '#server/testing/refusals.ts'
import { redeemInline } from './redeem-inline.ts'

const ADMIN = 'admin@acme.test'
let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app?.close())
afterEach(async () => expect(await giftFaults(app.posy.db)).toEqual([]))

const buy = async (purchase: BuiltPurchase = {}) => (await buyGifts(app.posy, purchase)).gifts[0]!
const get = async (id: string, query = '', as = ADMIN) => app.request('GET', `/api/v2/hugggs/${id}${query}`, { as })
const patch = (id: string, body: unknown, as = ADMIN) => app.request('PATCH', `/api/v2/hugggs/${id}`, { as, body })
const post = (path: string, body: unknown = {}, as = ADMIN, headers = {}) =>
  app.request('POST', path, { as, body, headers })
const available = async () =>
  (await loadBalances(app.posy.db, [demo.wallets.acmeMain])).get(demo.wallets.acmeMain)!.available
const london = (days: number) =>
  app.posy.clock.now().toZonedDateTimeISO('Europe/London').toPlainDate().add({ days }).toString()
const north = { teamId: demo.teams.acmeNorth, walletId: demo.wallets.acmeNorth, userId: demo.users.acmeSubteam }

test('the gifts API answers a gift with every relation that is asked for', async () => {
  const { id, shortcode } = await buy({
    emails: ['ada@friends.test'],
    message: 'Hello',
    productId: demo.products.choiceOfGift10,
  })
  const plain = (await get(id)).body.data
  expect(plain).toMatchObject({
    id,
    shortcode,
    status_id: 1,
    launch_url: `http://posy.localhost:3000/g/${shortcode}`,
    notes: 'Hello',
    redeem_code: null,
    is_expired: false,
    sender_id: demo.users.acmeAdmin,
    purchase_id: demo.products.choiceOfGift10,
    meta: {},
  })
  expect(plain.embedded).toBeUndefined()
  const embed = [
    'message',
    'purchase',
    'purchase.brand',
    'purchase.brand.stores',
    'purchase.segments',
    'voucher',
    'redemptions',
    'sender',
    'receiver',
    'transaction',
    'reaction',
    'nonsense',
  ]
  const { embedded } = (await get(id, `?${embed.map((name) => `embed[]=${name}`).join('&')}`)).body.data
  expect(embedded).toMatchObject({
    message: 'Hello',
    purchase: {
      id: demo.products.choiceOfGift10,
      embedded: { brand: { embedded: { stores: expect.any(Array) } }, segments: expect.any(Array) },
    },
    voucher: { type: 'own', code: null },
    redemptions: [],
    sender: { id: demo.users.acmeAdmin, email: ADMIN },
    receiver: { email: 'ada@friends.test', phone_number: null },
    transaction: { id: plain.transaction_id, delivery_method: 'email' },
    reaction: null,
  })
  expect(embedded.purchase.embedded.segments.length).toBeGreaterThan(2)
})

test('the gifts API shows the code to the sender of an inline purchase only', async () => {
  const inline = await buy({ deliveryMethod: 'inline-redeem' })
  expect((await get(inline.id)).body.data.redeem_code).toBeNull()
  const { transaction_id: transactionId } = (await get(inline.id)).body.data
  await asSystem(app.posy, (work) => redeemInline(work, { transactionId, fromOrdinal: 1, toOrdinal: 1 }))
  expect((await get(inline.id)).body.data.redeem_code).toBe(inline.redeemCode)
  expect((await get((await buy()).id)).body.data.redeem_code).toBeNull()
})

test('foreign and missing gifts get the same answer, whatever anyone tries', async () => {
  const { id } = await buy()
  const subteam = await buy(north)
  const missing = '00000000-0000-4000-8000-00000000dead'
  const tries = (gift: string, as: string) => [
    get(gift, '', as),
    app.request('GET', `/v3/hugggs/${gift}/timeline`, { as }),
    patch(gift, { expiry_date: london(5) }, as),
    post(`/api/v2/hugggs/${gift}/cancel`, {}, as),
    post(`/api/v2/huggg/${gift}/toggleSent`, { is_preview: false }, as),
  ]
  const bodies = async (gift: string, as: string) =>
    (await Promise.all(tries(gift, as))).map(({ status, body }) => [status, body])
  const nothing = (await bodies(missing, ADMIN)).map(([status, body]) => [status, sameAnswer(body)])
  for (const [status] of nothing) expect(status).toBe(404)
  expect(await bodies(id, 'admin@globex.test')).toEqual(nothing)
  expect(await bodies(subteam.id, 'admin@globex.test')).toEqual(nothing)
  // A subteam never sees its parent; the parent sees its subteams.
  expect(await bodies(id, 'subteam@acme.test')).toEqual(nothing)
  expect((await get(subteam.id)).status).toBe(200)
  expect((await get(subteam.id, '', 'subteam@acme.test')).status).toBe(200)
})

test('a participant sees and cancels their own gifts only', async () => {
  const as = 'participant@acme.test'
  const mine = await buy({ userId: demo.users.acmeParticipant })
  const theirs = await buy()
  expect((await get(mine.id, '', as)).status).toBe(200)
  expect((await get(theirs.id, '', as)).status).toBe(404)
  expect((await post(`/api/v2/hugggs/${theirs.id}/cancel`, {}, as)).status).toBe(404)
  expect((await post(`/api/v2/hugggs/${mine.id}/cancel`, {}, as)).body.data.status_id).toBe(6)
  expect((await patch(mine.id, { notes: 'x' }, as)).status).toBe(403)
})

test('a participant corrects the address of a gift that they sent, by the right to send alone: of no other gift, and nothing else of their own', async () => {
  const as = 'participant@acme.test'
  const mine = await buyGifts(app.posy, { userId: demo.users.acmeParticipant, emails: ['typo@friends.test'] })
  const { id, shortcode } = mine.gifts[0]!
  const theirs = await buy({ emails: ['theirs@friends.test'] })
  const receiver = { email: 'right@friends.test' }
  expect((await patch(theirs.id, { receiver }, as)).status).toBe(404)
  const corrected = await patch(id, { receiver }, as)
  expect([corrected.status, corrected.body.data?.shortcode === shortcode]).toEqual([200, false])
  expect((await get(id, '?embed[]=receiver')).body.data.embedded.receiver.email).toBe(receiver.email)
  for (const change of [{ sent_date: null, receiver: { email: 'else@friends.test' } }, { expiry_date: london(3) }])
    expect((await patch(id, { ...change, sent_date: '2027-01-01T10:00:00Z' }, as)).status).toBe(403)
  expect((await get(id, '?embed[]=receiver')).body.data.embedded.receiver.email).toBe(receiver.email)
  // A viewer sends nothing, and so corrects nothing, also of what they sent while they did.
  const before = await buy({ userId: demo.users.acmeViewer, emails: ['before@friends.test'] })
  expect((await patch(before.id, { receiver }, 'viewer@acme.test')).status).toBe(403)
  const people = `/v3/transactions/${mine.transactionId}/people`
  const changed = [{ hugggId: theirs.id, email: 'x@friends.test' }]
  expect((await post(people, { changed }, as)).status).toBe(404)
})

test('a viewer reads gifts and can change none', async () => {
  const { id } = await buy()
  const as = 'viewer@acme.test'
  expect((await get(id, '', as)).status).toBe(200)
  for (const answer of [
    patch(id, { notes: 'x' }, as),
    post(`/api/v2/hugggs/${id}/cancel`, {}, as),
    post(`/api/v2/huggg/${id}/toggleSent`, { is_preview: false }, as),
  ]) {
    expect((await answer).status).toBe(403)
  }
  expect((await app.request('GET', `/api/v2/hugggs/${id}`)).status).toBe(401)
})

test('the gifts API cancels once, also by the empty list that PHP sends: all of the money comes back, and again changes nothing', async () => {
  const before = await available()
  const { id } = await buy()
  expect(await available()).toBe(before - 390)
  const first = await post(`/api/v2/hugggs/${id}/cancel`)
  expect(first.body.data.status_id).toBe(6)
  const again = await post(`/api/v2/hugggs/${id}/cancel`)
  expect([again.status, again.body]).toEqual([200, first.body])
  expect(await available()).toBe(before)
  // PHP writes an empty object as an empty list.
  const byPhp = await post(`/api/v2/hugggs/${(await buy()).id}/cancel`, [])
  expect([byPhp.status, byPhp.body.data.status_id, await available()]).toEqual([200, 6, before])
})

test('the timeline of a gift that its sender cancelled does not end with a link that was shown to no one and opens nothing', async () => {
  const { id } = await buy({ deliveryMethod: 'email', emails: ['cora@friends.test'] })
  expect((await post(`/api/v2/hugggs/${id}/cancel`)).body.data.status_id).toBe(6)
  const { body } = await app.request('GET', `/v3/hugggs/${id}/timeline`, { as: ADMIN })
  expect(body.data.map((entry: { reason: string }) => entry.reason)).not.toContain('link shown')
})

test('the timeline of a gift that is corrected or ends sooner says that its link was shown to who was shown it, and to no one else', async () => {
  const { id } = await buy({ deliveryMethod: 'email', emails: ['dora@friends.test'] })
  const noted = async () => {
    const { body } = await app.request('GET', `/v3/hugggs/${id}/timeline`, { as: ADMIN })
    return body.data.filter(({ reason }: { reason: string }) => reason === 'link shown').length
  }
  // One's own pages ask for no link: they show none.
  for (const changes of [{ receiver: { email: 'dorothy@friends.test' } }, { expiry_date: london(20) }]) {
    const { status, body } = await patch(`${id}?links=unsent`, changes)
    expect([status, body.data.launch_url, body.data.shortcode]).toEqual([200, null, null])
  }
  expect(await noted()).toBe(0)
  expect((await patch(id, { expiry_date: london(21) })).body.data.launch_url).toContain('/g/')
  expect(await noted()).toBe(1)
})

test('the gifts API does not cancel what has been used', async () => {
  const { id, shortcode } = await buy()
  await app.request('POST', `/api/v2/hugggs/${shortcode}/redemptions`, {
    as: 'client:demo-till',
    body: { location_id: demo.stores.daisyCoffeeLeeds },
  })
  const answer = await post(`/api/v2/hugggs/${id}/cancel`)
  expect([answer.status, answer.body.code]).toEqual([409, 'wrong_state'])
  expect((await get(id)).body.data.status_id).toBe(4)
})

test('the gifts API marks a link as sent and as not sent while it is unopened', async () => {
  const { id, shortcode } = await buy()
  const toggle = (is_preview: boolean) => post(`/api/v2/huggg/${id}/toggleSent`, { is_preview })
  expect((await toggle(false)).body.data).toMatchObject({ status_id: 2, sent_date: expect.any(String) })
  expect((await toggle(false)).status).toBe(200)
  expect((await toggle(true)).body.data).toMatchObject({ status_id: 1, sent_date: null })
  await toggle(false)
  await app.request('POST', `/public/gifts/${shortcode}/open`, { body: {} })
  expect((await toggle(true)).status).toBe(409)
  expect((await post(`/api/v2/huggg/${id}/toggleSent`, {})).status).toBe(422)
})

test('the gifts API moves the last day, to the end of that day in London, within what product and team allow', async () => {
  const { id } = await buy()
  const moved = await patch(id, { expiry_date: '2026-07-01' })
  expect(moved.body.data.expiry_date).toBe('2026-07-01T22:59:59.999Z')
  expect((await get(id)).body.data.expiry_date).toBe('2026-07-01T22:59:59.999Z')
  const past = await patch(id, { expiry_date: '2026-01-01' })
  expect([past.status, past.body.details[0].path]).toEqual([422, 'expiry_date'])
  const far = await patch(id, { expiry_date: london(4000) })
  expect([far.status, far.body.code]).toEqual([403, 'restricted'])
  expect((await patch(id, {})).status).toBe(422)
  await post(`/api/v2/hugggs/${id}/cancel`)
  expect((await patch(id, { expiry_date: '2026-08-01' })).status).toBe(409)
})

test('the gifts API schedules, moves and unschedules the sending of a gift', async () => {
  const { id } = await buy({ expiryDays: 10 })
  const sendAt = '2026-03-20T09:00:00.000Z'
  // Where the sender named no last day, it is counted from sending.
  expect((await patch(id, { sent_date: sendAt })).body.data).toMatchObject({
    status_id: 8,
    sent_date: sendAt,
    expiry_date: '2026-03-30T22:59:59.999Z',
  })
  expect((await patch(id, { sent_date: null })).body.data).toMatchObject({ status_id: 1, sent_date: null })
  expect((await patch(id, { sent_date: '2020-01-01T00:00:00Z' })).status).toBe(422)
  expect((await patch(id, { sent_date: '2026-03-20T09:00:00Z', expiry_date: '2026-03-19' })).body.details[0].path).toBe(
    'expiry_date',
  )
  await post(`/api/v2/huggg/${id}/toggleSent`, { is_preview: false })
  expect((await patch(id, { sent_date: sendAt })).status).toBe(409)
})

test('the gifts API sends a scheduled purchase now, messages and links, and once', async () => {
  const sendAt = new Date(app.posy.clock.now().epochMilliseconds + 3 * 86_400_000)
  const mail = await buyGifts(app.posy, { emails: ['now@friends.test'], sendAt })
  const links = await buyGifts(app.posy, { quantity: 2, sendAt })
  const now = (id: string, as = ADMIN) => post(`/api/v2/transactions/${id}/hugggs/send-now`, {}, as)
  expect((await now(mail.transactionId, 'admin@globex.test')).status).toBe(404)
  expect((await now(mail.transactionId, 'viewer@acme.test')).status).toBe(403)
  const answers = await Promise.all([1, 2, 3].map(() => now(mail.transactionId)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  expect((await now(links.transactionId)).body.data).toEqual({ changed: 2, refused: [] })
  await app.settle()
  const messages = await app.request('GET', '/sandbox/messages?to=now@friends.test')
  expect(messages.body.data).toHaveLength(1)
  for (const { id } of [...mail.gifts, ...links.gifts]) expect((await get(id)).body.data.status_id).toBe(2)
  expect(
    (await app.request('GET', `/api/v2/transactions/${mail.transactionId}?embed=wallet`, { as: ADMIN })).body.data,
  ).toMatchObject({ send_date: null, embedded: { wallet: { id: demo.wallets.acmeMain } } })
  await app.advance('P4D')
  expect((await app.request('GET', '/sandbox/messages?to=now@friends.test')).body.data).toHaveLength(1)
  const timeline = (
    await get(mail.gifts[0]!.id, '').then(() =>
      app.request('GET', `/v3/hugggs/${mail.gifts[0]!.id}/timeline`, { as: ADMIN }),
    )
  ).body.data
  expect(
    timeline.map(({ reason, actor }: { reason: string; actor: { name: string } }) => [reason, actor.name]),
  ).toContainEqual(['sent before its time', 'Alice Archer'])
})

test('the gifts API changes what one gift says, and undoes that', async () => {
  const { gifts } = await buyGifts(app.posy, { emails: ['a@friends.test', 'b@friends.test'], message: 'For all' })
  const [one, two] = gifts
  expect((await patch(one!.id, { notes: 'For you alone', from_name: 'The boss' })).body.data).toMatchObject({
    notes: 'For you alone',
    from_name: 'The boss',
  })
  expect((await app.request('GET', `/public/gifts/${one!.shortcode}`)).body.data).toMatchObject({
    message: 'For you alone',
    fromName: 'The boss',
  })
  expect((await get(two!.id)).body.data.notes).toBe('For all')
  expect((await patch(one!.id, { notes: null })).body.data).toMatchObject({ notes: 'For all', from_name: 'The boss' })
})

test('the gifts API corrects an address under a new link; the old one stops working and the gift counts as unsent', async () => {
  const { id, shortcode } = await buy({ emails: ['bob@friends.test'] })
  await post(`/api/v2/huggg/${id}/toggleSent`, { is_preview: false })
  const corrected = await patch(id, { receiver: { email: 'Bobby@Friends.test' } })
  expect(corrected.body.data).toMatchObject({ status_id: 1, sent_date: null })
  const fresh = corrected.body.data.shortcode
  expect(fresh).not.toBe(shortcode)
  expect((await app.request('GET', `/public/gifts/${shortcode}`)).status).toBe(404)
  expect((await app.request('GET', `/public/gifts/${fresh}`)).body.data.state).toBe('wrapped')
  expect(
    (
      await app.request('POST', `/api/v2/hugggs/${shortcode}/redemptions`, {
        as: 'client:demo-till',
        body: { location_id: demo.stores.daisyCoffeeLeeds },
      })
    ).status,
  ).toBe(404)
  expect((await get(id, '?embed[]=receiver')).body.data.embedded.receiver).toMatchObject({
    email: 'bobby@friends.test',
  })
  const { body } = await app.request('GET', `/v3/hugggs/${id}/timeline`, { as: ADMIN })
  expect(body.data.map((entry: { reason: string }) => entry.reason)).toEqual([
    'bought',
    'marked as sent',
    // To the admin, who had read the gift.
    'link shown',
    'address corrected',
  ])
  // The same address again is no correction.
  expect((await patch(id, { receiver: { email: 'bobby@friends.test' } })).body.data.shortcode).toBe(fresh)
  await app.request('POST', `/public/gifts/${fresh}/open`, { body: {} })
  expect((await patch(id, { receiver: { email: 'again@friends.test' } })).status).toBe(409)
})

test('the gifts API corrects only what fits how the gift was sent', async () => {
  const link = await buy()
  const refused = await patch(link.id, { receiver: { email: 'x@friends.test' } })
  expect([refused.status, refused.body.details[0].path]).toEqual([422, 'receiver.email'])
  const given = await buyGifts(app.posy, {})
  const receivers = [{ email: 'later@friends.test' }]
  expect((await post(`/api/v2/transactions/${given.transactionId}/hugggs/send`, { receivers })).status).toBe(200)
  expect((await patch(given.gifts[0]!.id, { receiver: { email: 'right@friends.test' } })).status).toBe(200)
  const mail = await buy({ emails: ['bob@friends.test'] })
  expect((await patch(mail.id, { receiver: { phone_number: '+447700900123' } })).status).toBe(422)
  expect((await patch(mail.id, { receiver: {} })).status).toBe(422)
  await app.posy.db
    .updateTable('team')
    .set({ preferences: JSON.stringify({ deliveryEmailDomains: ['friends.test'] }) })
    .where('id', '=', demo.teams.acme)
    .execute()
  expect((await patch(mail.id, { receiver: { email: 'bob@enemies.test' } })).body.code).toBe('restricted')
  await app.posy.db.updateTable('team').set({ preferences: '{}' }).where('id', '=', demo.teams.acme).execute()
})

test('several changes to one gift are made together or not at all', async () => {
  const { id } = await buy()
  const answer = await patch(id, { notes: 'New words', expiry_date: '2020-01-01' })
  expect(answer.status).toBe(422)
  expect((await get(id)).body.data.notes).toBeNull()
})

test('the gifts API pages through reactions, the newest first, of the caller’s own scope', async () => {
  const { gifts } = await buyGifts(app.posy, { quantity: 5 })
  for (const [index, { shortcode }] of gifts.entries()) {
    await app.request('POST', `/public/gifts/${shortcode}/open`, { body: {} })
    await app.request('POST', `/public/gifts/${shortcode}/reaction`, { body: { message: `Thanks ${index}` } })
    app.wall.advanceSeconds(1)
  }
  const list = (query: string, as = ADMIN) => app.request('GET', `/v3/reactions?${query}`, { as })
  const said = (answer: { body: { data: { message: string }[] } }) => answer.body.data.map((each) => each.message)
  const first = await list('limit=2')
  expect(said(first)).toEqual(['Thanks 4', 'Thanks 3'])
  expect(first.body).toMatchObject({ hasNext: true, hasPrevious: false })
  const second = await list(`limit=2&next=${first.body.next}`)
  expect(said(second)).toEqual(['Thanks 2', 'Thanks 1'])
  const back = await list(`limit=2&previous=${second.body.previous}`)
  expect(said(back)).toEqual(['Thanks 4', 'Thanks 3'])
  expect(back.body).toMatchObject({ hasNext: true, hasPrevious: false })
  expect(said(await list('next=nonsense')).length).toBe(5)
  for (const as of ['admin@globex.test', 'subteam@acme.test', 'participant@acme.test'])
    expect(said(await list('', as))).toEqual([])
})
