import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { personAddress } from '#kit/email-address.ts'
import { demo } from '#server/app/demo/ids.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { setRules } from '#server/testing/rules.ts'

const ADMIN = 'admin@acme.test'
const GIFT = 1000
let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ now: '2026-03-02T09:00:00Z' })
  await cap({ amount: 2 * GIFT, period: 'month', mode: 'block' })
})
afterAll(() => app?.close())

let people = 0
const someone = () => `capped-${++people}@friends.test`
const call = (method: string, path: string, body?: unknown, as = ADMIN) =>
  app.request(method, path, { as, ...(body === undefined ? {} : { body }) })
const cap = async (recipientSpendCap: object | null, team: string = demo.teams.acme) =>
  call('PUT', `/api/v2/teams/${team}`, { preferences: { recipientSpendCap } })
const by = (wallet: string) => ({ method: 'walletCommitment', reference: wallet })
const request = (purchase: object, wallet: string = demo.wallets.acmeMain) => ({
  purchase: { type: 'bulkHugggs', reference: demo.products.daisyGiftCard10, ...purchase },
  payment: by(wallet),
})
const buy = (purchase: object, wallet?: string, as = ADMIN) =>
  call('POST', '/api/v2/transactions?embed[]=hugggs', request(purchase, wallet), as)
const toOne = (email: string, wallet?: string, as = ADMIN) => buy({ receivers: [{ email }] }, wallet, as)
const quote = async (email: string) =>
  (await call('POST', '/v3/orders/quotes', request({ receivers: [{ email }] }))).body.data

test('the limit for one person holds over all teams of the organisation, each row named, however the address is written; refunded gifts are not counted', async () => {
  const email = someone()
  const first = await toOne(email)
  expect(first.status, JSON.stringify(first.body)).toBe(201)
  expect((await toOne(email.toUpperCase(), demo.wallets.acmeNorth)).status).toBe(201)
  expect((await quote(email)).canBuy).toBe(false)
  const refused = await buy({ receivers: [{ email: someone() }, { email }] })
  expect([refused.status, refused.body.code, refused.body.details]).toEqual([
    403,
    'spend_cap_reached',
    [
      expect.objectContaining({
        path: 'purchase.receivers.1.email',
        row: 1,
        reason: { code: 'recipient_over_cap', limitPence: 2 * GIFT, period: 'month', currency: 'GBX' },
      }),
    ],
  ])
  // Of another organisation's gifts nothing is known.
  expect(JSON.stringify(refused.body)).not.toContain('Acme North')
  await call('POST', `/api/v2/hugggs/${first.body.data.embedded.hugggs[0].id}/cancel`)
  expect((await toOne(email)).status).toBe(201)
  await app.advance('P1M')
  expect((await toOne(email)).status).toBe(201)
})

test('the limit for one person holds over every spelling of their mailbox', async () => {
  for (const spelling of ['c.apped@gmail.com', 'capped+1@gmail.com']) expect((await toOne(spelling)).status).toBe(201)
  const third = await toOne('CAPPED@googlemail.com')
  expect([third.status, third.body.code]).toEqual([403, 'spend_cap_reached'])
})

test('the database knows a person by their address as the program does', async () => {
  const addresses = [
    'Ada+2@friends.test',
    'G.r.eedy+x@GoogleMail.com',
    'a.da@friends.test',
    '+one@friends.test',
    'a+b+c@x.test',
  ]
  const { rows } = await sql<{ person: string }>`
    select person_address(email) as person from unnest(${addresses}::text[]) with ordinality as given (email, place) order by place`.execute(
    app.posy.db,
  )
  expect(rows.map(({ person }) => person)).toEqual(addresses.map(personAddress))
})

test('ten gifts at once to one person whose limit allows two become two', async () => {
  const email = someone()
  const answers = await Promise.all(Array.from({ length: 10 }, () => toOne(email)))
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, ...Array(8).fill(403)])
})

test('links may be passed on, and addresses corrected, only within the limit for one person', async () => {
  const email = someone()
  for (let time = 0; time < 2; time++) await toOne(email)
  const links = (await buy({ quantity: 1, deliveryMethod: 'links' })).body.data
  const given = await call('POST', `/api/v2/transactions/${links.id}/hugggs/send`, { receivers: [{ email }] })
  expect([given.status, given.body.code]).toEqual([403, 'spend_cap_reached'])
  const other = (await toOne(someone())).body.data.embedded.hugggs[0]
  const corrected = await call('PATCH', `/api/v2/hugggs/${other.id}`, { receiver: { email } })
  expect([corrected.status, corrected.body.details[0].path]).toEqual([403, 'receiver.email'])
})

test('the limit for one person only warns where the organisation wants that', async () => {
  const email = someone()
  for (let time = 0; time < 2; time++) await toOne(email)
  await setRules(app, { recipientSpendCap: { amount: 2 * GIFT, period: 'year', mode: 'warn' } })
  const warned = await quote(email)
  expect([warned.canBuy, warned.warnings]).toEqual([true, [expect.objectContaining({ code: 'over_cap', row: 0 })]])
  expect((await toOne(email)).status).toBe(201)
  await cap({ amount: 2 * GIFT, period: 'month', mode: 'block' })
})

test('the limit for one person is set by the parent team alone, by those who manage it', async () => {
  const refused = await cap({ amount: 1, period: 'month', mode: 'block' }, demo.teams.acmeNorth)
  expect([refused.status, refused.body.details[0].path]).toEqual([422, 'preferences.recipientSpendCap'])
  expect(
    (
      await call(
        'PUT',
        `/api/v2/teams/${demo.teams.acme}`,
        { preferences: { recipientSpendCap: null } },
        'viewer@acme.test',
      )
    ).status,
  ).toBe(403)
  expect((await cap({ amount: 0, period: 'month', mode: 'block' })).status).toBe(422)
})
