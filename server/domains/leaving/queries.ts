import { type Selectable, sql } from 'kysely'
import type { LeavingCustomer } from '#contract/operator/leaving.ts'
import type { TeamLeaving } from '#contract/teams/leaving.ts'
import { teamAndBelow } from '#server/domains/teams/team/index.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { personName } from '#server/platform/database/person-name.ts'
import type { TeamLeavingTable } from '#server/platform/database/schema.ts'

/** A request that holds: until it is over it has its account. */
export type LeavingRecord = Selectable<TeamLeavingTable> & { sealed: Uint8Array; askedBy: string; teamName: string }

/** Requests that hold, with the name of who asked: of one team, or of every customer who is still here. */
export async function openLeavings(db: Db | Tx, teamId: string | null): Promise<LeavingRecord[]> {
  const { rows } = await sql<LeavingRecord>`
    select leaving.*, ${personName('u')} as "askedBy", team.name as "teamName"
    from team_leaving leaving join team on team.id = leaving.team_id join app_user u on u.id = leaving.asked_by
    where leaving.withdrawn_at is null and ${teamId === null ? sql`true` : sql`team.id = ${teamId}`}
    order by leaving.asked_at, leaving.id`.execute(db)
  return rows
}

/** What a team and all below it have and owe, by currency; a currency with nothing in it is left out. */
export async function loadMoney(db: Db | Tx, teamId: string): Promise<TeamLeaving['money']> {
  const { rows } = await sql<TeamLeaving['money'][number]>`
    select currency,
      coalesce(sum(balance) filter (where kind = 'available'), 0)::bigint as available,
      coalesce(sum(balance) filter (where kind = 'committed'), 0)::bigint as "inGifts",
      coalesce(-sum(balance) filter (where kind = 'receivable'), 0)::bigint as owed
    from ledger_account where team_id in ${teamAndBelow(teamId)} and not platform
    group by currency having bool_or(balance <> 0) order by currency desc`.execute(db)
  return rows
}

/** Wallets with something to pay out, of a team and all below it. */
export async function walletsToPayOut(db: Db | Tx, teamId: string): Promise<LeavingCustomer['wallets']> {
  const { rows } = await sql<LeavingCustomer['wallets'][number]>`
    select wallet.reference, wallet.name, wallet.currency, account.balance as "availablePence"
    from wallet join ledger_account account on account.wallet_id = wallet.id and account.kind = 'available'
    where wallet.team_id in ${teamAndBelow(teamId)} and account.balance > 0 order by wallet.name, wallet.id`.execute(db)
  return rows
}
