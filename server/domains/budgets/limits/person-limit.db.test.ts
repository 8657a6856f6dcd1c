import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { demo } from '#server/app/demo/ids.ts'
import { reconcile } from '#server/app/reconcile.ts'
import { loadBalances } from '#server/domains/ledger/index.ts'
import { receiveBankPayment } from '#server/domains/wallets/index.ts'
import { transact } from '#server/platform/posy.ts'
import { operatorActor } from '#server/platform/principal.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { addActiveParticipants } from '#server/testing/budgets.ts'
import { setRules } from '#server/testing/rules.ts'
import { advanceBudget } from '../runs/advance-budget.ts'

const as = 'admin@acme.test'
const LIMIT = 30_000
let app: TestApp
let line = 0

beforeAll(async () => {
  app = await startTestApp({ now: '2026-03-30T09:00:00Z' })
  await setRules(app, { allowanceLimit: LIMIT })
})
afterEach(async () => {
  expect(await reconcile(app.posy)).toEqual([])
})
afterAll(() => app.close())

const ok = async (method: string, path: string, body?: unknown) => {
  const answer = await app.request(method, `/v3/automated-budgets${path}`, { as, body })
  expect(answer.status, `${method} ${path} ${JSON.stringify(answer.body)}`).toBeLessThan(300)
  return answer.body.data
}
const available = async (wallet: string) => (await loadBalances(app.posy.db, [wallet])).get(wallet)!.available

interface Built {
  id: string
  participants: { id: string; walletId: string; email: string }[]
}

async function build(fields: object, people: number): Promise<Built> {
  const wallet = await app.request('POST', `/api/v2/teams/${demo.teams.acme}/wallets`, { as, body: { name: 'Fund' } })
  const { id: walletId, referenceId } = wallet.body.data
  await transact(app.posy, { actor: operatorActor }, (work) =>
    receiveBankPayment(work, { bankLine: `limit-${line++}`, reference: referenceId, amountPence: 500_000 }),
  )
  const { id } = await ok('POST', '', { name: 'Limited', frequency: 'year', walletId, ...fields })
  await addActiveParticipants(app.posy.db, id, people)
  return { id, participants: await ok('GET', `/${id}/participants`) }
}

const start = async ({ id }: Built) => {
  await ok('POST', `/${id}/start`, {})
  await app.settle()
}

/** The people of one budget are those of another, each at another spelling of the same address. */
async function samePeople(one: Built, other: Built): Promise<void> {
  for (const [place, { id }] of other.participants.entries()) {
    const [local, domain] = one.participants[place]!.email.split('@')
    await sql`update app_user set email = ${`${local}+again@${domain}`} where id = (
      select user_id from automated_budget_participant where id = ${id})`.execute(app.posy.db)
  }
}

test('people are paid at most the limit in a tax year over all budgets, whatever happened before, and the ledger says so', async () => {
  const step = fc.oneof(
    { weight: 5, arbitrary: fc.record({ run: fc.nat(1) }) },
    {
      weight: 2,
      arbitrary: fc.record({ take: fc.nat(1), who: fc.nat(1), pence: fc.integer({ min: 1, max: 20_000 }) }),
    },
  )
  const budgetFields = fc.record({
    budgetAmount: fc.integer({ min: 1, max: 20_000 }),
    unspentParticipantBalanceAction: fc.constantFrom('reset', 'rollover'),
  })
  await fc.assert(
    fc.asyncProperty(
      fc.array(budgetFields, { minLength: 2, maxLength: 2 }),
      fc.array(step, { minLength: 3, maxLength: 9 }),
      async (fields, steps) => {
        const budgets = [await build(fields[0]!, 2), await build(fields[1]!, 2)]
        await samePeople(budgets[0]!, budgets[1]!)
        // The same sums by hand: what each has in each budget, and what they were paid since 6 April.
        const has = [
          [0, 0],
          [0, 0],
        ]
        const paid = [0, 0]
        const run = (which: number) => {
          const { budgetAmount, unspentParticipantBalanceAction: action } = fields[which]!
          for (const who of [0, 1]) {
            const before = has[which]![who]!
            const wanted = action === 'reset' ? budgetAmount - before : budgetAmount
            const given = Math.min(wanted, Math.max(0, LIMIT - paid[who]!))
            has[which]![who] = before + given
            paid[who] = Math.max(0, paid[who]! + given)
            expect(paid[who]).toBeLessThanOrEqual(LIMIT)
          }
        }
        for (const which of [0, 1]) {
          await start(budgets[which]!)
          run(which)
        }
        for (const each of steps) {
          if ('run' in each) {
            await ok('POST', `/${budgets[each.run]!.id}/runs`, {})
            await advanceBudget(app.posy, budgets[each.run]!.id)
            run(each.run)
          } else {
            const amount = Math.min(each.pence, has[each.take]![each.who]!)
            if (amount === 0) continue
            const { id } = budgets[each.take]!.participants[each.who]!
            await ok('POST', `/${budgets[each.take]!.id}/participants/${id}/withdrawals`, { amount })
            has[each.take]![each.who]! -= amount
            paid[each.who] = Math.max(0, paid[each.who]! - amount)
          }
          for (const which of [0, 1])
            for (const who of [0, 1])
              expect(await available(budgets[which]!.participants[who]!.walletId)).toBe(has[which]![who])
        }
        for (const { id } of budgets) {
          await ok('POST', `/${id}/stop`)
          await advanceBudget(app.posy, id)
        }
      },
    ),
    { numRuns: 3 },
  )
})

test('a forecast says whom other budgets pay too, and how much less a run may pay them', async () => {
  const fields = { budgetAmount: 5000, frequency: 'month', unspentParticipantBalanceAction: 'rollover' }
  const [one, other] = [await build(fields, 2), await build(fields, 1)]
  const forecast = ({ id }: Built) => ok('GET', `/${id}/forecast?runs=2`)
  await start(one)
  expect((await forecast(one)).shared).toBeNull()
  await samePeople(one, other)
  // A draft pays no one.
  expect((await forecast(one)).shared).toBeNull()
  await start(other)
  expect((await forecast(one)).shared).toEqual({ people: 1, upTo: 5000 })
  expect((await forecast(other)).shared).toEqual({ people: 1, upTo: 5000 })
  for (const { id } of [one, other]) await ok('POST', `/${id}/stop`)
  await app.settle()
  expect((await forecast(one)).shared).toBeNull()
})

test('a new tax year begins with 6 April, and what is taken back of the year before makes no room in it', async () => {
  const budget = await build({ budgetAmount: 20_000, unspentParticipantBalanceAction: 'rollover' }, 1)
  const [person] = budget.participants as [Built['participants'][0]]
  await start(budget)
  const run = async () => {
    await ok('POST', `/${budget.id}/runs`, {})
    await advanceBudget(app.posy, budget.id)
    return available(person.walletId)
  }
  const take = (amount: number) => ok('POST', `/${budget.id}/participants/${person.id}/withdrawals`, { amount })
  expect(await run()).toBe(LIMIT)
  // Of this year's own money: as much room again.
  await take(5000)
  expect(await run()).toBe(LIMIT)
  await app.advance('P8D')
  await take(LIMIT)
  expect([await run(), await run(), await run()]).toEqual([20_000, LIMIT, LIMIT])
  await take(1000)
  expect(await run()).toBe(LIMIT)
})

test('a run that the limit cuts says by how much and for whom, the report who is near it, and the participant’s page what is left', async () => {
  const budget = await build({ budgetAmount: 20_000, unspentParticipantBalanceAction: 'rollover', isVariable: true }, 2)
  const [first, second] = budget.participants as [Built['participants'][0], Built['participants'][0]]
  await ok('PATCH', `/${budget.id}/participants`, { participantIds: [second.id], budgetAmount: 4000 })
  await start(budget)
  await ok('POST', `/${budget.id}/runs`, {})
  await advanceBudget(app.posy, budget.id)
  const [run] = await ok('GET', `/${budget.id}/executions`)
  expect(run).toMatchObject({ status: 'succeeded', paid: 14_000, cut: 10_000 })
  const outcomes = await ok('GET', `/${budget.id}/executions/${run.id}/outcomes`)
  const said = Object.fromEntries(
    outcomes.map((each: { email: string; change: number; cut: number }) => [each.email, [each.change, each.cut]]),
  )
  expect(said).toEqual({ [first.email]: [10_000, 10_000], [second.email]: [4000, 0] })

  const report = async (who: string) => (await app.request('GET', '/v3/allowance-limit', { as: who })).body.data
  const { limit, people } = await report('viewer@acme.test')
  expect(limit).toBe(LIMIT)
  expect(people).toContainEqual(expect.objectContaining({ email: first.email, paid: LIMIT, left: 0 }))
  expect(people).toContainEqual(expect.objectContaining({ email: second.email, paid: 8000, left: LIMIT - 8000 }))
  expect((await report('admin@globex.test')).people).toEqual([])
  expect((await app.request('GET', '/v3/allowance-limit', { as: 'participant@acme.test' })).status).toBe(403)

  await sql`update app_user set verified_email = true, password_hash = (select password_hash from app_user where email = ${as})
    where email = ${second.email}`.execute(app.posy.db)
  const own = await app.request('GET', '/v3/allowances', { as: second.email })
  expect(own.body.data, JSON.stringify(own.body)).toMatchObject([
    { available: 8000, yearLimit: { limit: LIMIT, paid: 8000, left: LIMIT - 8000, until: '2027-04-05T23:00:00.000Z' } },
  ])
})

test('a higher limit for one person waits for another person, and a subteam sets none', async () => {
  const put = (team: string, allowanceLimit: number | null) =>
    app.request('PUT', `/api/v2/teams/${team}`, { as, body: { preferences: { allowanceLimit } } })
  for (const wish of [LIMIT + 1, null]) {
    const { preferences, pendingChanges } = (await put(demo.teams.acme, wish)).body.data
    expect(preferences.allowanceLimit).toBe(LIMIT)
    expect(pendingChanges).toMatchObject([{ rule: 'allowanceLimit', to: { allowanceLimit: wish } }])
  }
  expect((await put(demo.teams.acme, LIMIT)).body.data.preferences.allowanceLimit).toBe(LIMIT)
  const refused = await put(demo.teams.acmeNorth, 100)
  expect([refused.status, refused.body.details[0].path]).toEqual([422, 'preferences.allowanceLimit'])
})
