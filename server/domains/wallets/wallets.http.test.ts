import { afterAll, beforeAll, expect, test } from 'vitest'
import { demo } from '#server/app/demo/ids.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { sameAnswer } from '#server/testing/refusals.ts'

const { products, wallets, teams, users } = demo
let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const missing = '00000000-0000-4000-8000-00000000ffff'
const get = (path: string, as = 'admin@acme.test') => app.request('GET', path, { as })
const post = (path: string, body: unknown, as = 'admin@acme.test', headers = {}) =>
  app.request('POST', path, { as, body, headers })
const findWallet = async (teamId: string, id: string, as = 'admin@acme.test') =>
  (await get(`/api/v2/teams/${teamId}/wallets`, as)).body.data.find((wallet: { id: string }) => wallet.id === id)

test('the wallets API lists a team’s wallets, the default first, with balances from the ledger', async () => {
  const { status, body } = await get(`/api/v2/teams/${teams.globex}/wallets`, 'admin@globex.test')
  expect(status).toBe(200)
  expect(body.data).toEqual([
    {
      id: wallets.globexMain,
      name: 'Globex main',
      currency: 'GBX',
      balance: 100_000,
      available: 100_000,
      live: 0,
      teamId: teams.globex,
      referenceId: 'HGDEMO0405',
      tags: [],
      isDefault: true,
      lowBalanceAlert: null,
      dateClosed: null,
    },
  ])
})

test('a foreign team’s wallets are as missing as a missing team’s', async () => {
  const foreign = await get(`/api/v2/teams/${teams.globex}/wallets`)
  const none = await get(`/api/v2/teams/${missing}/wallets`)
  expect([foreign.status, foreign.body]).toEqual([404, sameAnswer(none.body)])
  for (const path of ['statement', 'balance-explanation']) {
    const there = await get(`/v3/wallets/${wallets.globexMain}/${path}`)
    expect([there.status, there.body]).toEqual([404, sameAnswer((await get(`/v3/wallets/${missing}/${path}`)).body)])
  }
})

test('a subteam sees its own wallets, not its parent’s or its sibling’s', async () => {
  const mine = await get(`/api/v2/user/${users.acmeSubteam}/wallets`, 'subteam@acme.test')
  expect(mine.body.data.map((wallet: { id: string }) => wallet.id)).toEqual([wallets.acmeNorth])
  for (const id of [wallets.acmeMain, wallets.acmeSouth])
    expect((await get(`/v3/wallets/${id}/statement`, 'subteam@acme.test')).status).toBe(404)
})

test('a user’s wallets: admins and viewers see their subteams’ too, participants the team’s, no one another user’s', async () => {
  const ids = async (user: string, as: string) =>
    (await get(`/api/v2/user/${user}/wallets`, as)).body.data.map((wallet: { id: string }) => wallet.id)
  const all = [wallets.acmeMain, wallets.acmeEvents, wallets.acmeNorth, wallets.acmeSouth]
  expect(await ids(users.acmeAdmin, 'admin@acme.test')).toEqual(all)
  expect(await ids(users.acmeViewer, 'viewer@acme.test')).toEqual(all)
  expect(await ids(users.acmeParticipant, 'participant@acme.test')).toEqual(all.slice(0, 2))
  expect((await get(`/api/v2/user/${users.acmeViewer}/wallets`)).status).toBe(404)
})

test('the wallets API opens a wallet, empty and payable at once; viewers may not', async () => {
  const path = `/api/v2/teams/${teams.acmeSouth}/wallets`
  expect((await post(path, { name: 'Parties' }, 'viewer@acme.test')).status).toBe(403)
  const { status, body } = await post(path, { name: ' Parties ', currency: 'EUX' })
  expect(status).toBe(201)
  expect(body.data).toMatchObject({ name: 'Parties', currency: 'EUX', balance: 0, teamId: teams.acmeSouth })
  expect(await findWallet(teams.acmeSouth, body.data.id)).toEqual(body.data)
  const wrong = await post(path, { name: '', currency: 'USD' })
  expect(wrong.status).toBe(422)
  expect(wrong.body.details.map((detail: { path: string }) => detail.path)).toEqual(['name', 'currency'])
})

test('the wallets API announces a bank payment without moving money', async () => {
  const path = `/api/v2/wallets/${wallets.acmeMain}/remittance-advice`
  const before = await findWallet(teams.acme, wallets.acmeMain)
  const { status, body } = await post(path, { amount: 12_345 })
  expect(status).toBe(201)
  expect(body.data).toMatchObject({ reference: 'HGDEMO0401', amount: 12_345, currency: 'GBX', status: 'pending' })
  expect(body.data.bankDetails.accountNumber).toMatch(/^\d{8}$/)
  const row = await app.posy.db.selectFrom('remittance_advice').selectAll().executeTakeFirstOrThrow()
  expect(row).toMatchObject({ id: body.data.id, wallet_id: wallets.acmeMain, amount: 12_345, user_id: users.acmeAdmin })
  expect(await findWallet(teams.acme, wallets.acmeMain)).toEqual(before)
  expect((await post(path, { amount: 1 }, 'participant@acme.test')).status).toBe(403)
  expect((await post(`/api/v2/wallets/${wallets.globexMain}/remittance-advice`, { amount: 1 })).status).toBe(404)
  expect((await post(path, { amount: 0.5 })).status).toBe(422)
})

test('the wallets API moves money between parent and subteam, once per idempotency key', async () => {
  const path = `/v3/wallets/${wallets.acmeMain}/transfers`
  const body = { toWalletId: wallets.acmeNorth, amount: 1_234 }
  const key = { 'idempotency-key': 'to-north' }
  const before = await findWallet(teams.acme, wallets.acmeMain)
  const first = await post(path, body, 'admin@acme.test', key)
  expect(first.status).toBe(201)
  expect(first.body.data).toMatchObject({
    amount: 1_234,
    currency: 'GBX',
    to: { id: wallets.acmeNorth, available: 31_234 },
  })
  expect((await post(path, body, 'admin@acme.test', key)).body).toEqual(first.body)
  expect((await findWallet(teams.acme, wallets.acmeMain)).balance).toBe(before.balance - 1_234)
  expect((await findWallet(teams.acmeNorth, wallets.acmeNorth)).balance).toBe(31_234)

  const [line] = (await get(`/v3/wallets/${wallets.acmeNorth}/statement`)).body.data
  expect(line).toMatchObject({
    id: first.body.data.id,
    kind: 'wallet-transfer',
    effect: { available: 1_234, committed: 0, locked: 0 },
    balance: 31_234,
    available: 31_234,
  })
})

test('a statement names the wallet that money came from, and those who may not see that wallet are not told', async () => {
  await post(`/v3/wallets/${wallets.acmeMain}/transfers`, { toWalletId: wallets.acmeNorth, amount: 321 })
  const newest = async (wallet: string, as?: string) =>
    (await get(`/v3/wallets/${wallet}/statement?limit=1`, as)).body.data[0]
  expect(await newest(wallets.acmeMain, 'viewer@acme.test')).toMatchObject({
    effect: { available: -321 },
    counterpart: { kind: 'wallet', id: wallets.acmeNorth, label: 'North' },
    person: expect.stringContaining('Alice'),
  })
  expect(await newest(wallets.acmeNorth)).toMatchObject({
    effect: { available: 321 },
    counterpart: { kind: 'wallet', id: wallets.acmeMain, label: 'Acme main' },
  })
  expect(await newest(wallets.acmeNorth, 'subteam@acme.test')).toMatchObject({
    counterpart: { kind: 'wallet', id: null, label: 'Another team’s wallet' },
    person: null,
  })
})

test('the wallets API refuses a transfer that is not the caller’s to make, and moves nothing', async () => {
  const before = await get(`/api/v2/user/${users.acmeAdmin}/wallets`)
  const move = (from: string, toWalletId: string, amount: number, as?: string) =>
    post(`/v3/wallets/${from}/transfers`, { toWalletId, amount }, as)
  const statuses = await Promise.all([
    move(wallets.acmeMain, wallets.globexMain, 1),
    move(wallets.globexMain, wallets.acmeMain, 1),
    move(wallets.acmeMain, wallets.acmeMain, 1),
    move(wallets.acmeMain, wallets.acmeNorth, 100_000_000),
    move(wallets.acmeMain, wallets.acmeNorth, 1, 'viewer@acme.test'),
    move(wallets.acmeMain, wallets.acmeNorth, 1, 'participant@acme.test'),
    move(wallets.acmeNorth, wallets.acmeMain, 1, 'subteam@acme.test'),
    move(wallets.acmeMain, wallets.acmeNorth, -5),
  ])
  expect(statuses.map(({ status }) => status)).toEqual([404, 404, 422, 402, 403, 403, 404, 422])
  const euros = await post(`/api/v2/teams/${teams.acme}/wallets`, { name: 'Euros', currency: 'EUX' })
  const mixed = await move(wallets.acmeMain, euros.body.data.id, 1)
  expect([mixed.status, mixed.body.details[0].path]).toEqual([422, 'toWalletId'])
  const after = (await get(`/api/v2/user/${users.acmeAdmin}/wallets`)).body.data
  expect(after.filter((wallet: { id: string }) => wallet.id !== euros.body.data.id)).toEqual(before.body.data)
})

test('the statement pages through every movement and its last balance is the wallet’s', async () => {
  for (let amount = 1; amount <= 5; amount++)
    await post(`/v3/wallets/${wallets.acmeMain}/transfers`, { toWalletId: wallets.acmeEvents, amount })
  const lines: { at: string; balance: number; effect: { available: number } }[] = []
  let next = ''
  do {
    const { status, body } = await get(`/v3/wallets/${wallets.acmeEvents}/statement?limit=2${next && `&next=${next}`}`)
    expect(status).toBe(200)
    lines.push(...body.data)
    next = body.next ?? ''
    expect(body.hasNext).toBe(Boolean(next))
  } while (next)
  expect(lines.map((line) => line.effect.available)).toEqual([5, 4, 3, 2, 1, 25_000])
  expect(lines[0]!.balance).toBe((await findWallet(teams.acme, wallets.acmeEvents)).balance)
  const before = (end: string) => get(`/v3/wallets/${wallets.acmeEvents}/statement?${end}=${lines[0]!.at}`)
  const [to, until] = [await before('to'), await before('until')]
  expect([until.status, until.body]).toEqual([200, to.body])
  expect(to.body.data.length).toBeLessThan(lines.length)

  const explanation = (await get(`/v3/wallets/${wallets.acmeEvents}/balance-explanation`)).body.data
  expect(explanation).toMatchObject({ balance: 25_015, available: 25_015, live: 0, totals: { available: 25_015 } })
  expect(
    explanation.kinds.map(({ kind, movements, available }: Record<string, unknown>) => [kind, movements, available]),
  ).toEqual([
    ['bank-top-up', 1, 25_000],
    ['wallet-transfer', 5, 15],
  ])
})

test('movements of several wallets come together as their statements have them, newest first, with what they were for', async () => {
  const lines = async (wallet: string) =>
    (await get(`/v3/wallets/${wallet}/statement?limit=100`)).body.data.map((line: { id: string }) => ({ wallet, line }))
  const own = [wallets.acmeMain, wallets.acmeNorth]
  const purchase = { type: 'bulkHugggs', reference: products.daisyFlatWhite, deliveryMethod: 'email' }
  const bought = await post('/api/v2/transactions?embed[]=hugggs', {
    purchase: { ...purchase, title: 'Welcome, Ada', receivers: [{ email: 'ada@friends.test', name: 'Ada Lovelace' }] },
    payment: { method: 'walletCommitment', reference: wallets.acmeMain },
  })
  expect(bought.status, JSON.stringify(bought.body)).toBe(201)
  const gift = bought.body.data.embedded.hugggs[0].id
  expect((await post(`/api/v2/hugggs/${gift}/cancel`, {})).status).toBe(200)
  const listed = await get(`/v3/movements?walletId=${own.join('&walletId=')}&limit=100`)
  const { movements, purchases, gifts } = listed.body.data
  const wanted = (await Promise.all(own.map(lines))).flat()
  const byId = (one: { id: string; walletId: string }, other: { id: string; walletId: string }) =>
    `${one.id}${one.walletId}` < `${other.id}${other.walletId}` ? -1 : 1
  expect(movements.length).toBeGreaterThan(2)
  expect(movements.toSorted(byId)).toEqual(
    wanted
      .map(({ wallet, line }) => {
        const { id, at, kind, reference, description, effect } = line
        return { id, at, kind, reference, description, effect, walletId: wallet }
      })
      .toSorted(byId),
  )
  expect(
    purchases.find(({ transaction }: { transaction: { id: string } }) => transaction.id === bought.body.data.id),
  ).toMatchObject({
    ...{ transaction: { sale_quantity: 1 }, product: { id: products.daisyFlatWhite } },
    gift: { huggg: { id: gift, shortcode: null }, receiver: { first_name: 'Ada', surname: 'Lovelace' } },
  })
  expect(gifts.find(({ huggg }: { huggg: { id: string } }) => huggg.id === gift)).toMatchObject({
    transaction: { title: 'Welcome, Ada' },
  })
  const foreign = await get(`/v3/movements?walletId=${wallets.globexMain}`)
  expect([foreign.status, foreign.body]).toEqual([
    404,
    sameAnswer((await get(`/v3/movements?walletId=${missing}`)).body),
  ])
})
