import { type Selectable, sql } from 'kysely'
import type { LeavingCustomer } from '#contract/operator/leaving.ts'
import { LEAVING_WAITS_HOURS, type TeamLeaving } from '#contract/teams/leaving.ts'
import { iso } from '#kit/time.ts'
import { isOwnName, type Payee } from '#server/domains/bank/index.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { personName } from '#server/platform/database/person-name.ts'
import type { TeamLeavingTable } from '#server/platform/database/schema.ts'
import type { Posy } from '#server/platform/posy.ts'
import { unseal } from '#server/platform/sealing.ts'

export type LeavingRecord = Selectable<TeamLeavingTable> & { askedBy: string; teamName: string }

const HOUR_MS = 3_600_000

export const sealedOwner = (id: string) => ({ purpose: 'posy team leaving', id })

/** Not carried out before: until then colleagues may take it back. */
export const leavingFrom = ({ asked_at }: Pick<LeavingRecord, 'asked_at'>): string =>
  iso(new Date(asked_at.getTime() + LEAVING_WAITS_HOURS * HOUR_MS))

/** Requests that hold, with the name of who asked: of one team, or of every customer who is still here. */
export async function openLeavings(db: Db | Tx, teamId: string | null): Promise<LeavingRecord[]> {
  const { rows } = await sql<LeavingRecord>`
    select leaving.*, ${personName('u')} as "askedBy", team.name as "teamName"
    from team_leaving leaving join team on team.id = leaving.team_id join app_user u on u.id = leaving.asked_by
    where leaving.withdrawn_at is null and team.deactivated_at is null
      and ${teamId === null ? sql`true` : sql`team.id = ${teamId}`}
    order by leaving.asked_at, leaving.id`.execute(db)
  return rows
}

/** The team and all below it: its subteams, and what budgets made for their participants. */
const below = (teamId: string) => sql`(
  with recursive tree as (select id from team where id = ${teamId} union all select team.id from team join tree on team.parent_team_id = tree.id)
  select id from tree)`

/** What a team and all below it have and owe, by currency; a currency with nothing in it is left out. */
async function loadMoney(db: Db | Tx, teamId: string): Promise<TeamLeaving['money']> {
  const { rows } = await sql<TeamLeaving['money'][number]>`
    select currency,
      coalesce(sum(balance) filter (where kind = 'available'), 0)::bigint as available,
      coalesce(sum(balance) filter (where kind = 'committed'), 0)::bigint as "inGifts",
      coalesce(-sum(balance) filter (where kind = 'receivable'), 0)::bigint as owed
    from ledger_account where team_id in ${below(teamId)} and not platform
    group by currency having bool_or(balance <> 0) order by currency desc`.execute(db)
  return rows
}

const hasOpenBudget = async (posy: Posy, tx: Tx, teamId: string): Promise<string | null> => {
  const { rows } = await sql<{ id: string }>`select id from team where id in ${below(teamId)} order by id`.execute(tx)
  for (const { id } of rows) {
    const problem = await posy.hooks.teamClosureBlock(tx, id)
    if (problem) return problem.message
  }
  return null
}

/** What a team that leaves still has, what stands in the way, and its request. */
export async function loadLeaving(posy: Posy, db: Db | Tx, teamId: string): Promise<TeamLeaving> {
  const [request] = await openLeavings(db, teamId)
  return {
    teamId,
    money: await loadMoney(db, teamId),
    blockedBy: await hasOpenBudget(posy, db as Tx, teamId),
    request: request
      ? {
          askedBy: { id: request.asked_by, name: request.askedBy },
          dateAsked: iso(request.asked_at),
          dateFrom: leavingFrom(request),
          accountHint: request.hint,
        }
      : null,
  }
}

/** As operators see them: with the account, and the wallets that are to be paid out. */
export async function leavingCustomers(posy: Posy, db: Db): Promise<LeavingCustomer[]> {
  return Promise.all((await openLeavings(db, null)).map((request) => leavingCustomer(posy, db, request)))
}

async function leavingCustomer(posy: Posy, db: Db, request: LeavingRecord): Promise<LeavingCustomer> {
  const { team_id: teamId, teamName } = request
  const payee = JSON.parse(unseal(posy.secret, sealedOwner(request.id), request.sealed)) as Payee
  const { rows: wallets } = await sql<LeavingCustomer['wallets'][number]>`
    select wallet.reference, wallet.name, wallet.currency, account.balance as "availablePence"
    from wallet join ledger_account account on account.wallet_id = wallet.id and account.kind = 'available'
    where wallet.team_id in ${below(teamId)} and account.balance > 0 order by wallet.name, wallet.id`.execute(db)
  const { money, blockedBy } = await loadLeaving(posy, db, teamId)
  const { name, ...account } = payee
  return {
    team: { id: teamId, name: teamName },
    askedBy: request.askedBy,
    dateAsked: iso(request.asked_at),
    dateFrom: leavingFrom(request),
    payment: { payee: name, ...account, isOwnName: isOwnName(name, teamName) },
    ...{ money, blockedBy, wallets },
  }
}
