import type { Answer } from '#contract/core/endpoint.ts'
import { allows } from '#contract/core/permissions.ts'
import type { getMe, UserPermissions } from '#contract/identity/auth.ts'
import type { UserPlanPermissions } from '#contract/plans/plans.ts'
import type { TeamUser } from '#contract/teams/team-users.ts'
import type { Team } from '#contract/teams/teams.ts'
import { iso, isoOrNull } from '#kit/time.ts'
import { serializeColleague } from '#server/domains/identity/users/index.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import type { Principal } from '#server/platform/principal.ts'
import { allFlags } from '../rights/index.ts'
import { type ParentTeam, type Rights, serializeTeam, type TeamMember, teamsWithSubteams } from '../team/index.ts'
import { serializePendingChange } from './decide-rule-change.ts'
import { namedChanges } from './rule-changes.ts'

/** Teams as they travel, by id, each with what waits in it. A participant is shown neither subteams nor that. */
export async function serializeParentTeams(
  db: Db | Tx,
  caller: Pick<Principal, 'ownOnly'>,
  teams: readonly ParentTeam[],
): Promise<Map<string, Team>> {
  const waiting = caller.ownOnly ? [] : await namedChanges(db, { teamIds: teams.map(({ id }) => id) })
  const inTeam = (id: string) => waiting.filter((change) => change.team_id === id).map(serializePendingChange)
  return new Map(
    teams.map((team) => [team.id, serializeTeam(team, caller.ownOnly ? [] : team.subteams, inTeam(team.id))]),
  )
}

/** As above, of anyone, by their ids. */
export const serializeTeams = async (
  db: Db | Tx,
  caller: Pick<Principal, 'ownOnly'>,
  ids: readonly string[],
): Promise<Map<string, Team>> => serializeParentTeams(db, caller, await teamsWithSubteams(db, ids))

/** Colleagues; their phone numbers only for a team admin, their second step only for who may reset it. */
export const serializeMember = (
  caller: Principal,
  { roleGroupId, joinedAt, hasSecondStep, ...user }: TeamMember,
): TeamUser => ({
  ...serializeColleague(user, { withMobile: caller.permissions['team-admin'] === true || caller.userId === user.id }),
  roleGroupId,
  dateJoined: iso(joinedAt),
  secondStep: allows(caller.permissions, ['team-admin', 'subteam-admin']) ? secondStepState(user, hasSecondStep) : null,
})

const secondStepState = ({ googleId, microsoftId }: Pick<TeamMember, 'googleId' | 'microsoftId'>, isOn: boolean) =>
  isOn ? 'on' : googleId || microsoftId ? 'provider' : 'off'

/** What the caller may do in the team they act in; null where they act in none. */
export const serializeRights = ({ role, permissions, impersonation }: Principal): UserPermissions | null =>
  role && {
    roleGroupId: role.groupId,
    roleIds: role.ids,
    permissions: allFlags(permissions),
    impersonate: Boolean(impersonation),
  }

/** The operator who looks with someone’s eyes, or null. */
export const serializeImpersonation = ({ impersonation }: Principal): Answer<typeof getMe>['data']['impersonation'] =>
  impersonation
    ? {
        operator: impersonation.operator,
        reason: impersonation.reason,
        endsAt: iso(impersonation.endsAt),
        mayChange: impersonation.mayChange,
      }
    : null

/** From when both the person was a member and the team on the plan, until the plan ends where its end is known. */
export const serializePlanPermissions = (
  rights: Rights,
  onPlan: { since: Date | null; endsAt: Date | null },
): UserPlanPermissions => ({
  planId: rights.planId,
  isActive: rights.planIsActive,
  permissions: allFlags(rights.permissions),
  dateStarted: iso(onPlan.since && onPlan.since > rights.since ? onPlan.since : rights.since),
  dateEnded: isoOrNull(onPlan.endsAt),
  client: rights.client,
  teamId: rights.teamId,
  roleGroupId: rights.roleGroupId,
})
