import type { RoleGroup } from '#contract/core/permissions.ts'
import { revokeKeysIssuedBy } from '#server/domains/identity/sessions/index.ts'
import type { Tx } from '#server/platform/database/database.ts'
import type { Work } from '#server/platform/posy.ts'
import type { Principal } from '#server/platform/principal.ts'
import { invalidFields, Problem } from '#server/platform/problem/problem.ts'
import { covers, isForSubteams } from '../rights/index.ts'
import { endUserRuleChanges } from '../rules/index.ts'
import { requireNotEmergencyAdmin } from '../sign-in/index.ts'
import { getMember, roleGroupPermissions, type TeamMember, type TeamRecord, teamInScope } from '../team/index.ts'
import { requirePlace, teamMemberAdded, teamRoleChanged } from './add-member.ts'
import { requireOtherAdmin } from './remove-member.ts'

/** @throws invalid_fields (422) for a role group that no one gives in this team */
export async function requireGivable(
  tx: Tx,
  { parentTeamId, planId }: Pick<TeamRecord, 'parentTeamId' | 'planId'>,
  roleGroupId: RoleGroup,
): Promise<void> {
  if (roleGroupId !== 'automation-participant') {
    if (roleGroupId !== 'subteam-admin' || parentTeamId !== null) return
    if (!isForSubteams(roleGroupId, (await roleGroupPermissions(tx, planId)).get(roleGroupId))) return
  }
  throw invalidFields([
    {
      path: 'roleGroupId',
      message: roleGroupId === 'subteam-admin' ? 'is for subteams only' : 'is for automated budgets only',
      code: 'role_group',
    },
  ])
}

/**
 * Gives a member another role group. Rights are looked up with every request, so the next one has them.
 * @throws not_found (404) for who is no member, invalid_fields (422) for a role group that this team cannot give,
 *   forbidden (403) for more rights than the caller has, wrong_state (409) for the last admin and for a budget's
 *   participant, plan_limit_reached (403)
 */
export async function changeRole(
  work: Work,
  caller: Pick<Principal, 'teamIds' | 'permissions'>,
  { teamId, userId, roleGroupId }: { teamId: string; userId: string; roleGroupId: RoleGroup },
): Promise<TeamMember> {
  const { tx } = work
  const team = await teamInScope(tx, caller, teamId)
  await requireGivable(tx, team, roleGroupId)
  // Holds the team's row: two admins who demote each other at once must not both succeed.
  await requirePlace(tx, { teamId, userId, roleGroupId })
  const before = await getMember(tx, teamId, userId)
  if (before.roleGroupId === roleGroupId) return before
  if (before.roleGroupId === 'automation-participant')
    throw new Problem('wrong_state', 'This member belongs to an automated budget.', {
      help: 'Remove them from the budget, then invite them to the team.',
    })
  const rights = await roleGroupPermissions(tx, team.planId)
  for (const group of [before.roleGroupId, roleGroupId])
    if (!covers(caller.permissions, rights.get(group) ?? {}))
      throw new Problem('forbidden', 'No one can give, or take from, more rights than they have.')
  if (before.roleGroupId === 'team-admin') {
    // A subteam's parent can always step in.
    if (team.parentTeamId === null) await requireOtherAdmin(tx, teamId, userId)
    await requireNotEmergencyAdmin(tx, teamId, userId)
    const subteams = await tx.selectFrom('team').select('id').where('parent_team_id', '=', teamId).execute()
    await revokeKeysIssuedBy(work, { userId, teamIds: [teamId, ...subteams.map(({ id }) => id)] })
  }
  await tx
    .updateTable('team_member')
    .set({ role_group_id: roleGroupId, role_changed_at: work.at })
    .where('team_id', '=', teamId)
    .where('user_id', '=', userId)
    .execute()
  await work.audit(
    'team.role-changed',
    { kind: 'user', id: userId },
    { teamId, detail: { from: before.roleGroupId, to: roleGroupId } },
  )
  await endUserRuleChanges(work, userId)
  await work.emit(teamMemberAdded, { teamId, userId })
  await work.emit(teamRoleChanged, { teamId, userId })
  return getMember(tx, teamId, userId)
}
