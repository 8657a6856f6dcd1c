import { sql } from 'kysely'
import type { ApprovalLimits, RecipientSpendCap } from '#contract/teams/preferences.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'

/** Ids of a team and all below it: its subteams, and what budgets made for their participants. */
export const teamAndBelow = (teamId: string) => sql`(
  with recursive tree as (select id from team where id = ${teamId} union all select team.id from team join tree on team.parent_team_id = tree.id)
  select id from tree)`

/** The same, read: named one by one they let the planner know how much a large team has. */
export async function loadTeamTree(db: Db | Tx, teamId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from team where id in ${teamAndBelow(teamId)}`.execute(db)
  return rows.map(({ id }) => id)
}

/** A team's organisation: the first team above it, with all that are under that one. */
export interface Organisation {
  id: string
  teamIds: string[]
  spendCap: RecipientSpendCap | null
  /** Pence that budgets pay one person at most in a tax year. */
  allowanceLimit: number | null
  approvals: ApprovalLimits | null
}

export async function loadOrganisation(db: Db | Tx, teamId: string): Promise<Organisation> {
  const { rows } = await sql<Organisation>`
    with recursive above as (
      select id, parent_team_id, preferences from team where id = ${teamId}
      union all select team.id, team.parent_team_id, team.preferences from team join above on team.id = above.parent_team_id
    ), first as (select id, preferences from above where parent_team_id is null), under as (
      select id from first union all select team.id from team join under on team.parent_team_id = under.id
    )
    select first.id, first.preferences->'recipientSpendCap' as "spendCap", first.preferences->'allowanceLimit' as "allowanceLimit",
      first.preferences->'approvals' as approvals, (select array_agg(under.id::text) from under) as "teamIds"
    from first`.execute(db)
  return rows[0]!
}

/**
 * Where an organisation limits what one person buys a day, its purchases are made one after the other, from before they
 * look at that day: two at once would not see each other.
 * @returns the organisation, with the limits that hold from then on
 */
export async function holdDayLimit(tx: Tx, teamId: string): Promise<Organisation> {
  const organisation = await loadOrganisation(tx, teamId)
  const { id, approvals } = organisation
  if (!approvals || approvals.perDay === null) return organisation
  await sql`select pg_advisory_xact_lock(hashtextextended(${`day limit ${id}`}, 0))`.execute(tx)
  return loadOrganisation(tx, teamId)
}
