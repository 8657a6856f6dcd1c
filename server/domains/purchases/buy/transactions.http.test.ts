import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { demo } from '#server/app/demo/ids.ts'
import { reconcile } from '#server/app/reconcile.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'

/** Of a purchase of one gift, with its answer; one of them, once a minute, notes that its key was used. */
const MOST_STATEMENTS = 20

let app: TestApp
const as = 'admin@acme.test'
const key = 'key:demo-customer'

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const links = (changes: object = {}) => ({
  type: 'huggg',
  reference: demo.products.daisyGiftCard10,
  deliveryMethod: 'links',
  ...changes,
})
const buy = (
  purchase: object,
  options: { as?: string; wallet?: string; userId?: string; headers?: Record<string, string>; embed?: string } = {},
) =>
  app.request('POST', `/api/v2/transactions?${options.embed ?? 'embed[]=hugggs'}`, {
    as: options.as ?? as,
    ...(options.headers ? { headers: options.headers } : {}),
    body: {
      purchase,
      payment: { method: 'walletCommitment', reference: options.wallet ?? demo.wallets.acmeMain },
      ...(options.userId ? { userId: options.userId } : {}),
    },
  })
const wallet = async () =>
  (await app.request('GET', `/api/v2/teams/${demo.teams.acme}/wallets`, { as })).body.data.find(
    (each: { id: string }) => each.id === demo.wallets.acmeMain,
  )
const listHugggs = async (id: string) =>
  (await app.request('GET', `/api/v2/transactions/${id}/hugggs?per_page=1000`, { as })).body
const mailTo = async (to: string) => (await app.request('GET', `/sandbox/messages?to=${to}`)).body.data

describe('a purchase', () => {
  test('of an integration written for the original answers 201 with the links, without a key', async () => {
    const before = await wallet()
    const bought = await buy(links(), { as: key })
    expect(bought.status).toBe(201)
    expect(bought.body.data.embedded.hugggs[0].launch_url).toMatch(/\/g\/\w+$/)
    const again = (await app.request('GET', `/api/v2/transactions/${bought.body.data.id}`, { as: key })).body.data
    expect(again).toEqual({ ...bought.body.data, embedded: undefined })
    expect((await wallet()).available).toBe(before.available - 1060)
  })

  test('of one gift asks the database little, and holds the wallet only once all else is written', async () => {
    const { db } = app.posy
    let asked = 0
    const counting = db.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        asked += 1
        return result
      },
    })
    Object.assign(app.posy, { db: counting })
    const headers = { 'idempotency-key': 'counted' }
    const bought = await buy(links(), { as: key, headers }).finally(() => Object.assign(app.posy, { db }))
    expect(bought.status).toBe(201)
    expect(asked).toBeLessThanOrEqual(MOST_STATEMENTS)
    // PostgreSQL numbers what a transaction does.
    const { rows } = await sql<{ moved: number; answered: number; audited: number }>`
      select transfer.cmin::text::int as moved, answer.cmin::text::int as answered, audit.cmin::text::int as audited
      from ledger_transfer as transfer, audit_event as audit, idempotency_record as answer
      where transfer.key = ${`purchase/${bought.body.data.id}`} and audit.subject_id = ${bought.body.data.id} and answer.xmin = transfer.xmin`.execute(
      db,
    )
    expect(rows).toHaveLength(1)
    expect(rows[0]!.moved).toBeGreaterThan(Math.max(rows[0]!.answered, rows[0]!.audited))
  })

  test('brings along every relation that is asked for, of its product and of its gifts', async () => {
    const bought = await buy(links({ reference: demo.products.choiceOfGift10 }))
    const relations = ['purchase.brand', 'purchase.brand.stores', 'purchase.segments', 'voucher', 'redemptions']
    const query = relations.map((name) => `embed[]=${name}`).join('&')
    const answer = await app.request('GET', `/api/v2/transactions/${bought.body.data.id}?${query}`, { as })
    const { purchase, hugggs } = answer.body.data.embedded
    expect(purchase.embedded.brand.id).toBe(purchase.brandId)
    expect(purchase.embedded.brand.embedded.stores).toEqual(expect.any(Array))
    expect(purchase.embedded.segments.length).toBeGreaterThan(0)
    expect(hugggs[0].embedded).toMatchObject({ voucher: { type: expect.any(String) }, redemptions: [] })
  })

  test('of more than a hundred is made by a job, each gift once, while processing says so', async () => {
    const bought = await buy(links({ type: 'bulkHugggs', quantity: 2600 }), { wallet: demo.wallets.acmeMain })
    expect([bought.status, bought.body.code]).toEqual([402, 'insufficient_funds'])
    const some = await buy(links({ type: 'bulkHugggs', reference: demo.products.daisyFlatWhite, quantity: 250 }))
    expect(some.body.data).toMatchObject({ processing: 'creating', created_quantity: 0, sale_quantity: 250 })
    await app.settle()
    const done = (await app.request('GET', `/api/v2/transactions/${some.body.data.id}`, { as })).body.data
    expect(done).toMatchObject({ processing: null, created_quantity: 250 })
    const page = await listHugggs(done.id)
    expect([page.total, new Set(page.data.map((each: { shortcode: string }) => each.shortcode)).size]).toEqual([
      250, 250,
    ])
  })

  test('may name its own user only', async () => {
    expect((await buy(links(), { userId: demo.users.acmeAdmin })).status).toBe(201)
    expect((await buy(links(), { userId: demo.users.acmeViewer })).body.details).toEqual([
      expect.objectContaining({ path: 'userId' }),
    ])
  })

  test('that is refused has moved nothing, and names every problem with its row', async () => {
    const before = await wallet()
    const receivers = [{ email: 'ok@friends.test' }, { email: 'ok@friends.test' }]
    const refused = await buy({
      type: 'huggg',
      reference: demo.products.daisyGiftCard10,
      receivers,
      expiry: '2020-01-01',
    })
    expect(refused.status).toBe(422)
    expect(refused.body.details).toEqual([
      expect.objectContaining({ path: 'purchase.receivers.1.email', row: 1 }),
      expect.objectContaining({ path: 'purchase.expiry' }),
    ])
    expect(await wallet()).toEqual(before)
  })

  test('with a key gives its first answer again, and refuses the key for anything else', async () => {
    const headers = { 'idempotency-key': 'order-4711' }
    const first = await buy(links(), { headers })
    const second = await buy(links(), { headers })
    expect([second.status, second.body]).toEqual([201, first.body])
    expect((await buy(links({ quantity: 2 }), { headers })).body.code).toBe('idempotency_key_reused')
    // Another caller’s key of the same name is another key.
    expect((await buy(links(), { headers, as: key })).body.data.id).not.toBe(first.body.data.id)
  })

  test('is the same request with its fields in another order, indented, or after a byte-order mark', async () => {
    const headers = { 'idempotency-key': 'order-4713' }
    const payment = { method: 'walletCommitment', reference: demo.wallets.acmeMain }
    const purchase = links()
    const reordered = Object.fromEntries(Object.entries(purchase).reverse())
    const send = (body: string) => app.request('POST', '/api/v2/transactions', { as, headers, body })
    const first = await send(JSON.stringify({ purchase, payment }))
    expect(first.status, JSON.stringify(first.body)).toBe(201)
    for (const body of [
      JSON.stringify({ payment, purchase: reordered }),
      JSON.stringify({ purchase, payment }, null, 2),
      `\uFEFF${JSON.stringify({ purchase, payment })}`,
    ]) {
      const again = await send(body)
      expect([again.status, again.body], body).toEqual([201, first.body])
    }
  })

  test('takes an empty text or null as not given, for a receiver too', async () => {
    for (const none of ['', null]) {
      const receivers = [{ email: 'fay@friends.test', phone_number: none }]
      const fields = { themeId: none, expiry: none, sendDate: none, coverImage: none }
      const { status, body } = await buy({ ...links(), deliveryMethod: 'email', receivers, ...fields })
      expect(status, JSON.stringify(body)).toBe(201)
      expect(body.data).toMatchObject({ theme_id: expect.any(String), send_date: null, sale_quantity: 1 })
    }
  })

  test('that fails leaves its key unused', async () => {
    const headers = { 'idempotency-key': 'order-4712' }
    expect((await buy(links({ quantity: 9000 }), { headers })).status).toBe(402)
    expect((await buy(links(), { headers })).status).toBe(201)
  })
})

describe('a command on a whole purchase', () => {
  test('gives free gifts to receivers, one each, and no more than there are', async () => {
    const { body } = await buy(links({ type: 'bulkHugggs', quantity: 3 }))
    const path = `/api/v2/transactions/${body.data.id}/hugggs/send`
    const receivers = [{ email: 'dora@friends.test', notes: 'For Dora' }, { email: 'eric@friends.test' }]
    expect((await app.request('POST', path, { as, body: { receivers } })).body.data.changed).toBe(2)
    await app.settle()
    expect((await mailTo('dora@friends.test'))[0].text).toContain('For Dora')
    const statuses = (await listHugggs(body.data.id)).data.map((each: { status_id: number }) => each.status_id).sort()
    expect(statuses).toEqual([1, 2, 2])
    expect(
      (await app.request('POST', path, { as, body: { receivers: [{ email: 'f@x.test' }, { email: 'g@x.test' }] } }))
        .body.code,
    ).toBe('wrong_state')
  })

  test('schedules only the gifts it sends on a date, and each is emailed once, when it comes', async () => {
    const { body } = await buy(links({ type: 'bulkHugggs', quantity: 3, expiry: '2026-06-30' }))
    const path = `/api/v2/transactions/${body.data.id}/hugggs/send`
    const send = (receivers: object[], at?: object, who = as) =>
      app.request('POST', path, {
        as: who,
        body: { receivers, ...(at ? { sendDate: app.posy.clock.now().add(at).toString() } : {}) },
      })
    const statuses = async () =>
      (await listHugggs(body.data.id)).data.map((each: { status_id: number }) => each.status_id).sort()
    for (const [hours, problem] of [
      [-1, 'is in the past'],
      [24 * 400, 'is more than a year ahead'],
    ] as const) {
      const refused = await send([{ email: 'ivy@friends.test' }], { hours })
      expect([refused.status, refused.body.details]).toEqual([
        422,
        [expect.objectContaining({ path: 'sendDate', message: problem })],
      ])
    }
    expect((await send([{ email: 'ivy@friends.test' }], { hours: 24 * 300 })).body.code).toBe('wrong_state')
    expect((await send([{ email: 'ivy@friends.test' }], { hours: 1 }, 'admin@globex.test')).status).toBe(404)
    expect(await statuses()).toEqual([1, 1, 1])
    expect((await send([{ email: 'ivy@friends.test' }], { hours: 48 })).body.data.changed).toBe(1)
    expect((await send([{ email: 'jim@friends.test' }])).body.data.changed).toBe(1)
    await app.settle()
    expect(await statuses()).toEqual([1, 2, 8])
    expect(await mailTo('ivy@friends.test')).toEqual([])
    await app.advance('PT49H')
    expect(await statuses()).toEqual([1, 2, 2])
    expect(await mailTo('ivy@friends.test')).toHaveLength(1)
    expect(await mailTo('jim@friends.test')).toHaveLength(1)
  })

  test('gives scheduled links to people before their time: those are emailed, the others become links', async () => {
    const sendDate = app.posy.clock.now().add({ hours: 24 }).toString()
    const { body } = await buy(links({ type: 'bulkHugggs', quantity: 4, sendDate }))
    const send = (email: string) =>
      app.request('POST', `/api/v2/transactions/${body.data.id}/hugggs/send`, { as, body: { receivers: [{ email }] } })
    const answers = await Promise.all(['kay@friends.test', 'lee@friends.test', 'max@friends.test'].map(send))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    await app.settle()
    expect(await mailTo('kay@friends.test')).toEqual([])
    await app.advance('PT25H')
    for (const email of ['kay@friends.test', 'lee@friends.test', 'max@friends.test'])
      expect(await mailTo(email)).toHaveLength(1)
    const gifts = (await listHugggs(body.data.id)).data as { status_id: number; receiver_id: string | null }[]
    expect(gifts.map(({ status_id }) => status_id)).toEqual([2, 2, 2, 2])
    expect(new Set(gifts.map(({ receiver_id }) => receiver_id)).size).toBe(4)
  })

  test('sends a scheduled purchase at its time, not before', async () => {
    const sendDate = app.posy.clock.now().add({ hours: 48 }).toString()
    const { body } = await buy({
      type: 'huggg',
      reference: demo.products.daisyGiftCard10,
      receivers: [{ email: 'gwen@friends.test' }],
      sendDate,
    })
    expect(body.data.embedded.hugggs[0].status_id).toBe(8)
    await app.settle()
    await app.advance('PT47H')
    expect(await mailTo('gwen@friends.test')).toEqual([])
    await app.advance('PT2H')
    expect(await mailTo('gwen@friends.test')).toHaveLength(1)
    expect((await listHugggs(body.data.id)).data[0]).toMatchObject({ status_id: 2 })
  })

  test('changes the message of a scheduled purchase until one of its gifts is sent; messages to one person stay', async () => {
    const purchase = {
      type: 'bulkHugggs',
      deliveryMethod: 'email',
      sendDate: app.posy.clock.now().add({ hours: 48 }).toString(),
      message: 'Well done',
      receivers: [{ email: 'iris@friends.test' }, { email: 'jo@friends.test', notes: 'For Jo alone' }],
    }
    const { body } = await buy(links(purchase))
    const path = `/api/v2/transactions/${body.data.id}`
    const reword = (message: string | null, who = as) =>
      app.request('PATCH', path, { as: who, body: { message, from_name: 'All of us' } })
    const messages = async () =>
      (await listHugggs(body.data.id)).data.map(({ notes }: { notes: string }) => notes).sort()
    expect((await reword('Thank you')).body.data).toMatchObject({ message: 'Thank you', from_name: 'All of us' })
    expect(await messages()).toEqual(['For Jo alone', 'Thank you'])
    for (const who of ['viewer@acme.test', 'admin@globex.test'])
      expect((await reword('Mine now', who)).status).toBe(who.startsWith('viewer') ? 403 : 404)
    expect((await reword('x'.repeat(2001))).status).toBe(422)
    await app.request('POST', `${path}/hugggs/send-now`, { as })
    await app.settle()
    const [mail] = await mailTo('iris@friends.test')
    expect(JSON.stringify(mail)).toContain('Thank you')
    expect(JSON.stringify(mail)).not.toContain('Well done')
    const late = await reword('Too late')
    expect([late.status, late.body.code]).toEqual([409, 'wrong_state'])
    expect(await messages()).toEqual(['For Jo alone', 'Thank you'])
  })

  test('changes and removes the people of a scheduled purchase together, or not at all', async () => {
    const before = await wallet()
    const receivers = ['kit', 'lou', 'mo'].map((who) => ({ email: `${who}@friends.test`, name: who }))
    const sendDate = app.posy.clock.now().add({ hours: 48 }).toString()
    const bought = await buy(links({ type: 'bulkHugggs', deliveryMethod: 'email', sendDate, receivers }))
    const path = `/api/v2/transactions/${bought.body.data.id}`
    const people = async () =>
      (await app.request('GET', `${path}/hugggs?embed[]=receiver`, { as })).body.data.map(
        (gift: { id: string; launch_url: string; status_id: number; embedded: { receiver: object } }) => gift,
      )
    const change = (body: object, who = as, headers = {}) =>
      app.request('POST', `/v3/transactions/${bought.body.data.id}/people`, { as: who, body, headers })
    const shown = await people()
    const findId = (who: string) => shown.find((gift: (typeof shown)[number]) => gift.embedded.receiver.name === who).id
    const findLink = (who: string) =>
      shown.find((gift: (typeof shown)[number]) => gift.embedded.receiver.name === who).launch_url
    const wish = {
      changed: [{ hugggId: findId('kit'), email: 'kim@friends.test', name: 'Kim' }],
      removed: [findId('mo')],
    }
    for (const [who, status] of [
      ['viewer@acme.test', 403],
      ['admin@globex.test', 404],
    ] as const)
      expect((await change(wish, who)).status).toBe(status)
    const other = (await buy(links())).body.data.embedded.hugggs[0].id
    const foreign = await change({ ...wish, removed: [other] })
    expect(foreign.status).toBe(404)
    const wrong = await change({
      ...wish,
      changed: [...wish.changed, { hugggId: findId('lou'), phoneNumber: '07700900123' }],
    })
    expect(wrong.status).toBe(422)
    expect(wrong.body.details).toMatchObject([{ path: 'changed[1].phoneNumber' }])
    expect(await people()).toEqual(shown)

    const twins = await Promise.all([1, 2].map(() => change(wish, as, { 'idempotency-key': 'kim-not-mo' })))
    expect(twins.map(({ status }) => status).filter((status) => status !== 409)).toContain(200)
    const now = await people()
    expect(
      now
        .map((gift: (typeof shown)[number]) => [
          gift.embedded.receiver.email,
          gift.embedded.receiver.name,
          gift.status_id,
        ])
        .sort(),
    ).toEqual([
      ['kim@friends.test', 'Kim', 8],
      ['lou@friends.test', 'lou', 8],
      ['mo@friends.test', 'mo', 6],
    ])
    // The other purchase of this test, and two of the three that are left of this one.
    expect((await wallet()).available).toBe(before.available - 3 * 1060)
    expect((await app.request('GET', new URL(findLink('kit')).pathname)).status).toBe(404)
    await app.request('POST', `${path}/hugggs/send-now`, { as })
    await app.settle()
    expect(await mailTo('kit@friends.test')).toEqual([])
    expect(await mailTo('mo@friends.test')).toEqual([])
    expect(await mailTo('kim@friends.test')).toHaveLength(1)
    const late = await change({ removed: [findId('lou')] })
    expect([late.status, late.body.details]).toMatchObject([409, [{ path: 'removed[0]' }]])
  })

  test('cancels all gifts that are unused and returns their money; details and dates can be changed', async () => {
    const before = await wallet()
    const { body } = await buy(links({ type: 'bulkHugggs', quantity: 5 }))
    const path = `/api/v2/transactions/${body.data.id}`
    expect(
      (await app.request('PATCH', path, { as, body: { notes: 'For the party', title: 'Party' } })).body.data,
    ).toMatchObject({ notes: 'For the party', title: 'Party' })
    expect(
      (await app.request('POST', `${path}/hugggs/toggleSent`, { as, body: { sent: true } })).body.data.changed,
    ).toBe(5)
    expect(
      (await app.request('PATCH', `${path}/hugggs`, { as, body: { expiry: '2026-04-30' } })).body.data.changed,
    ).toBe(5)
    expect((await listHugggs(body.data.id)).data[0]).toMatchObject({
      status_id: 2,
      expiry_date: '2026-04-30T22:59:59.999Z',
    })
    const cancelled = await app.request('POST', `${path}/hugggs/cancel`, { as })
    expect(cancelled.body.data).toEqual({ changed: 5, refunded: 5300, refused: [] })
    const { body: told } = await app.request('GET', path, { as })
    expect([told.data.sale_total, told.data.refunded_total]).toEqual([5300, 5300])
    expect(await wallet()).toEqual(before)
  })

  test('has its last day moved by who may change last days, and its sending by who may change what is sent', async () => {
    const owner = { as: 'operator:owner@posy.test' }
    const plan = `/v3/operator/plans/${demo.plans.enterprise}`
    const { roles } = (await app.request('GET', plan, owner)).body.data
    const { permissions } = roles.find(({ id }: { id: string }) => id === 'team-admin')
    const withhold = async (withheld: string) => {
      const left = permissions.filter((permission: string) => permission !== withheld)
      const body = { permissions: left, reason: 'as they asked' }
      expect((await app.request('PUT', `${plan}/roles/team-admin`, { ...owner, body })).status).toBe(200)
    }
    const inHours = (hours: number) => app.posy.clock.now().add({ hours }).toString()
    const receivers = [{ email: 'ivy@friends.test' }]
    const { body } = await buy({ ...links({ deliveryMethod: 'email' }), receivers, sendDate: inHours(24) })
    const path = `/api/v2/transactions/${body.data.id}/hugggs`
    const statuses = async () => {
      const expiry = await app.request('PATCH', path, { as, body: { expiry: '2026-04-30' } })
      const sentDate = await app.request('PATCH', path, { as, body: { sentDate: inHours(48) } })
      return [expiry.status, sentDate.status]
    }
    await withhold('edit-huggg-status')
    expect(await statuses()).toEqual([200, 403])
    await withhold('edit-huggg-expiry')
    expect(await statuses()).toEqual([403, 200])
    await withhold('')
    await app.request('POST', `${path}/cancel`, { as })
  })

  test('cancels and moves the gifts that are picked, and no others; what was used meanwhile is told by row', async () => {
    const before = await wallet()
    const { body } = await buy(links({ type: 'bulkHugggs', quantity: 4 }))
    const path = `/api/v2/transactions/${body.data.id}/hugggs`
    const ids = (await listHugggs(body.data.id)).data.map(({ id }: { id: string }) => id)
    const moved = await app.request('PATCH', path, { as, body: { expiry: '2026-04-30', hugggIds: [ids[0], ids[0]] } })
    expect(moved.body.data).toEqual({ changed: 1, refused: [] })
    const days = (await listHugggs(body.data.id)).data.map((gift: { expiry_date: string }) => gift.expiry_date)
    expect(new Set(days.slice(1)).size).toBe(1)
    expect([days[0], days[1] === days[0]]).toEqual(['2026-04-30T22:59:59.999Z', false])
    const shortcode = (await listHugggs(body.data.id)).data[1].shortcode
    const till = { as: 'client:demo-till', body: { location_id: demo.stores.daisyCoffeeLeeds } }
    expect((await app.request('POST', `/api/v2/hugggs/${shortcode}/redemptions`, till)).status).toBe(201)
    const cancel = (hugggIds: string[], who = as) =>
      app.request('POST', `${path}/cancel`, { as: who, body: { hugggIds } })
    // Two people press at once.
    const both = (await Promise.all([cancel(ids.slice(0, 2)), cancel(ids.slice(0, 2))])).map(
      (answer) => answer.body.data,
    )
    expect(both.map(({ changed }) => changed).sort()).toEqual([0, 1])
    expect(both.map(({ refunded }) => refunded).sort()).toEqual([0, 1060])
    for (const { refused } of both) expect(refused).toEqual([{ huggg_id: ids[1], reason: 'already redeemed' }])
    expect(await wallet()).toMatchObject({ available: before.available - 3 * 1060 })
    const other = (await buy(links())).body.data.embedded.hugggs[0].id
    const theirs = await buy(links({ reference: demo.products.daisyFlatWhite }), {
      as: 'admin@globex.test',
      wallet: demo.wallets.globexMain,
    })
    for (const stranger of [other, theirs.body.data.embedded.hugggs[0].id, crypto.randomUUID()])
      expect((await cancel([ids[2], stranger])).status).toBe(404)
    expect((await cancel([ids[2]], 'viewer@acme.test')).status).toBe(403)
    expect((await cancel([ids[2]], 'admin@globex.test')).status).toBe(404)
    const states = (await listHugggs(body.data.id)).data.map((gift: { status_id: number }) => gift.status_id)
    expect(states).toEqual([6, 4, 1, 1])
  })

  test('lets a participant see and cancel their own purchases only', async () => {
    const own = await buy(links(), { as: 'participant@acme.test' })
    expect(own.status, JSON.stringify(own.body)).toBe(201)
    const others = await buy(links())
    const get = (id: string) => app.request('GET', `/api/v2/transactions/${id}`, { as: 'participant@acme.test' })
    expect([(await get(own.body.data.id)).status, (await get(others.body.data.id)).status]).toEqual([200, 404])
    expect(
      (
        await app.request('POST', `/api/v2/transactions/${others.body.data.id}/hugggs/cancel`, {
          as: 'participant@acme.test',
        })
      ).status,
    ).toBe(404)
  })
})

test('the ledger agrees with gifts and wallets after all these purchases', async () =>
  expect(await reconcile(app.posy)).toEqual([]))

test('every refusal of a purchase is among the errors that its endpoint declares', () => {
  expect([...app.undeclaredRefusals].sort()).toEqual([])
})
