import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type WebhookEventType, webhookEvents, webhookEventTypes } from '#contract/webhooks/webhook-events.ts'
import { demo } from '#server/app/demo/ids.ts'
import { postTransfer } from '#server/domains/ledger/index.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { BUYER, buyLinks, decideOnApproval, heldOrder, withLimits } from '#server/testing/approvals.ts'
import { inTransaction, moving, walletAccounts } from '#server/testing/books.ts'
import { addActiveParticipants, liveBudget } from '#server/testing/budgets.ts'
import { askedExports } from '#server/testing/exports.ts'

const receiver = createServer((_, response) => response.writeHead(204).end())

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ env: { WEBHOOKS_TO_PRIVATE_ADDRESSES: 'true' } })
  await withLimits(app, { perOrder: 3000 })
  await new Promise<void>((listening) => receiver.listen(0, '127.0.0.1', listening))
  const body = { url: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hooks` }
  const made = await app.request('POST', `/v3/teams/${demo.teams.acme}/webhooks`, { as: BUYER, body })
  expect(made.status).toBe(201)
})
afterAll(async () => {
  receiver.close()
  await app.close()
})

const listEvents = async (subject: string) => {
  const rows = await app.posy.db
    .selectFrom('webhook_event')
    .select(['type', 'data'])
    .where(sql<boolean>`data ->> 'orderId' = ${subject} or subject_id::text = ${subject}`)
    .orderBy('sequence')
    .execute()
  return rows.map(({ type, data }): Record<string, unknown> => ({ type, ...(data as object) }))
}

describe('an order that waited can be followed by webhooks alone', () => {
  test('approved: the purchase names the order', async () => {
    const order = await heldOrder(app)
    expect((await decideOnApproval(app, order)).status).toBe(200)
    const events = await listEvents(order)
    expect(events.map(({ type }) => type)).toEqual(['approval.pending', 'transaction.created', 'approval.approved'])
    expect(events[2]).toMatchObject({ transactionId: events[1]!.transactionId, total: 3180, version: 1 })
  })

  test('declined, withdrawn and left undecided: each is an event', async () => {
    const [declined, withdrawn, expired] = [await heldOrder(app), await heldOrder(app), await heldOrder(app)]
    expect((await decideOnApproval(app, declined, { act: 'decline' })).status).toBe(200)
    expect((await decideOnApproval(app, withdrawn, { act: 'withdraw', as: BUYER })).status).toBe(200)
    await app.advance('P15D')
    const types = async (order: string) => (await listEvents(order)).map(({ type }) => type)
    expect(await types(declined)).toEqual(['approval.pending', 'approval.declined'])
    expect(await types(withdrawn)).toEqual(['approval.pending', 'approval.withdrawn'])
    expect(await types(expired)).toEqual(['approval.pending', 'approval.expired'])
  })
})

test('every table that writes webhook events is one that this file knows', async () => {
  const { rows } = await sql<{ table: string }>`
    select tgrelid::regclass::text as table from pg_trigger join pg_proc on pg_proc.oid = tgfoid
    where not tgisinternal and prosrc ~ 'record_(one_webhook|webhook_events)' order by 1`.execute(app.posy.db)
  expect(rows.map(({ table }) => table)).toEqual([
    'approval',
    'automated_budget',
    'automated_budget_execution',
    'automated_budget_participant',
    'award_batch',
    'award_event',
    'document',
    'export_request',
    'huggg_event',
    'ledger_entry',
    'team_member',
    'transaction',
  ])
})

/** An award in each of its states: the first by its command, the others by the statement that writes its timeline. */
async function awardEvents(): Promise<void> {
  const grant = await app.request('POST', '/v3/grants', {
    as: BUYER,
    body: { name: 'Fund', fromDay: '2026-01-01', untilDay: '2030-12-31', rails: ['cash-out'] },
  })
  const grantId = grant.body.data.id
  const funding = { walletId: demo.wallets.acmeMain, amount: 5_000 }
  await app.request('POST', `/v3/grants/${grantId}/fundings`, { as: BUYER, body: funding })
  const made = await app.request('POST', '/v3/awards', {
    as: BUYER,
    body: {
      ...{ grantId, person: { name: 'Ann Secret', email: 'ann@secret.test' }, caseReference: 'Secret-1' },
      ...{ reason: 'Secret need', amount: 2_000, rails: ['cash-out'] },
    },
  })
  const { id, teamId } = made.body.data
  const [told] = await listEvents(id)
  expect(told).toEqual({
    ...{ type: 'award.issued', awardId: id, grantId, status: 'issued', previousStatus: null },
    ...{ amount: 2_000, paid: 0, currency: 'GBX', rail: null },
  })
  expect(JSON.stringify(told)).not.toMatch(/secret/i)
  for (const status of webhookEventTypes.flatMap((type) => (type.startsWith('award.') ? [type.slice(6)] : [])))
    await sql`insert into award_event (award_id, team_id, at, from_status, to_status, paid_pence, actor_kind)
      values (${id}, ${teamId}, now(), 'issued', ${status}, 0, 'system')`.execute(app.posy.db)
  for (const status of webhookEventTypes.flatMap((type) => (type.startsWith('award-batch.') ? [type.slice(12)] : [])))
    await sql`insert into award_batch (id, team_id, grant_id, name, status, awards, amount_pence, currency, created_by, created_at, updated_at)
      select gen_random_uuid(), team_id, grant_id, 'Secret list', ${status}, 1, 100, currency, created_by, now(), now()
      from award where id = ${id}`.execute(app.posy.db)
}

/** What the product does automatically, and the rest by the statements that its commands end in. */
async function makeEverythingHappen(): Promise<void> {
  const { db } = app.posy
  expect((await buyLinks(app, 1)).status).toBe(201)
  await askedExports(app, { as: BUYER, wallet: demo.wallets.acmeMain, team: demo.teams.acme })
  const { budget, execution } = await liveBudget(app, { as: BUYER, wallet: demo.wallets.acmeMain })
  const [wallet] = await addActiveParticipants(db, budget, 1)
  const gift = await db
    .selectFrom('huggg')
    .select(['id', 'team_id'])
    .where('team_id', '=', demo.teams.acme)
    .limit(1)
    .executeTakeFirstOrThrow()
  for (const status of [1, 2, 3, 4, 5, 6, 8, 9])
    await sql`insert into huggg_event (huggg_id, team_id, at, from_id, to_id, actor_kind)
      values (${gift.id}, ${gift.team_id}, now(), 1, ${status}, 'system')`.execute(db)
  const { available } = walletAccounts(demo.wallets.acmeMain)
  const other = walletAccounts(wallet!).available
  for (const kind of ['card-top-up', 'wallet-transfer', 'correction'] as const)
    await inTransaction(db, (tx) => postTransfer(tx, moving(available, other, 1, { kind })))
  await sql`update automated_budget_execution set transfer_id = null where id = ${execution}`.execute(db)
  for (const status of ['failed', 'given-up', 'succeeded'])
    await sql`update automated_budget_execution set status = ${status} where id = ${execution}`.execute(db)
  await sql`update automated_budget_participant set status = 'inactive' where wallet_id = ${wallet}`.execute(db)
  await sql`update automated_budget_participant set status = 'deleted', deleted_at = now() where wallet_id = ${wallet}`.execute(
    db,
  )
  const member = { team_id: demo.teams.acmeNorth, user_id: demo.users.acmeViewer, role_group_id: 'team-viewer' }
  await db
    .insertInto('team_member')
    .values({ ...member, created_at: new Date() })
    .execute()
  const theirs = db
    .updateTable('team_member')
    .where('team_id', '=', member.team_id)
    .where('user_id', '=', member.user_id)
  await theirs.set({ role_group_id: 'team-admin' }).execute()
  await db
    .deleteFrom('team_member')
    .where('team_id', '=', member.team_id)
    .where('user_id', '=', member.user_id)
    .execute()
  await app.settle()
  await sql`update export_request set status = 'failed', file_key = null`.execute(db)
  const draft = { name: 'Later', budgetAmount: 100, frequency: 'month', walletId: demo.wallets.acmeMain }
  const later = await app.request('POST', '/v3/automated-budgets', {
    as: BUYER,
    body: { ...draft, scheduledStartDate: '2026-09-01T09:00:00Z' },
  })
  await app.request('POST', `/v3/automated-budgets/${later.body.data.id}/start`, { as: BUYER, body: {} })
  await app.request('POST', `/v3/automated-budgets/${budget}/stop`, { as: BUYER, body: {} })
  await app.settle()
}

test('each webhook event of the catalogue is written, and is what the catalogue says', async () => {
  await makeEverythingHappen()
  await awardEvents()
  const rows = await app.posy.db.selectFrom('webhook_event').select(['type', 'data']).execute()
  expect([...new Set(rows.map(({ type }) => type))].sort()).toEqual([...webhookEventTypes].sort())
  for (const { type, data } of rows)
    expect(webhookEvents[type as WebhookEventType].data.safeParse(data).error?.issues, type).toBeUndefined()
})
