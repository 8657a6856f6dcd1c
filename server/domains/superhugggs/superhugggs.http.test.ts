import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { demo } from '#server/app/demo/ids.ts'
import { reconcile } from '#server/app/reconcile.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { chargeCard } from '#server/testing/cards.ts'
import { setRules } from '#server/testing/rules.ts'
import { claimAt, codeSentTo, requestClaimCode, shareGift } from '#server/testing/superhugggs.ts'
import { CODE_TRIES, deriveOldPersonKey } from './claim-codes.ts'
import { forgetCodes } from './jobs.ts'

let app: TestApp
const as = 'admin@acme.test'
const wallet = demo.wallets.acmeMain
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app?.close())

let people = 0
/** Someone no one has written to yet. */
const someone = () => `person${++people}@friends.test`
const balance = async () => {
  const { body } = await app.request('GET', `/api/v2/user/${demo.users.acmeAdmin}/wallets`, { as })
  return body.data.find((each: { id: string }) => each.id === wallet).available as number
}
const view = async (id: string) =>
  (await app.request('GET', `/api/v2/super-hugggs/${id}?platform=app`, { as })).body.data
const act = (id: string, action: string, body?: object, who = as) =>
  app.request('POST', `/api/v2/super-hugggs/${id}/${action}`, { as: who, ...(body ? { body } : {}) })
const page = async (shortcode: string) => (await app.request('GET', `/public/shareable-gifts/${shortcode}`)).body.data

describe('a shareable gift', () => {
  test('is paid for as a whole, and answers with the link where people claim', async () => {
    const before = await balance()
    const shared = await shareGift(app, { limit: 3, perPerson: 2, message: 'Have a coffee', fromName: 'Alice' })
    expect(shared.transaction).toMatchObject({ delivery_method: 'superhuggg', sale_quantity: 3 })
    expect(before - (await balance())).toBe(shared.transaction.sale_total)
    expect(await view(shared.id)).toMatchObject({
      id: shared.id,
      launch_url: `http://posy.localhost:3000/s/${shared.shortcode}`,
      state: 'open',
      limit: 3,
      claimed: 0,
      unclaimed: 3,
      per_person: 2,
    })
    expect(await page(shared.shortcode)).toMatchObject({
      state: 'open',
      claimMethod: 'email',
      fromName: 'Alice',
      message: 'Have a coffee',
      allowed: [],
    })
  })

  test('is bought by a charge and by invoice too', async () => {
    await app.posy.db.updateTable('team').set({ credit_limit: 5_000_000 }).where('id', '=', demo.teams.acme).execute()
    const invoiced = await shareGift(app, { limit: 2 }, { method: 'invoice' })
    expect(invoiced.transaction.payment_method).toBe('invoice')
    const charge = await chargeCard(app, { amount: 5000 })
    const charged = await shareGift(app, { limit: 2 }, { method: 'charge', reference: charge.body.data.id })
    expect(charged.transaction.payment_method).toBe('charge')
  })

  test('gives one gift to anyone who proves an address, which then opens like any other', async () => {
    const shared = await shareGift(app, { limit: 2, fromName: 'Alice' })
    const ada = someone()
    const claimed = await claimAt(app, shared.shortcode, ada)
    expect(claimed.status, JSON.stringify(claimed.body)).toBe(201)
    const gift = await app.request('POST', `/public/gifts/${claimed.body.data.shortcode}/open`)
    expect(gift.body.data).toMatchObject({ state: 'opened', fromName: 'Alice' })
    await app.settle()
    const { body } = await app.request('GET', `/sandbox/messages?to=${ada}`)
    expect(body.data.map((mail: { subject: string }) => mail.subject)).toEqual(
      expect.arrayContaining(['Alice sent you a little something']),
    )
    const claims = await app.request('GET', `/api/v2/super-hugggs/${shared.id}/claims`, { as })
    expect(claims.body.data).toMatchObject([{ shortcode: claimed.body.data.shortcode, receiver: { email: ada } }])
    expect(await view(shared.id)).toMatchObject({ claimed: 1, unclaimed: 1 })
    const { body: hits } = await app.request('POST', '/v3/searches/hugggs', {
      as,
      body: { query: { filters: { shortcodes: [claimed.body.data.shortcode] } } },
    })
    expect(hits.data.hits[0]).toMatchObject({
      superhuggg: { claim_method: 'email', shortcode: shared.shortcode },
      deliveryStatus: 'email-sent',
      receiver: { email: ada },
    })
    const report = await app.request('GET', `/api/v2/report/transactions/user/${demo.users.acmeAdmin}`, { as })
    const row = report.body.data.find((each: { id: string }) => each.id === shared.transaction.id)
    expect(row).toMatchObject({ super_url_id: shared.id, claimed: 1, stashed: 1 })
  })

  test('gives one person `perPerson` gifts and no more, whatever stands after a plus', async () => {
    const shared = await shareGift(app, { limit: 5, perPerson: 2 })
    const [name] = someone().split('@') as [string]
    const first = await claimAt(app, shared.shortcode, `${name}@friends.test`)
    const second = await claimAt(app, shared.shortcode, `${name}+2@friends.test`)
    expect([first.status, second.status]).toEqual([201, 201])
    expect(second.body.data.shortcode).not.toBe(first.body.data.shortcode)
    const third = await claimAt(app, shared.shortcode, `${name}@friends.test`)
    // The gift they have, and no other.
    expect(third.body.data).toEqual({ shortcode: second.body.data.shortcode, again: true })
    expect(await view(shared.id)).toMatchObject({ claimed: 2, unclaimed: 3 })
  })

  test('gives one person no second gift at another spelling of their mailbox, nor at what they were known by before', async () => {
    const shared = await shareGift(app, { limit: 5 })
    const first = await claimAt(app, shared.shortcode, 'gree.dy@gmail.com')
    expect(first.body.data.again).toBeUndefined()
    const again = { shortcode: first.body.data.shortcode, again: true }
    for (const spelling of ['greedy@gmail.com', 'g.reedy+2@googlemail.com'])
      expect((await claimAt(app, shared.shortcode, spelling)).body.data).toEqual(again)
    await app.posy.db
      .updateTable('superhuggg_claim')
      .set({ person_key: deriveOldPersonKey(app.posy, 'gree.dy@gmail.com') })
      .where('superhuggg_id', '=', shared.id)
      .execute()
    expect((await claimAt(app, shared.shortcode, 'gree.dy@gmail.com')).body.data).toEqual(again)
    expect(await view(shared.id)).toMatchObject({ claimed: 1 })
  })

  test('is not shown to who claimed it once its sender has given it to another address', async () => {
    const shared = await shareGift(app, { limit: 2 })
    const ada = someone()
    expect((await claimAt(app, shared.shortcode, ada)).status).toBe(201)
    const claims = await app.request('GET', `/api/v2/super-hugggs/${shared.id}/claims`, { as })
    const body = { receiver: { email: someone() } }
    const corrected = await app.request('PATCH', `/api/v2/hugggs/${claims.body.data[0].huggg_id}`, { as, body })
    expect(corrected.status, JSON.stringify(corrected.body)).toBe(200)
    const again = await claimAt(app, shared.shortcode, ada)
    expect([again.status, again.body.code, again.body.data]).toEqual([409, 'wrong_state', undefined])
    expect(await view(shared.id)).toMatchObject({ claimed: 1 })
  })

  test('keeps the gifts no one has claimed out of reach: their own links lead nowhere', async () => {
    const shared = await shareGift(app, { limit: 1 })
    const { body } = await app.request('GET', `/api/v2/transactions/${shared.transaction.id}/hugggs`, { as })
    const [{ shortcode, id }] = body.data
    expect((await app.request('GET', `/public/gifts/${shortcode}`)).status).toBe(404)
    expect((await app.request('POST', `/public/gifts/${shortcode}/open`)).status).toBe(404)
    const send = await app.request('POST', `/api/v2/transactions/${shared.transaction.id}/hugggs/send`, {
      as,
      body: { receivers: [{ email: 'ada@friends.test' }] },
    })
    expect(send.status).toBe(409)
    const toggled = await app.request('POST', `/api/v2/transactions/${shared.transaction.id}/hugggs/toggleSent`, {
      as,
      body: { sent: true },
    })
    expect(toggled.body.data).toMatchObject({ changed: 0, refused: [{ huggg_id: id }] })
    expect((await claimAt(app, shared.shortcode, someone())).body.data.shortcode).toBe(shortcode)
    expect((await app.request('GET', `/public/gifts/${shortcode}`)).status).toBe(200)
  })

  test('says that all are claimed once they are, and sends no more codes', async () => {
    const shared = await shareGift(app, { limit: 1 })
    await claimAt(app, shared.shortcode, someone())
    expect((await page(shared.shortcode)).state).toBe('claimed')
    const late = await requestClaimCode(app, shared.shortcode, someone())
    expect([late.status, late.body.message]).toEqual([409, 'All of these gifts have been claimed.'])
  })

  test('pauses and resumes; a code sent before the pause does not get past it', async () => {
    const shared = await shareGift(app, { limit: 2 })
    const ada = someone()
    const asked = await requestClaimCode(app, shared.shortcode, ada)
    expect((await act(shared.id, 'pause')).body.data.state).toBe('paused')
    const code = await codeSentTo(app, ada)
    const claim = () =>
      app.request('POST', `/public/shareable-gifts/${shared.shortcode}/claims`, {
        body: { claim: asked.body.data.claim, code },
      })
    expect((await claim()).status).toBe(409)
    expect((await act(shared.id, 'resume')).body.data.state).toBe('open')
    expect((await claim()).status).toBe(201)
  })

  test('ends early: what no one claimed is refunded to the penny, what was claimed stays', async () => {
    const before = await balance()
    const shared = await shareGift(app, { limit: 5 })
    const claimed = await claimAt(app, shared.shortcode, someone())
    const each = shared.transaction.sale_total / 5
    const ended = await act(shared.id, 'end')
    expect(ended.body.data).toMatchObject({
      cancelled: 4,
      refunded: 4 * each,
      superhuggg: { state: 'ended', unclaimed: 0 },
    })
    expect(before - (await balance())).toBe(each)
    expect((await act(shared.id, 'end')).status).toBe(409)
    expect((await page(shared.shortcode)).state).toBe('ended')
    expect((await app.request('GET', `/public/gifts/${claimed.body.data.shortcode}`)).body.data.state).toBe('wrapped')
    await app.settle()
    expect(await reconcile(app.posy)).toEqual([])
  })

  test('has its limit raised by a purchase at today’s price, and those gifts are claimed at the same link', async () => {
    const shared = await shareGift(app, { limit: 1, message: 'For you' })
    await claimAt(app, shared.shortcode, someone())
    await sql`update product set sender_price = sender_price + 100 where id = ${demo.products.daisyFlatWhite}`.execute(
      app.posy.db,
    )
    const payment = { method: 'walletCommitment', reference: wallet }
    const raised = await act(shared.id, 'limit', { limit: 3, payment })
    expect(raised.status, JSON.stringify(raised.body)).toBe(201)
    expect(raised.body.data).toMatchObject({ sale_quantity: 2, super_url_id: shared.id, message: 'For you' })
    expect(raised.body.data.sale_per_item).toBe(shared.transaction.sale_per_item + 100)
    await sql`update product set sender_price = sender_price - 100 where id = ${demo.products.daisyFlatWhite}`.execute(
      app.posy.db,
    )
    expect(await view(shared.id)).toMatchObject({ limit: 3, claimed: 1, unclaimed: 2, state: 'open' })
    const claimed = await claimAt(app, shared.shortcode, someone())
    expect(claimed.status, JSON.stringify(claimed.body)).toBe(201)
    const lower = await act(shared.id, 'limit', { limit: 3, payment })
    expect([lower.status, lower.body.details[0].path]).toEqual([422, 'limit'])
    const foreign = await act(shared.id, 'limit', {
      limit: 4,
      payment: { ...payment, reference: demo.wallets.acmeNorth },
    })
    expect([foreign.status, foreign.body.details[0].path]).toEqual([422, 'payment.reference'])
  })

  test('expires like any other gift, claimed or not', async () => {
    const shared = await shareGift(app, { limit: 2, hugggExpiryDate: '2026-03-20' })
    await app.advance('P20D')
    expect((await page(shared.shortcode)).state).toBe('expired')
    expect((await requestClaimCode(app, shared.shortcode, someone())).status).toBe(409)
    const { rows } =
      await sql`select from huggg where transaction_id = ${shared.transaction.id} and status_id = 5`.execute(
        app.posy.db,
      )
    expect(rows).toHaveLength(2)
  })

  test('of more than a hundred says that its gifts are being made, until they are', async () => {
    const shared = await shareGift(app, { limit: 101 })
    expect((await page(shared.shortcode)).state).toBe('preparing')
    expect((await act(shared.id, 'end')).status).toBe(409)
    await app.settle()
    expect((await page(shared.shortcode)).state).toBe('open')
  })

  test.each([
    ['no product that exists', { reference: '00000000-0000-4000-8000-00000000dead' }, 404, null],
    ['more for one person than there are', { limit: 2, perPerson: 3 }, 422, 'purchase.perPerson'],
    [
      'endings for claims by text message',
      { claimMethod: 'sms', claimRestrictions: { emailEndings: ['@a.test'] } },
      422,
      'purchase.claimRestrictions.emailEndings',
    ],
    ['a last day in the past', { hugggExpiryDate: '2026-01-01' }, 422, 'purchase.hugggExpiryDate'],
    ['more than 10,000', { limit: 10_001 }, 422, 'purchase.limit'],
    ['more than the plan allows', { limit: 10_000 }, 403, 'purchase.limit'],
  ])('is refused with %s', async (_, purchase, status, path) => {
    await app.posy.db
      .updateTable('plan')
      .set({ hugggs_per_order_limit: 9999 })
      .where('id', '=', demo.plans.enterprise)
      .execute()
    const answer = await app.request('POST', '/api/v2/transactions', {
      as,
      body: {
        purchase: { type: 'superhuggg', reference: demo.products.daisyFlatWhite, limit: 2, ...purchase },
        payment: { method: 'walletCommitment', reference: wallet },
      },
    })
    expect(answer.status, JSON.stringify(answer.body)).toBe(status)
    if (path) expect(answer.body.details.map((each: { path: string }) => each.path)).toContain(path)
  })

  test('is quoted before it is bought', async () => {
    const { body } = await app.request('POST', '/v3/orders/quotes', {
      as,
      body: { purchase: { type: 'superhuggg', reference: demo.products.daisyFlatWhite, limit: 4, perPerson: 9 } },
    })
    expect(body.data.quote).toMatchObject({ quantity: 4, deliveryMethod: 'superhuggg' })
    expect(body.data.problems).toMatchObject([{ path: 'purchase.perPerson' }])
  })

  test('is seen by a viewer with who has claimed, without its link; not by a subteam', async () => {
    const shared = await shareGift(app, { limit: 2 })
    const path = `/api/v2/super-hugggs/${shared.id}`
    const seen = await app.request('GET', path, { as: 'viewer@acme.test' })
    expect(seen.body.data).toEqual({ ...(await view(shared.id)), launch_url: null, shortcode: null })
    expect((await app.request('GET', `${path}/claims`, { as: 'viewer@acme.test' })).status).toBe(200)
    expect((await app.request('GET', `${path}/files/qr.svg`, { as: 'viewer@acme.test' })).status).toBe(403)
    for (const what of ['', '/claims'])
      expect((await app.request('GET', `${path}${what}`, { as: 'subteam@acme.test' })).status).toBe(404)
  })

  test('needs the permission use-superhuggg to be bought, changed or ended', async () => {
    const shared = await shareGift(app, { limit: 1 })
    for (const action of ['pause', 'resume', 'end'])
      expect((await act(shared.id, action, undefined, 'viewer@acme.test')).status).toBe(403)
    expect((await act(shared.id, 'pause', undefined, 'participant@acme.test')).status).toBe(404)
    expect((await act(shared.id, 'pause', undefined, 'admin@globex.test')).status).toBe(404)
  })
})

describe('a claim code', () => {
  let shortcode: string
  beforeEach(async () => {
    shortcode = (await shareGift(app, { limit: 20 })).shortcode
    app.wall.advanceSeconds(3600)
  })
  const claim = (body: object) => app.request('POST', `/public/shareable-gifts/${shortcode}/claims`, { body })
  const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

  test('cannot be guessed: five tries, and then not even the right one works', async () => {
    const ada = someone()
    const { body } = await requestClaimCode(app, shortcode, ada)
    const code = await codeSentTo(app, ada)
    for (let left = CODE_TRIES - 1; left >= 0; left--) {
      const answer = await claim({ claim: body.data.claim, code: wrong(code) })
      expect([answer.status, answer.body.details[0].path]).toEqual([422, 'code'])
      expect(answer.body.details[0].code).toBe(left > 0 ? 'wrong_code' : 'no_tries_left')
    }
    expect((await claim({ claim: body.data.claim, code })).status).toBe(409)
  })

  test('guessed a hundred times at once is tried five times', async () => {
    const ada = someone()
    const { body } = await requestClaimCode(app, shortcode, ada)
    const code = await codeSentTo(app, ada)
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => claim({ claim: body.data.claim, code: wrong(code) })),
    )
    expect(answers.filter(({ status }) => status === 422)).toHaveLength(CODE_TRIES)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(100 - CODE_TRIES)
  })

  test('works once, also when it arrives twice at the same moment', async () => {
    const ada = someone()
    const { body } = await requestClaimCode(app, shortcode, ada)
    const code = await codeSentTo(app, ada)
    const answers = await Promise.all([1, 2, 3].map(() => claim({ claim: body.data.claim, code })))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409])
    expect((await claim({ claim: body.data.claim, code })).status).toBe(409)
  })

  test('works only in the browser that asked for it, at its own link, for its own address', async () => {
    const [ada, eve] = [someone(), someone()]
    await requestClaimCode(app, shortcode, ada)
    const code = await codeSentTo(app, ada)
    const eves = await requestClaimCode(app, shortcode, eve)
    expect((await claim({ claim: eves.body.data.claim, code })).status).toBe(422)
    expect((await claim({ claim: 'made-up', code })).status).toBe(409)
    const [id, token] = eves.body.data.claim.split('.')
    expect((await claim({ claim: `${id}.${token.slice(1)}A`, code })).status).toBe(409)
    const other = await shareGift(app, { limit: 2 })
    const elsewhere = await app.request('POST', `/public/shareable-gifts/${other.shortcode}/claims`, {
      body: { claim: eves.body.data.claim, code: await codeSentTo(app, eve) },
    })
    expect(elsewhere.status).toBe(409)
  })

  test('expires after ten minutes', async () => {
    const ada = someone()
    const asked = await requestClaimCode(app, shortcode, ada)
    const code = await codeSentTo(app, ada)
    app.wall.advanceSeconds(601)
    expect((await claim({ claim: asked.body.data.claim, code })).status).toBe(409)
  })

  test('is not taken from its owner by anyone who asks for another one; the newest email’s is good in their browser too', async () => {
    const [ada, bea] = [someone(), someone()]
    const own = await requestClaimCode(app, shortcode, ada)
    const code = await codeSentTo(app, ada)
    await requestClaimCode(app, shortcode, ada)
    expect((await claim({ claim: own.body.data.claim, code })).status).toBe(201)
    const beas = await requestClaimCode(app, shortcode, bea)
    // Two mails at once may arrive in either order.
    await codeSentTo(app, bea)
    const strangers = await requestClaimCode(app, shortcode, bea)
    const newest = await codeSentTo(app, bea)
    const hers = await claim({ claim: beas.body.data.claim, code: newest })
    expect(hers.status).toBe(201)
    // With the code that only she was sent, the other question leads to the gift she has, and to no further one.
    const again = await claim({ claim: strangers.body.data.claim, code: newest })
    expect([again.status, again.body.data]).toEqual([201, { shortcode: hers.body.data.shortcode, again: true }])
  })

  test('is sent three times an hour and ten a day to one address for one place, which leaves its owner theirs', async () => {
    const ada = someone()
    const stranger = { 'x-forwarded-for': '203.0.113.66' }
    const sent: number[] = []
    for (let hour = 0; hour < 4; hour++) {
      for (let time = 0; time < 4; time++) sent.push((await requestClaimCode(app, shortcode, ada, stranger)).status)
      expect((await requestClaimCode(app, shortcode, ada)).status).toBe(201)
      app.wall.advanceSeconds(3601)
      shortcode = (await shareGift(app, { limit: 20 })).shortcode
    }
    expect(sent.slice(0, 12)).toEqual([201, 201, 201, 429, 201, 201, 201, 429, 201, 201, 201, 429])
    expect(sent.slice(12)).toEqual([201, 429, 429, 429])
    const fromEverywhere = []
    for (let time = 0; time < 10; time++) fromEverywhere.push((await requestClaimCode(app, shortcode, ada)).status)
    expect(fromEverywhere).toEqual([...Array(9).fill(201), 429])
  })

  test('is asked for at most twenty times an hour from one place', async () => {
    const from = { 'x-forwarded-for': '203.0.113.9' }
    const asked = []
    for (let time = 0; time < 21; time++) asked.push((await requestClaimCode(app, shortcode, someone(), from)).status)
    expect(asked).toEqual([...Array(20).fill(201), 429])
  })

  test('counts at its link while it is open: no one closes a gift for longer, and its sender sees and clears it', async () => {
    const small = await shareGift(app, { limit: 2 })
    const seen = async () =>
      (await app.request('GET', `/api/v2/super-hugggs/${small.id}`, { as: 'admin@acme.test' })).body.data
    const { most } = (await seen()).codes
    // As three times the limit closed it for ten years.
    for (let time = 0; time < most; time++)
      expect((await requestClaimCode(app, small.shortcode, someone())).status).toBe(201)
    const putOff = await requestClaimCode(app, small.shortcode, someone())
    expect([putOff.status, Number(putOff.headers.get('retry-after'))]).toEqual([429, 600])
    expect(await seen()).toMatchObject({ state: 'open', codes: { open: most, refused_at: expect.any(String) } })
    const cleared = await app.request('POST', `/api/v2/super-hugggs/${small.id}/codes/clear`, { as: 'admin@acme.test' })
    expect(cleared.body.data.codes).toEqual({ open: 0, most, refused_at: null })
    app.wall.advanceSeconds(1)
    expect((await claimAt(app, small.shortcode, someone())).status).toBe(201)
    for (let time = 0; time < most; time++) await requestClaimCode(app, small.shortcode, someone())
    expect((await requestClaimCode(app, small.shortcode, someone())).status).toBe(429)
    // What lapses is given back automatically.
    app.wall.advanceSeconds(601)
    expect((await claimAt(app, small.shortcode, someone())).status).toBe(201)
  })

  test('is sent to no one who could not claim: restrictions come before every limit', async () => {
    const { shortcode: closed } = await shareGift(app, {
      limit: 2,
      claimRestrictions: { emailEndings: ['@acme.test', '.ac.uk'] },
    })
    for (let time = 0; time < 10; time++) {
      const answer = await requestClaimCode(app, closed, 'eve@evil-acme.test.example')
      expect([answer.status, answer.body.code]).toEqual([403, 'restricted'])
    }
    expect((await requestClaimCode(app, closed, 'someone@leeds.ac.uk')).status).toBe(201)
    const sms = await app.request('POST', `/public/shareable-gifts/${closed}/codes`, {
      body: { phone_number: '+447700900123' },
    })
    expect([sms.status, sms.body.details[0].path]).toEqual([422, 'email'])
  })

  test('is texted where gifts are claimed by text message, and the gift too; abroad only where prefixes say so', async () => {
    const home = await shareGift(app, { limit: 2, claimMethod: 'sms' })
    const ask = (to: string, link = home.shortcode) =>
      app.request('POST', `/public/shareable-gifts/${link}/codes`, {
        body: { phone_number: to },
        headers: { 'x-forwarded-for': '203.0.113.44' },
      })
    const texts = async (): Promise<string[]> => {
      await app.settle()
      const { body } = await app.request('GET', `/sandbox/messages?to=${encodeURIComponent('+447700900123')}`)
      return body.data.map((each: { text: string }) => each.text)
    }
    const asked = await ask('07700 900123')
    expect(asked.status, JSON.stringify(asked.body)).toBe(201)
    const [code] = (await texts())[0]!.match(/^\d{6}/)!
    const claimed = await app.request('POST', `/public/shareable-gifts/${home.shortcode}/claims`, {
      body: { claim: asked.body.data.claim, code },
    })
    expect(claimed.status, JSON.stringify(claimed.body)).toBe(201)
    expect((await texts()).some((text) => text.includes(`/g/${claimed.body.data.shortcode}`))).toBe(true)
    expect([(await ask('+4915112345678')).status, (await ask('020 7946 0000')).status]).toEqual([403, 422])
    const german = await shareGift(app, {
      limit: 2,
      claimMethod: 'sms',
      claimRestrictions: { numberPrefixes: ['+49'] },
    })
    expect((await ask('+4915112345678', german.shortcode)).status).toBe(201)
    expect((await ask('07700 900123', german.shortcode)).status).toBe(403)
  })

  test('obeys what the team allows today: its email domains, and shared links at all', async () => {
    const put = (preferences: object) => setRules(app, preferences)
    const ada = someone()
    const asked = await requestClaimCode(app, shortcode, ada)
    const code = await codeSentTo(app, ada)
    await put({ deliveryEmailDomains: ['acme.test'] })
    expect((await requestClaimCode(app, shortcode, someone())).status).toBe(403)
    expect((await claim({ claim: asked.body.data.claim, code })).status).toBe(403)
    await put({ deliveryEmailDomains: [], deliveryMethods: ['email'] })
    expect((await requestClaimCode(app, shortcode, someone())).status).toBe(403)
    await put({ deliveryMethods: null, deliveryEmailDomains: null })
    expect((await claim({ claim: asked.body.data.claim, code })).status).toBe(201)
  })

  test('leaves nothing of an address behind with which nothing was claimed, a day later', async () => {
    const [ada, eve] = [someone(), someone()]
    await claimAt(app, shortcode, ada)
    await requestClaimCode(app, shortcode, eve)
    app.wall.advanceSeconds(86_401)
    await forgetCodes(app.posy)
    const known = await app.posy.db.selectFrom('recipient').select('email').where('email', 'in', [ada, eve]).execute()
    expect(known).toEqual([{ email: ada }])
  })

  test('of an unknown or malformed link gets the same 404', async () => {
    for (const unknown of ['aaaaaaaaaaaa', '..%2f', 'x'])
      expect((await requestClaimCode(app, unknown, someone())).body.message).toBe('No such gift.')
  })
})
