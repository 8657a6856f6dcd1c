import { afterAll, beforeAll, expect, test } from 'vitest'
import { demo } from '#server/app/demo/ids.ts'
import { transact } from '#server/platform/posy.ts'
import { operatorActor } from '#server/platform/principal.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { mailbox } from '#server/testing/gifts.ts'
import { receiveBankPayment } from './receive-bank-payment.ts'

const { wallets, teams, users } = demo
let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const send = (method: string, path: string, body?: unknown, as = 'admin@acme.test') =>
  app.request(method, path, { as, body })
const open = async (name: string, currency = 'GBX'): Promise<string> =>
  (await send('POST', `/api/v2/teams/${teams.acme}/wallets`, { name, currency })).body.data.id
const move = (from: string, toWalletId: string, amount: number) =>
  send('POST', `/v3/wallets/${from}/transfers`, { toWalletId, amount })
const listed = async (query = ''): Promise<string[]> =>
  (await send('GET', `/api/v2/user/${users.acmeAdmin}/wallets${query}`)).body.data.map(({ id }: { id: string }) => id)
const alertMails = async () => (await mailbox(app)).filter(({ subject }) => subject.includes('left'))

test('a wallet is renamed and made the default in place of the one before', async () => {
  const id = await open('Partys')
  const renamed = await send('PUT', `/v3/wallets/${id}`, { name: ' Parties ' })
  expect([renamed.status, renamed.body.data]).toMatchObject([200, { name: 'Parties', isDefault: false }])
  const made = await send('PUT', `/v3/wallets/${id}`, { isDefault: true })
  expect(made.body.data).toMatchObject({ name: 'Parties', isDefault: true })
  const all = (await send('GET', `/api/v2/teams/${teams.acme}/wallets`)).body.data
  expect(all.filter((wallet: { isDefault: boolean }) => wallet.isDefault)).toEqual([made.body.data])
  await send('PUT', `/v3/wallets/${wallets.acmeMain}`, { isDefault: true })
  expect((await send('PUT', `/v3/wallets/${id}`, { name: '' })).body.details[0].path).toBe('name')
})

test('a wallet keeps the tags it is given, from its opening on, whatever else is changed', async () => {
  const wanted = { name: 'Filed', tags: ['Cost centre 7'] }
  const { id, tags } = (await send('POST', `/api/v2/teams/${teams.acme}/wallets`, wanted)).body.data
  expect(tags).toEqual(['Cost centre 7'])
  expect((await send('PUT', `/v3/wallets/${id}`, { name: 'Filed well' })).body.data.tags).toEqual(['Cost centre 7'])
  await send('PUT', `/v3/wallets/${id}`, { tags: ['People', 'North'] })
  const all = (await send('GET', `/api/v2/teams/${teams.acme}/wallets`)).body.data
  expect(all.find((wallet: { id: string }) => wallet.id === id)).toMatchObject({
    ...{ name: 'Filed well', tags: ['People', 'North'] },
  })
  for (const wrong of [['a', 'a'], ['a,b'], ['']])
    expect((await send('PUT', `/v3/wallets/${id}`, { tags: wrong })).body.details[0].path).toMatch(/^tags/)
})

test('only an empty wallet closes; the refusal says what is left in it', async () => {
  const id = await open('Short-lived')
  await move(wallets.acmeMain, id, 1_500)
  const bought = await app.request('POST', '/api/v2/transactions?embed[]=hugggs', {
    as: 'admin@acme.test',
    body: {
      purchase: { type: 'huggg', reference: demo.products.daisyGiftCard10, deliveryMethod: 'links' },
      payment: { method: 'walletCommitment', reference: id },
    },
  })
  expect(bought.status).toBe(201)
  const wallet = (await send('GET', `/api/v2/teams/${teams.acme}/wallets`)).body.data.at(-1)
  const refused = await send('DELETE', `/v3/wallets/${id}`)
  expect([refused.status, refused.body.code]).toEqual([409, 'wrong_state'])
  expect(refused.body.details[0].reason).toEqual({
    code: 'wallet_not_empty',
    availablePence: wallet.available,
    committedPence: 1_000,
    lockedPence: 0,
    currency: 'GBX',
  })
  await send('POST', `/api/v2/hugggs/${bought.body.data.embedded.hugggs[0].id}/cancel`, {})
  expect((await send('DELETE', `/v3/wallets/${id}`)).status).toBe(409)
  await move(id, wallets.acmeMain, 1_500)
  expect((await send('DELETE', `/v3/wallets/${id}`)).status).toBe(200)
  expect(await listed()).not.toContain(id)
  expect(await listed('?closed=true')).toEqual([id])
  expect((await send('GET', `/v3/wallets/${id}/statement`)).body.data).toHaveLength(4)
  expect((await send('DELETE', `/v3/wallets/${id}`)).status).toBe(409)
})

test('a default wallet, and one that a budget pays from, stay open', async () => {
  expect((await send('DELETE', `/v3/wallets/${wallets.acmeSouth}`)).body.message).toContain('default wallet')
  const id = await open('Coffee money')
  const budget = await send('POST', '/v3/automated-budgets', {
    name: 'Coffee',
    budgetAmount: 1_000,
    frequency: 'month',
    walletId: id,
  })
  expect(budget.status).toBe(201)
  const refused = await send('DELETE', `/v3/wallets/${id}`)
  expect([refused.status, refused.body.message]).toEqual([409, 'The automated budget Coffee pays from this wallet.'])
  expect((await send('DELETE', `/v3/automated-budgets/${budget.body.data.id}`)).status).toBe(200)
  expect((await send('DELETE', `/v3/wallets/${id}`)).status).toBe(200)
})

test('nothing is paid into or from a closed wallet, and money that comes by bank opens it until it is moved', async () => {
  const id = await open('Old reference')
  const { referenceId } = (await send('GET', `/api/v2/teams/${teams.acme}/wallets`)).body.data.at(-1)
  await send('DELETE', `/v3/wallets/${id}`)
  const attempts = await Promise.all([
    move(wallets.acmeMain, id, 5),
    send('POST', `/api/v2/wallets/${id}/remittance-advice`, { amount: 5 }),
    send('PUT', `/v3/wallets/${id}`, { name: 'Again' }),
    send('PUT', `/v3/wallets/${id}/low-balance-alert`, { amount: 5 }),
    send('POST', '/v3/automated-budgets', { name: 'No', budgetAmount: 1, frequency: 'month', walletId: id }),
  ])
  expect(attempts.map(({ status }) => status)).toEqual([422, 409, 409, 409, 422])
  expect(attempts[0]!.body.details[0]).toMatchObject({ path: 'toWalletId', code: 'closed' })

  await transact(app.posy, { actor: operatorActor }, (work) =>
    receiveBankPayment(work, { bankLine: 'late-1', reference: referenceId, amountPence: 700 }),
  )
  expect(await listed()).toContain(id)
  expect((await move(id, wallets.acmeMain, 700)).status).toBe(201)
  expect(await listed()).not.toContain(id)
})

test('a balance that falls below the wallet’s amount is emailed once to the team’s admins, and again only after it was above', async () => {
  const id = await open('Watched')
  await move(wallets.acmeMain, id, 5_000)
  const path = `/v3/wallets/${id}/low-balance-alert`
  expect((await send('PUT', path, { amount: 2_000 })).body.data.lowBalanceAlert).toBe(2_000)
  await app.advance('PT1M')
  expect(await alertMails()).toHaveLength(0)

  await move(id, wallets.acmeMain, 3_001)
  await app.advance('PT1M')
  await move(id, wallets.acmeMain, 500)
  await app.advance('PT1M')
  const [mail, ...others] = await alertMails()
  expect(others).toHaveLength(0)
  expect(mail).toMatchObject({ to: 'admin@acme.test', subject: 'Watched has £19.99 left' })
  expect(mail!.text).toContain('falls below £20.00')

  await move(wallets.acmeMain, id, 1_000)
  await app.advance('PT1M')
  await move(id, wallets.acmeMain, 1_000)
  await app.advance('PT1M')
  expect(await alertMails()).toHaveLength(2)
})

test('no email is sent where the wallet’s amount is set above the balance, or removed', async () => {
  const before = await alertMails()
  const id = await open('Empty')
  await send('PUT', `/v3/wallets/${id}/low-balance-alert`, { amount: 2_000 })
  await app.advance('PT1M')
  await move(wallets.acmeMain, id, 3_000)
  await app.advance('PT1M')
  await send('PUT', `/v3/wallets/${id}/low-balance-alert`, { amount: null })
  await move(id, wallets.acmeMain, 3_000)
  await app.advance('PT1M')
  expect(await alertMails()).toEqual(before)
})

test('a foreign team’s wallet is missing, and lesser roles may not manage one', async () => {
  const calls: [string, string, unknown?][] = [
    ['PUT', '', { name: 'Mine' }],
    ['PUT', '/low-balance-alert', { amount: 5 }],
    ['DELETE', ''],
  ]
  for (const [method, tail, body] of calls) {
    const of = (id: string, as?: string) => send(method, `/v3/wallets/${id}${tail}`, body, as)
    expect((await of(wallets.globexMain)).status).toBe(404)
    expect((await of(wallets.acmeMain, 'viewer@acme.test')).status).toBe(403)
    expect((await of(wallets.acmeMain, 'participant@acme.test')).status).toBe(403)
    const bySubteam = await of(wallets.acmeNorth, 'subteam@acme.test')
    expect(bySubteam.status).toBe(tail === '/low-balance-alert' ? 200 : 403)
  }
  expect(
    (await send('PUT', `/v3/wallets/${wallets.acmeMain}/low-balance-alert`, { amount: 5 }, 'subteam@acme.test')).status,
  ).toBe(404)
})

test('an announced bank payment is emailed, and stays listed with its bank details until one of its amount arrives', async () => {
  const path = (wallet: string) => `/v3/wallets/${wallet}/remittance-advice`
  const awaited = async (as?: string) => (await send('GET', path(wallets.acmeNorth), undefined, as)).body.data
  const announce = async (amount: number) =>
    (await send('POST', `/api/v2/wallets/${wallets.acmeNorth}/remittance-advice`, { amount })).body.data
  const small = await announce(70_001)
  await app.advance('PT1M')
  const large = await announce(80_001)
  expect(await awaited()).toEqual([large, small])
  await app.advance('PT1M')
  const mail = (await mailbox(app)).find(({ subject }) => subject.includes('£800.01'))
  const shown = [large.reference, large.bankDetails.accountNumber, `/top-up?advice=${large.id}`]
  expect(shown.filter((each) => !mail?.text?.includes(each))).toEqual([])

  await transact(app.posy, { actor: operatorActor }, (work) =>
    receiveBankPayment(work, { bankLine: 'awaited-1', reference: large.reference, amountPence: 80_001 }),
  )
  expect(await awaited()).toEqual([small])
  await app.advance('P61D')
  expect(await awaited()).toEqual([])
  expect((await send('GET', path(wallets.acmeNorth), undefined, 'participant@acme.test')).status).toBe(403)
  expect((await send('GET', path(wallets.globexMain))).status).toBe(404)
})
