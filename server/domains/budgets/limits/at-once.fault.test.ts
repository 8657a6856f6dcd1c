import { afterAll, beforeAll, expect, test } from 'vitest'
import { demo } from '#server/app/demo/ids.ts'
import { reconcile } from '#server/app/reconcile.ts'
import { loadBalances } from '#server/domains/ledger/index.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { addActiveParticipants } from '#server/testing/budgets.ts'
import { setRules } from '#server/testing/rules.ts'
import { advanceBudget } from '../runs/advance-budget.ts'

const as = 'admin@acme.test'
const PEOPLE = 20
let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app?.close())

const ok = async (method: string, path: string, body?: unknown) => {
  const answer = await app.request(method, `/v3/automated-budgets${path}`, { as, body })
  expect(answer.status, `${method} ${path} ${JSON.stringify(answer.body)}`).toBeLessThan(300)
  return answer.body.data
}

async function liveBudget(walletId: string): Promise<{ id: string; wallets: string[] }> {
  const { id } = await ok('POST', '', {
    name: 'At once',
    budgetAmount: 100,
    frequency: 'year',
    walletId,
    unspentParticipantBalanceAction: 'rollover',
  })
  await ok('POST', `/${id}/start`, {})
  await app.settle()
  return { id, wallets: await addActiveParticipants(app.posy.db, id, PEOPLE) }
}

test('two budgets that run at once pay each person no more than the limit together', async () => {
  await setRules(app, { allowanceLimit: 250 })
  const budgets = [await liveBudget(demo.wallets.acmeMain), await liveBudget(demo.wallets.acmeEvents)]
  const [first, second] = await Promise.all(
    budgets.map(({ id }) =>
      app.posy.db
        .selectFrom('automated_budget_participant')
        .select(['id', 'user_id'])
        .where('budget_id', '=', id)
        .orderBy('id')
        .execute(),
    ),
  )
  // In two orders, so that locks of people would cross.
  for (const [place, { id }] of second!.toReversed().entries())
    await app.posy.db
      .updateTable('automated_budget_participant')
      .set({ user_id: first![place]!.user_id })
      .where('id', '=', id)
      .execute()
  for (let round = 0; round < 2; round++) {
    for (const { id } of budgets) await ok('POST', `/${id}/runs`, {})
    await Promise.all(budgets.map(({ id }) => advanceBudget(app.posy, id)))
    await app.settle()
  }
  const wallets = budgets.flatMap((budget) => budget.wallets)
  const has = await loadBalances(app.posy.db, wallets)
  const sums = budgets[0]!.wallets.map(
    (wallet, place) => has.get(wallet)!.available + has.get(budgets[1]!.wallets.toReversed()[place]!)!.available,
  )
  expect(sums).toEqual(Array.from({ length: PEOPLE }, () => 250))
  const runs = await Promise.all(budgets.map(({ id }) => ok('GET', `/${id}/executions?limit=2`)))
  const figures = runs
    .flat()
    .map(({ status, paid, cut }: { status: string; paid: number; cut: number }) => [...[status, paid + cut]])
  expect(figures).toEqual(Array.from({ length: 4 }, () => ['succeeded', 100 * PEOPLE]))
  expect(await reconcile(app.posy)).toEqual([])
})
