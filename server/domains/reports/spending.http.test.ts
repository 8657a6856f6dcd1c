import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TeamSpending } from '#contract/reports/reports.ts'
import { demo } from '#server/app/demo/ids.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { addActiveParticipants } from '#server/testing/budgets.ts'
import { buyGifts } from '#server/testing/hugggs.ts'

const as = 'admin@acme.test'
const { products, teams, wallets } = demo
/** A flat white with its fee. */
const COST = 390
let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const ask = (query = '', who = as) => app.request('GET', `/v3/teams/${teams.acme}/spending${query}`, { as: who })
const spending = async (query = ''): Promise<TeamSpending> => (await ask(query)).body.data
const cancel = (gift: { id: string }) => app.request('POST', `/api/v2/hugggs/${gift.id}/cancel`, { as })

async function buy(method: 'walletCommitment' | 'invoice', quantity: number): Promise<{ id: string }[]> {
  const purchase = { type: 'bulkHugggs', reference: products.daisyFlatWhite, deliveryMethod: 'links', quantity }
  const { status, body } = await app.request('POST', '/api/v2/transactions?embed[]=hugggs', {
    as,
    body: { purchase, payment: { method, reference: wallets.acmeMain } },
  })
  expect(status, JSON.stringify(body)).toBe(201)
  return body.data.embedded.hugggs
}

/** A budget's one participant buys from its allowance. */
async function buyFromBudget(quantity: number): Promise<{ id: string }[]> {
  const { body } = await app.request('POST', '/v3/automated-budgets', {
    as,
    body: { name: 'Fund', budgetAmount: 6_000, frequency: 'month', unspentParticipantBalanceAction: 'rollover' },
  })
  await addActiveParticipants(app.posy.db, body.data.id, 1)
  await app.request('POST', `/v3/automated-budgets/${body.data.id}/start`, { as, body: {} })
  await app.settle()
  const { teamId, walletId, userId } = await app.posy.db
    .selectFrom('automated_budget_participant')
    .select(['participant_team_id as teamId', 'wallet_id as walletId', 'user_id as userId'])
    .where('budget_id', '=', body.data.id)
    .executeTakeFirstOrThrow()
  const owner = { teamId: teamId!, walletId: walletId!, userId: userId!, expiryDays: 90 }
  return (await buyGifts(app.posy, { ...owner, quantity })).gifts
}

test('the spending report counts what was bought, by invoice and by participants too, without runs; refunds stand beside it, those of earlier purchases apart', async () => {
  const before = await spending()
  const fromWallet = await buy('walletCommitment', 2)
  await buy('invoice', 1)
  const fromBudget = await buyFromBudget(3)
  await cancel(fromWallet[0]!)
  expect(await spending()).toEqual({
    ...before,
    bought: before.bought + 6 * COST,
    backInMonth: before.backInMonth + COST,
  })

  await app.advance('P1M')
  await cancel(fromBudget[0]!)
  const later = await buy('walletCommitment', 1)
  const now = await spending()
  expect([now.bought, now.backInMonth, now.backSince]).toEqual([COST, 0, 0])
  expect(now.earlierBackInMonth).toBeGreaterThanOrEqual(COST)
  const then = await spending(`?month=${before.month}`)
  expect([then.bought, then.backInMonth]).toEqual([before.bought + 6 * COST, before.backInMonth + COST])
  expect(then.backSince).toBe(now.earlierBackInMonth)
  await cancel(later[0]!)
  expect(await spending()).toMatchObject({ bought: COST, backInMonth: COST })
})

test('the spending report is for anyone who may see the team’s purchases, and no one sees another team’s', async () => {
  expect((await ask('', 'admin@globex.test')).status).toBe(404)
  expect((await ask('', 'participant@acme.test')).status).toBe(403)
  expect((await ask('?month=2026-13')).status).toBe(422)
})
