import type { UserPermissions } from '#contract/auth.ts'
import type { UserPlanPermissions } from '#contract/plans.ts'
import type { Team, TeamUser } from '#contract/teams.ts'
import { presentColleague } from '#server/domains/identity/index.ts'
import { iso } from '#server/kit/time.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import type { Principal } from '#server/platform/principal.ts'
import { type Rights, subteamsOf, type TeamMember } from './queries.ts'
import { allFlags } from './role.ts'
import { presentTeam, type TeamRecord } from './team.ts'

/** Teams as they travel. A participant is shown no subteams. */
export async function presentTeams(
  db: Db | Tx,
  caller: Pick<Principal, 'ownOnly'>,
  teams: TeamRecord[],
): Promise<Team[]> {
  const subteams = caller.ownOnly
    ? new Map<string, never[]>()
    : await subteamsOf(
        db,
        teams.map((team) => team.id),
      )
  return teams.map((team) => presentTeam(team, subteams.get(team.id) ?? []))
}

/** Colleagues; their phone numbers only for a team admin. */
export const presentMember = (caller: Principal, { roleGroupId, joinedAt, ...user }: TeamMember): TeamUser => ({
  ...presentColleague(user, { withMobile: caller.permissions['team-admin'] === true || caller.userId === user.id }),
  roleGroupId,
  dateJoined: iso(joinedAt),
})

export const presentRights = (rights: Rights): UserPermissions => ({
  roleGroupId: rights.roleGroupId,
  roleIds: rights.roleIds,
  permissions: allFlags(rights.permissions),
  impersonate: false,
})

export const presentPlanPermissions = (rights: Rights): UserPlanPermissions => ({
  planId: rights.planId,
  isActive: rights.planIsActive,
  permissions: allFlags(rights.permissions),
  dateStarted: iso(rights.since),
  dateEnded: null,
  client: rights.client,
  teamId: rights.teamId,
  roleGroupId: rights.roleGroupId,
})
