import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { demo } from '#server/app/demo/ids.ts'
import { loadBalances } from '#server/domains/ledger/index.ts'
import { releasePlan, waitingPlans } from '#server/domains/plans/index.ts'
import { transact } from '#server/platform/posy.ts'
import { operatorActor } from '#server/platform/principal.ts'
import { startTestApp, type TestApp, type TestRequest } from '#server/testing/app.ts'
import { buyGifts } from '#server/testing/gifts.ts'
import { acceptAsNew, newAddress, someNewUser, tokenOfInvite } from '#server/testing/invites.ts'
import { setRules } from '#server/testing/rules.ts'
import { reconcile } from './reconcile.ts'

/** What was tried on the running product, and must not work again. */
let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ env: { GUESSES_PER_MINUTE: '1000000' } })
})
afterAll(() => app?.close())

const ADMIN = 'admin@acme.test'
const VIEWER = 'viewer@acme.test'
const call = (method: string, path: string, options: TestRequest = {}) =>
  app.request(method, path, { as: ADMIN, ...options })
const ok = async (method: string, path: string, options: TestRequest = {}) => {
  const answer = await call(method, path, options)
  expect(answer.status, `${method} ${path} ${JSON.stringify(answer.body)}`).toBeLessThan(300)
  return answer.body.data
}
const signIn = async (username: string, password: string) => {
  const client = { client_id: 'demo-web', client_secret: 'demo-web-secret' }
  const answer = await app.request('POST', '/oauth/token', {
    body: { grant_type: 'password', ...client, username, password },
  })
  return answer.body.access_token as string
}

describe('a gift’s link', () => {
  test('is shown only to who may send gifts, and each look at a sent one is in its timeline', async () => {
    const { transactionId, hugggs } = await buyGifts(app, { receivers: [{ email: newAddress() }] })
    const links = await buyGifts(app, { quantity: 2 })
    await app.settle()
    const id = hugggs[0]!.id
    const hidden = { launch_url: null, shortcode: null, redeem_code: null }
    expect(await ok('GET', `/api/v2/hugggs/${id}`, { as: VIEWER })).toMatchObject(hidden)
    for (const transaction of [transactionId, links.transactionId]) {
      const listed = await app.request('GET', `/api/v2/transactions/${transaction}/hugggs`, { as: VIEWER })
      for (const gift of listed.body.data) expect(gift).toMatchObject(hidden)
      const embedded = await ok('GET', `/api/v2/transactions/${transaction}?embed[]=hugggs.voucher&embed[]=hugggs`, {
        as: VIEWER,
      })
      for (const gift of embedded.embedded.hugggs) expect(gift).toMatchObject(hidden)
      const found = await ok('POST', '/v3/searches/hugggs', {
        as: VIEWER,
        body: { query: { filters: { transactionIds: [transaction] } } },
      })
      for (const hit of found.hits) expect(hit.huggg.shortcode).toBeNull()
    }
    const byViewer = (await ok('GET', `/v3/hugggs/${id}/timeline`)).filter(
      ({ reason }: { reason: string }) => reason === 'link shown',
    )
    expect(byViewer.every(({ actor }: { actor: { id: string } }) => actor.id === demo.users.acmeAdmin)).toBe(true)
    await ok('GET', `/api/v2/hugggs/${id}`)
    await ok('GET', `/api/v2/hugggs/${id}`)
    const shown = (await ok('GET', `/v3/hugggs/${id}/timeline`)).filter(
      ({ reason }: { reason: string }) => reason === 'link shown',
    )
    expect(shown).toEqual([
      expect.objectContaining({ actor: expect.objectContaining({ kind: 'user', id: demo.users.acmeAdmin }) }),
    ])
    const [made] = [
      await ok('POST', '/v3/hugggs/exports', {
        as: VIEWER,
        body: { query: { filters: { transactionIds: [links.transactionId] } } },
      }),
    ]
    await app.settle()
    const file = await ok('GET', `/v3/hugggs/exports/${made.id}`, { as: VIEWER })
    const csv = await (await app.api.request(new URL(file.fileUrl).pathname)).text()
    expect(csv).not.toContain('/g/')
    for (const { shortcode } of links.hugggs) expect(csv).not.toContain(shortcode)
  })

  test('cannot be replaced by its id, which viewers, keys and webhooks see', async () => {
    const { hugggs } = await buyGifts(app, { receivers: [{ email: newAddress() }] })
    await app.settle()
    const { id } = await ok('GET', `/api/v2/hugggs/${hugggs[0]!.id}`, { as: VIEWER })
    const scan = (key: string) =>
      app.request('POST', `/api/v2/hugggs/${key}/redemptions`, {
        as: 'client:demo-till',
        body: { location_id: demo.stores.daisyCoffeeLeeds },
      })
    expect((await scan(id)).status).toBe(404)
    expect((await scan(hugggs[0]!.shortcode)).status).toBe(201)
  })

  const keyWith = async (scopes: string[], roleGroupId = 'team-admin') => {
    const body = { name: 'Till roll', scopes, roleGroupId }
    return `key:${(await ok('POST', `/v3/teams/${demo.teams.acme}/api-keys`, { body })).key}`
  }

  test('is in a file of gifts only for those who may send it when they fetch the file', async () => {
    const { transactionId, hugggs } = await buyGifts(app, { quantity: 2 })
    const wanted = { body: { query: { filters: { transactionIds: [transactionId] } } } }
    const sender = await keyWith(['read', 'send'])
    const reader = await keyWith(['read'])
    const exported = async (as: string) => {
      const made = await ok('POST', '/v3/hugggs/exports', { as, ...wanted })
      await app.settle()
      return `/v3/hugggs/exports/${made.id}`
    }
    const downloadCsv = async (path: string, as: string) =>
      (await app.api.request(new URL((await ok('GET', path, { as })).fileUrl).pathname)).text()
    const [withLinks, without] = [await exported(sender), await exported(reader)]
    expect(await downloadCsv(withLinks, sender)).toContain(hugggs[0]!.shortcode)
    for (const as of [sender, reader]) expect(await downloadCsv(without, as)).not.toContain(hugggs[0]!.shortcode)
    // One user, by a key of lesser scopes; and the same person once they only look.
    const refused = await call('GET', withLinks, { as: reader })
    expect([refused.status, refused.body.code]).toEqual([403, 'forbidden'])
    const user = `/v3/teams/${demo.teams.acme}/users/${demo.users.acmeViewer}`
    const become = (roleGroupId: string) => ok('PUT', user, { body: { roleGroupId } })
    await become('team-admin')
    const theirs = await exported(VIEWER)
    expect(await downloadCsv(theirs, VIEWER)).toContain(hugggs[0]!.shortcode)
    await become('team-viewer')
    expect((await call('GET', theirs, { as: VIEWER })).body.code).toBe('forbidden')
    const statement = await ok('POST', `/v3/wallets/${demo.wallets.acmeMain}/statement/exports`, { as: sender })
    const path = `/v3/wallets/${demo.wallets.acmeMain}/statement/exports/${statement.id}`
    await ok('GET', path, { as: reader })
  })

  test('is not in an answer stored under the same Idempotency-Key for a caller with more rights', async () => {
    const [sender, manager] = [await keyWith(['send', 'manage']), await keyWith(['manage'])]
    const headers = { 'idempotency-key': 'the-key-of-a-colleague' }
    const body = {
      purchase: { type: 'huggg', reference: demo.products.daisyFlatWhite, quantity: 1 },
      payment: { method: 'walletCommitment', reference: demo.wallets.acmeMain },
    }
    const buy = (as: string) => ok('POST', '/api/v2/transactions?embed[]=hugggs', { as, headers, body })
    const giftLinks = (answer: { embedded: { hugggs: { launch_url: string | null }[] } }) =>
      answer.embedded.hugggs.map(({ launch_url }) => launch_url)
    const first = await buy(sender)
    expect(giftLinks(first)).toEqual([expect.stringContaining('/g/')])
    const again = await buy(manager)
    expect([again.id, giftLinks(again)]).toEqual([first.id, [null]])
    expect(await buy(sender)).toEqual(first)
  })
})

describe('delivery rules', () => {
  const rules = (preferences: object) => setRules(app, preferences)
  const send = (id: string) =>
    call('POST', `/api/v2/transactions/${id}/hugggs/send`, { body: { receivers: [{ email: newAddress() }] } })

  test('hold wherever a gift leaves: by purchase, by sending, by resending, by a new address, as a link', async () => {
    const links = await buyGifts(app, { quantity: 1 })
    const mailed = await buyGifts(app, { receivers: [{ email: newAddress() }] })
    await app.settle()
    const gift = mailed.hugggs[0]!.id
    await rules({ deliveryMethods: ['links'] })
    const refused = [
      await send(links.transactionId),
      await call('POST', `/api/v2/hugggs/${gift}/resend`),
      await call('PATCH', `/api/v2/hugggs/${gift}`, { body: { receiver: { email: newAddress() } } }),
    ]
    expect(refused.map(({ status, body }) => [status, body.code])).toEqual(Array(3).fill([403, 'restricted']))
    await rules({ deliveryMethods: ['email'] })
    for (const id of [links.hugggs[0]!.id, gift])
      expect(await ok('GET', `/api/v2/hugggs/${id}`)).toMatchObject({ launch_url: null, shortcode: null })
    await rules({ deliveryMethods: null, deliveryEmailDomains: ['acme.test'] })
    expect((await call('POST', `/api/v2/hugggs/${gift}/resend`)).body.code).toBe('restricted')
    expect((await send(links.transactionId)).body.code).toBe('restricted')
    await rules({ deliveryEmailDomains: null })
    expect((await send(links.transactionId)).status).toBe(200)
  })

  test('hold on the day a gift is sent: a gift scheduled before is sent neither automatically nor by hand', async () => {
    const email = newAddress()
    const sendDate = app.posy.clock.now().add({ hours: 24 }).toString()
    const { transactionId, hugggs } = await buyGifts(app, { receivers: [{ email }], sendDate })
    const forbidding = (deliveryMethods: string[] | null) => rules({ deliveryMethods })
    await forbidding(['links'])
    const sent = await call('POST', `/api/v2/transactions/${transactionId}/hugggs/send-now`)
    expect([sent.status, sent.body.code]).toEqual([403, 'restricted'])
    await app.advance('P1D')
    await app.settle()
    expect(await ok('GET', `/sandbox/messages?to=${email}`)).toEqual([])
    expect(await ok('GET', `/v3/transactions/${transactionId}/held-gifts`)).toMatchObject([
      { hugggId: hugggs[0]!.id, why: 'method' },
    ])
    await ok('POST', `/api/v2/transactions/${transactionId}/hugggs/cancel`)
    await forbidding(null)
  })
})

interface Participant {
  email: string
  budget: string
  wallet: string
  token(): Promise<string>
}

/** Someone who has joined a live budget of Acme's, and has their first allowance. */
async function addParticipant(fields: object, email = newAddress()): Promise<Participant> {
  const { id: budget } = await ok('POST', '/v3/automated-budgets', {
    body: { name: 'Again', budgetAmount: 2000, frequency: 'month', walletId: demo.wallets.acmeMain, ...fields },
  })
  await ok('POST', `/v3/automated-budgets/${budget}/participants`, { body: { participants: [email] } })
  await ok('POST', `/v3/automated-budgets/${budget}/start`, { body: {} })
  await app.settle()
  const invite = await app.posy.db
    .selectFrom('team_invite')
    .select('id')
    .where('automation_id', '=', budget)
    .executeTakeFirstOrThrow()
  const { status } = await acceptAsNew(app, invite.id)
  expect(status).toBe(200)
  await app.settle()
  const joined = await app.posy.db
    .selectFrom('automated_budget_participant')
    .select('wallet_id')
    .where('budget_id', '=', budget)
    .executeTakeFirstOrThrow()
  return { email, budget, wallet: joined.wallet_id!, token: () => signIn(email, someNewUser.password) }
}
const available = async (wallet: string) => (await loadBalances(app.posy.db, [wallet])).get(wallet)!.available
const buyAs = (as: string, wallet: string, quantity = 4) =>
  app.request('POST', '/api/v2/transactions', {
    as,
    body: {
      purchase: { type: 'bulkHugggs', reference: demo.products.daisyFlatWhite, quantity, deliveryMethod: 'links' },
      payment: { method: 'walletCommitment', reference: wallet },
    },
  })

test('cancelling carries no allowance into its next period: what was bought before goes to the budget’s wallet', async () => {
  const { wallet, token } = await addParticipant({
    unspentParticipantBalanceAction: 'reset',
    deliveryMethods: ['links'],
    maximumHugggExpiryDays: 200,
  })
  expect(await available(wallet)).toBe(2000)
  const bought = await buyAs(await token(), wallet)
  expect(bought.status, JSON.stringify(bought.body)).toBe(201)
  await app.advance('P1M')
  await app.settle()
  expect(await available(wallet)).toBe(2000)
  const before = await available(demo.wallets.acmeMain)
  const path = `/api/v2/transactions/${bought.body.data.id}/hugggs/cancel`
  const cancelled = await app.request('POST', path, { as: await token() })
  expect(cancelled.body.data.changed).toBe(4)
  expect(await available(wallet)).toBe(2000)
  expect(await available(demo.wallets.acmeMain)).toBe(before + cancelled.body.data.refunded)
  // Of this period's own gifts the money stays with the person who bought them.
  const own = await buyAs(await token(), wallet, 1)
  await app.request('POST', `/api/v2/transactions/${own.body.data.id}/hugggs/cancel`, { as: await token() })
  expect(await available(wallet)).toBe(2000)
  expect(await reconcile(app.posy)).toEqual([])
})

test('a leaver loses everything of the organisation at once: sessions, budgets, drafts, invites', async () => {
  const { email, budget, wallet, token } = await addParticipant({ deliveryMethods: ['links'] })
  const member = await ok('POST', `/v3/teams/${demo.teams.acme}/users/invites`, {
    body: { type: 'participant', invites: [{ emailAddress: email }] },
  })
  const session = await token()
  const inviteToken = await tokenOfInvite(app, member[0].id)
  const accepted = await app.request('POST', `/v3/team-invites/${member[0].id}/accept`, {
    as: session,
    body: { token: inviteToken, existingUser: true },
  })
  const { userId } = accepted.body.data
  const inAllowance = await token()
  const draft = await app.request('POST', '/api/v2/orders', { as: session, body: { type: 'huggg', name: 'Mine' } })
  const later = await ok('POST', `/v3/teams/${demo.teams.acmeNorth}/users/invites`, {
    body: { type: 'participant', invites: [{ emailAddress: email }] },
  }).catch(() => null)
  const before = await available(demo.wallets.acmeMain)
  const left = await available(wallet)
  expect(left).toBeGreaterThan(0)

  await ok('DELETE', `/v3/teams/${demo.teams.acme}/users/${userId}`)
  for (const as of [session, inAllowance]) {
    expect((await buyAs(as, wallet, 1)).status).toBe(401)
    expect((await app.request('GET', '/api/v2/auth/me', { as })).status).toBe(401)
  }
  await app.settle()
  expect(await available(wallet)).toBe(0)
  expect(await available(demo.wallets.acmeMain)).toBe(before + left)
  const participants = await app.request('GET', `/v3/automated-budgets/${budget}/participants`, { as: ADMIN })
  expect(participants.body.data.filter(({ status }: { status: string }) => status !== 'deleted')).toEqual([])
  const again = await token()
  const teams = await app.request('GET', `/v3/teams/user/${userId}`, { as: again })
  expect(teams.body.teams).toEqual([])
  const kept = await app.posy.db
    .selectFrom('basket')
    .select('deleted_at')
    .where('id', '=', draft.body.data.id)
    .execute()
  expect(kept[0]!.deleted_at).not.toBeNull()
  if (later)
    expect((await app.request('GET', `/v3/team-invites/token/${await tokenOfInvite(app, later[0].id)}`)).status).toBe(
      404,
    )
  expect(await reconcile(app.posy)).toEqual([])
})

test('a draft order is its owner’s: a colleague cannot see, delete or buy it', async () => {
  await app.posy.db
    .insertInto('team_member')
    .values({
      team_id: demo.teams.acme,
      user_id: demo.users.globexAdmin,
      role_group_id: 'team-admin',
      created_at: new Date(),
    })
    .execute()
  const { id } = await ok('POST', '/api/v2/orders', {
    body: { type: 'huggg', name: 'Mine', productId: demo.products.daisyFlatWhite, deliveryMethod: 'links' },
  })
  const colleague = await app.request('POST', `/v3/users/${demo.users.globexAdmin}/tokens`, {
    as: 'admin@globex.test',
    body: { teamId: demo.teams.acme },
  })
  const as = colleague.body.data.access_token
  expect((await app.request('GET', `/api/v2/orders/${id}`, { as })).status).toBe(404)
  expect((await app.request('DELETE', `/api/v2/orders/${id}`, { as })).status).toBe(404)
  expect(
    (await app.request('GET', '/api/v2/orders', { as })).body.data.map((each: { id: string }) => each.id),
  ).not.toContain(id)
  const body = {
    purchase: { type: 'order', reference: id },
    payment: { method: 'walletCommitment', reference: demo.wallets.acmeMain },
  }
  expect((await app.request('POST', '/api/v2/transactions', { as, body })).status).toBe(404)
  expect((await call('GET', `/api/v2/orders/${id}`)).status).toBe(200)
})

test('only the price that was shown is charged: a draft order that has changed meanwhile is refused with both prices', async () => {
  const fields = { productId: demo.products.daisyFlatWhite, deliveryMethod: 'links' }
  const { id } = await ok('POST', '/api/v2/orders', { body: { type: 'bulkHugggs', quantity: 1, ...fields } })
  const purchase = { type: 'order', reference: id }
  const shown = (await ok('POST', '/v3/orders/quotes', { body: { purchase } })).quote.total
  await ok('PUT', `/api/v2/orders/${id}`, { body: { entity: { quantity: 2 } } })
  const payment = { method: 'walletCommitment', reference: demo.wallets.acmeMain }
  const pay = (quotedTotal: number) =>
    call('POST', '/api/v2/transactions', { body: { purchase, payment, quotedTotal } })
  const before = await available(demo.wallets.acmeMain)
  const refused = await pay(shown)
  expect([refused.status, refused.body.code]).toEqual([409, 'price_changed'])
  const prices = { code: 'price_changed', quotedPence: shown, currency: 'GBX' }
  expect(refused.body.details[0].reason).toEqual({ ...prices, costsPence: expect.any(Number) })
  expect(refused.body.message).toContain(
    `£${(shown / 100).toFixed(2)} was shown, it costs £${((2 * shown) / 100).toFixed(2)} now`,
  )
  expect(await available(demo.wallets.acmeMain)).toBe(before)
  const now = (await ok('POST', '/v3/orders/quotes', { body: { purchase } })).quote.total
  expect((await pay(now)).status).toBe(201)
  expect(await available(demo.wallets.acmeMain)).toBe(before - now)
})

describe('values that no column can hold are 422, never a 500', () => {
  const times = ['0000-01-01', '0001-01-01', '9999-12-31', '2200-01-01']
  const wrong: [string, string, object?][] = [
    ['POST', '/api/v2/charges', { amount: 100, token: 'tok_abcdefghijklmnop', returnUrl: 'x' }],
    ...times.flatMap((day): [string, string, object?][] => [
      ['GET', `/v3/teams/${demo.teams.acme}/account-statement?until=${day}`],
      ['GET', `/v3/automated-budgets/${demo.teams.acme}/reports/funding?until=${day}`],
      ['POST', '/v3/searches/hugggs', { query: { filters: { createdAt: { from: `${day}T00:00:00Z` } } } }],
      [
        'POST',
        '/v3/automated-budgets',
        {
          name: 'N',
          budgetAmount: 1,
          frequency: 'day',
          walletId: demo.wallets.acmeMain,
          scheduledEndDate: `${day}T00:00:00Z`,
        },
      ],
      ['PUT', `/v3/users-state/${demo.users.acmeAdmin}`, { entity: { reactionsLastSeen: `${day}T00:00:00Z` } }],
    ]),
  ]
  test.each(wrong)('%s %s %j', async (method, path, body) => {
    const answer = await call(method, path, body ? { body } : {})
    expect(answer.status, JSON.stringify(answer.body)).toBe(422)
  })

  test('a cursor that was made up', async () => {
    const { budget } = await addParticipant({})
    const [run] = await ok('GET', `/v3/automated-budgets/${budget}/executions`)
    for (const value of [['a\u0000b'], ['\ud800'], [1e300], ['x', 'y'], []]) {
      const cursor = Buffer.from(JSON.stringify(value)).toString('base64url')
      for (const path of ['participants', 'executions', `executions/${run.id}/outcomes`]) {
        const answer = await call('GET', `/v3/automated-budgets/${budget}/${path}?next=${cursor}`)
        expect(answer.status, `${path} ${JSON.stringify(value)}`).toBe(422)
      }
    }
  })
})

describe('names', () => {
  test.each([
    'Win at evil.com',
    'https://evil.test/x',
    'see www.evil',
    'a@b',
    'Ann <b>',
    'evil。com',
    'ｅｖｉｌ．ｔｅｓｔ',
    'Win at ev\u00adil.com',
    'Call 0900 123 4567',
    'Ann ＋４４ ７７００ ９００１２３',
  ])('refuse %j', async (name) => {
    const signUp = {
      email: newAddress(),
      firstName: name,
      surname: name,
      teamName: name,
      planId: demo.plans.free,
      paymentMethod: 'invoice',
    }
    const answer = await app.request('POST', '/api/v2/users/b2b', { body: signUp })
    expect(answer.body.details.map(({ path }: { path: string }) => path).sort()).toEqual([
      'firstName',
      'surname',
      'teamName',
    ])
    expect((await call('PUT', `/api/v2/teams/${demo.teams.acme}`, { body: { name } })).status).toBe(422)
  })
  test.each([
    ...['J.R.R. Tolkien', 'St. John’s', 'Siân O’Neill-Brown', 'M&S plc', 'Yahoo!', 'Booking.com', 'Made.com Ltd'],
    ...['Studio 54', 'Acme 20261126', 'Team 007', 'Crew 👩\u200d🚀'],
  ])('take %j', async (name) => {
    expect((await call('PUT', `/api/v2/teams/${demo.teams.acme}`, { body: { name } })).status).toBe(200)
    await ok('PUT', `/api/v2/teams/${demo.teams.acme}`, { body: { name: 'Acme' } })
  })

  test('are kept without marks that no one sees', async () => {
    const name = '\u202eAc\u00adme\u202c\u200b Cafe\u0301'
    expect(await ok('PUT', `/api/v2/teams/${demo.teams.acme}`, { body: { name } })).toMatchObject({ name: 'Acme Café' })
    await ok('PUT', `/api/v2/teams/${demo.teams.acme}`, { body: { name: 'Acme' } })
  })

  test('an admin’s inbox is not filled with requests to join from one address', async () => {
    const ask = (to: string) =>
      app.request('POST', `/api/v2/teams/${demo.teams.acme}/invites/requests`, {
        body: { email: to },
        headers: { 'x-forwarded-for': '10.9.9.9' },
      })
    const answers = []
    for (let person = 0; person < 8; person++) answers.push((await ask(`person${person}@acme.test`)).status)
    expect(answers).toEqual([200, 200, 200, 200, 200, 429, 429, 429])
  })
})

test('a plan that is not public is neither taken at sign-up nor by an upgrade before it is paid or an operator allows it', async () => {
  const signUp = {
    email: newAddress(),
    firstName: 'S',
    surname: 'U',
    teamName: 'T',
    planId: demo.plans.enterprise,
    paymentMethod: 'invoice',
  }
  expect((await app.request('POST', '/api/v2/users/b2b', { body: signUp })).status).toBe(404)
  expect((await ok('GET', '/api/v2/plans')).map(({ id }: { id: string }) => id)).toEqual([demo.plans.free])
  const as = 'admin@globex.test'
  const team = async () => (await ok('GET', `/api/v2/teams/${demo.teams.globex}`, { as })).planId
  const body = { planId: demo.plans.enterprise, paymentMethod: 'invoice' }
  expect(await ok('POST', '/api/v2/users/b2b/upgrade', { as, body })).toMatchObject({
    status: 'pending',
    amount: 29_880,
  })
  expect(await team()).toBe(demo.plans.plus)
  expect(await waitingPlans(app.posy.db)).toMatchObject([
    { teamId: demo.teams.globex, planName: 'Enterprise', askedBy: as },
  ])
  const release = { teamId: demo.teams.globex, operator: 'ann', reason: 'agreed by phone' }
  await transact(app.posy, { actor: operatorActor }, (work) => releasePlan(work, release))
  expect(await team()).toBe(demo.plans.enterprise)
  expect(await waitingPlans(app.posy.db)).toEqual([])
})

test('a required reason code cannot be removed, with null nor with an empty text', async () => {
  await ok('PUT', `/api/v2/teams/${demo.teams.acme}`, { body: { preferences: { requireReasonCode: true } } })
  const { transactionId } = await buyGifts(app, { quantity: 1, reasonCode: 'Thank you' })
  for (const reason_code of ['', null, '  '])
    expect((await call('PATCH', `/api/v2/transactions/${transactionId}`, { body: { reason_code } })).status).toBe(422)
  await ok('PUT', `/api/v2/teams/${demo.teams.acme}`, { body: { preferences: { requireReasonCode: false } } })
  expect(
    (await ok('PATCH', `/api/v2/transactions/${transactionId}`, { body: { reason_code: '' } })).reason_code,
  ).toBeNull()
})

test('a thank-you is one of the five emojis', async () => {
  const { hugggs } = await buyGifts(app, { quantity: 1 })
  const gift = `/public/gifts/${hugggs[0]!.shortcode}`
  await app.request('POST', `${gift}/open`)
  expect((await app.request('POST', `${gift}/reaction`, { body: { emoji: 'abcdef' } })).status).toBe(422)
  expect((await app.request('POST', `${gift}/reaction`, { body: { emoji: '🎉' } })).status).toBe(200)
})

test('the state of an installation is shown to no one without a token, except in the sandbox', async () => {
  expect((await app.request('GET', '/metrics')).status).toBe(200)
  Object.assign(app.posy.config, { sandbox: false })
  expect((await app.request('GET', '/metrics')).status).toBe(404)
  Object.assign(app.posy.config, { sandbox: true, metricsToken: 'a-token-of-the-tests' })
  expect((await app.request('GET', '/metrics')).status).toBe(401)
  expect(
    (await app.request('GET', '/metrics', { headers: { authorization: 'Bearer a-token-of-the-tests' } })).status,
  ).toBe(200)
  Object.assign(app.posy.config, { metricsToken: undefined })
})

test('every refusal of these attacks is among the errors that its endpoint declares', () => {
  expect([...app.undeclaredRefusals].sort()).toEqual([])
})
