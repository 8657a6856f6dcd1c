import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demo } from '#server/app/demo/ids.ts'
import { reconcileIn } from '#server/app/reconcile.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { addActiveParticipants } from '#server/testing/budgets.ts'

const as = 'admin@acme.test'
let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
  const call = async (path: string, body: object) =>
    (await app.request('POST', `/v3/automated-budgets${path}`, { as, body })).body.data
  const { id } = await call('', {
    name: 'Fund',
    budgetAmount: 100,
    frequency: 'month',
    walletId: demo.wallets.acmeMain,
  })
  await addActiveParticipants(app.posy.db, id, 3)
  await call(`/${id}/start`, {})
  await app.settle()
})
afterAll(() => app.close())

class Undo extends Error {}

/** The checks that notice a corruption, which is undone again. */
async function noticing(corruption: ReturnType<typeof sql> | null): Promise<string[]> {
  let checks: string[] = []
  await app.posy.db
    .transaction()
    .execute(async (tx) => {
      await corruption?.execute(tx)
      checks = (await reconcileIn(tx)).map(({ check }) => check)
      throw new Undo()
    })
    .catch((error: unknown) => {
      if (!(error instanceof Undo)) throw error
    })
  return [...new Set(checks)]
}

test('the books of a budget that ran are in order', async () => {
  expect(await noticing(null)).toEqual([])
})

test.each([
  ['budget-run', sql`update automated_budget_outcome set delta_pence = delta_pence + 1`],
  ['budget-run-paid', sql`update automated_budget_execution set paid_pence = paid_pence + 1`],
  ['budget-received', sql`update automated_budget_participant set total_funds_received = 99`],
  ['budget-runs-executed', sql`update automated_budget set runs_executed = 2`],
  [
    'budget-closed-wallet',
    sql`update wallet set returns_to_wallet_id = ${demo.wallets.acmeMain} where automation_id is not null`,
  ],
  ['budget-report-money', sql`update automated_budget_money set in_pence = in_pence + 1`],
  ['budget-report-spent', sql`update automated_budget_money set spent_pence = spent_pence + 1`],
  ['unexplained-transfer', sql`update automated_budget_execution set transfer_id = null`],
])('reconcile finds in a budget’s books: %s', async (check, corruption) => {
  expect(await noticing(corruption)).toContain(check)
})
