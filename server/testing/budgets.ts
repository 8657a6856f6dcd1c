import { sql } from 'kysely'
import { expect } from 'vitest'
import { accountId } from '#server/domains/ledger/index.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { TestApp } from './app.ts'

/** A live budget of a team with someone invited to it, after its first run. */
export async function liveBudget(
  app: TestApp,
  { as, wallet }: { as: string; wallet: string },
): Promise<{ budget: string; participant: string; execution: string; budgetInvoice: string }> {
  const call = async (method: string, path: string, body?: unknown) => {
    const answer = await app.request(method, `/v3/automated-budgets${path}`, { as, body })
    expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300)
    return answer.body.data
  }
  const { id } = await call('POST', '', { name: 'Thanks', budgetAmount: 2500, frequency: 'month', walletId: wallet })
  const [participant] = await call('POST', `/${id}/participants`, { participants: [`someone.${as}`] })
  await call('POST', `/${id}/start`, {})
  await app.settle()
  const [execution] = await call('GET', `/${id}/executions`)
  return {
    budget: id,
    participant: participant.id,
    execution: execution.id,
    budgetInvoice: await invoiced(app.posy.db, id),
  }
}

/** A period that is recorded as over, in which nothing was charged. */
async function invoiced(db: Db, budgetId: string): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into automated_budget_invoice (id, budget_id, team_id, user_id, period, from_at, until_at, created_at, updated_at)
    select gen_random_uuid(), id, team_id, user_id, '2026-01', started_at - interval '2 days', started_at - interval '1 day', started_at, started_at
    from automated_budget where id = ${budgetId} returning id`.execute(db)
  return rows[0]!.id
}

/**
 * Adds people who have accepted, with user, team and wallet, in a few statements: what a thousand invites come to.
 * @returns the wallets, in the order of the participants' ids
 */
export async function addActiveParticipants(db: Db, budgetId: string, count: number): Promise<string[]> {
  const budget = await db
    .selectFrom('automated_budget')
    .selectAll()
    .where('id', '=', budgetId)
    .executeTakeFirstOrThrow()
  const { rows } = await sql<{ wallet_id: string }>`
    with person as materialized (
      select gen_random_uuid() as participant, gen_random_uuid() as user_id, gen_random_uuid() as team, gen_random_uuid() as wallet, n
      from generate_series(1, ${count}) as n
    ), users as (
      insert into app_user (id, email, first_name, surname, created_at, updated_at)
      select user_id, 'p' || left(participant::text, 13) || '@people.test', 'P', n::text, ${budget.created_at}, ${budget.created_at} from person
    ), teams as (
      insert into team (id, name, plan_id, parent_team_id, automation_id, created_at, updated_at)
      select person.team, ${budget.name}, parent.plan_id, parent.id, ${budgetId}, ${budget.created_at}, ${budget.created_at}
      from person cross join team as parent where parent.id = ${budget.team_id}
    ), members as (
      insert into team_member (team_id, user_id, role_group_id, created_at)
      select team, user_id, 'automation-participant', ${budget.created_at} from person
    ), wallets as (
      insert into wallet (id, team_id, name, currency, reference, is_default, automation_id, created_at, updated_at)
      select wallet, team, ${budget.name}, ${budget.currency}, 'HG' || upper(left(md5(wallet::text), 8)), true, ${budgetId}, ${budget.created_at}, ${budget.created_at} from person
    ), participants as (
      insert into automated_budget_participant (id, budget_id, team_id, email, status, user_id, participant_team_id, wallet_id, accepted_at, created_at, updated_at)
      select participant, ${budgetId}, ${budget.team_id}, 'p' || left(participant::text, 13) || '@people.test', 'active', user_id, team, wallet,
        ${budget.created_at}, ${budget.created_at}, ${budget.created_at} from person
    )
    select wallet as wallet_id from person order by participant`.execute(db)
  const wallets = rows.map((row) => row.wallet_id)
  for (const kind of ['available', 'committed', 'locked'] as const) {
    const ids = wallets.map((wallet) => accountId({ wallet, kind }, budget.currency))
    await sql`
      insert into ledger_account (id, kind, team_id, wallet_id, currency, platform, may_go_negative, balance)
      select account.id, ${kind}, wallet.team_id, wallet.id, wallet.currency, false, false, 0
      from unnest(${ids}::uuid[], ${wallets}::uuid[]) as account (id, wallet) join wallet on wallet.id = account.wallet`.execute(
      db,
    )
  }
  return wallets
}
