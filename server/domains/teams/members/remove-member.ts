import { sql } from 'kysely'
import { newId } from '#kit/ids.ts'
import { endAccessToTeam } from '#server/domains/identity/sessions/index.ts'
import { leaveHomeTeam } from '#server/domains/identity/users/index.ts'
import type { Tx } from '#server/platform/database/database.ts'
import type { Work } from '#server/platform/posy.ts'
import type { Principal } from '#server/platform/principal.ts'
import { notFound, Problem } from '#server/platform/problem/problem.ts'
import { eventType } from '#server/platform/queue.ts'
import { endUserRuleChanges } from '../rules/index.ts'
import { requireNotEmergencyAdmin } from '../sign-in/index.ts'
import { teamInScope } from '../team/index.ts'

/** A leaver: what waits in their name in this team passes to an admin or stops. */
export const teamMemberRemoved = eventType<{ teamId: string; userId: string }>('team-member-removed')

/** Someone was removed from a team, and from all that is under it: once for the whole. */
export const memberRemoved = eventType<{ removalId: string; teamId: string; userId: string }>('member-removed')

/**
 * Takes someone out of a team and of everything under it: subteams, and the allowances of its budgets. Their sessions
 * and keys there stop at once; what waits in their name is settled by anyone who hears of it.
 * @throws not_found (404) for who is no member, wrong_state (409) for the team's last admin
 */
export async function removeTeamMember(
  work: Work,
  caller: Pick<Principal, 'teamIds' | 'permissions'>,
  { teamId, userId }: { teamId: string; userId: string },
): Promise<void> {
  const { tx } = work
  await teamInScope(tx, caller, teamId)
  // Two admins who remove each other at once must not both succeed.
  const team = await tx
    .selectFrom('team')
    .select('parent_team_id')
    .where('id', '=', teamId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  const membership = await tx
    .selectFrom('team_member')
    .select('role_group_id')
    .where('team_id', '=', teamId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (!membership) throw notFound('user')
  if (membership.role_group_id === 'team-admin') {
    if (!caller.permissions['team-admin']) throw new Problem('forbidden', 'Only a team admin may remove a team admin.')
    // A subteam's parent can always step in.
    if (team.parent_team_id === null) await requireOtherAdmin(tx, teamId, userId)
    await requireNotEmergencyAdmin(tx, teamId, userId)
  }
  await removeMember(work, { teamId, userId })
  for (const below of await teamsBelow(tx, teamId, userId)) await removeMember(work, { teamId: below, userId })
  await work.emit(memberRemoved, { removalId: newId(), teamId, userId })
}

/** The subteams, and the teams that budgets made for their participants, of which someone is a member too. */
async function teamsBelow(tx: Tx, teamId: string, userId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with recursive below as (
      select id from team where parent_team_id = ${teamId}
      union all select team.id from team join below on team.parent_team_id = below.id
    )
    select below.id from below join team_member on team_member.team_id = below.id and team_member.user_id = ${userId}
    order by below.id`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Ends a membership with everything that hangs on it. The caller has checked that it may end. */
export async function removeMember(work: Work, { teamId, userId }: { teamId: string; userId: string }): Promise<void> {
  const left = await work.tx
    .deleteFrom('team_member')
    .where('team_id', '=', teamId)
    .where('user_id', '=', userId)
    .returning('role_group_id as roleGroupId')
    .executeTakeFirst()
  const { apiKeysRevoked } = await endAccessToTeam(work, { userId, teamId })
  await forgetTeam(work, { userId, teamId })
  await work.audit('team.member-removed', { kind: 'user', id: userId }, { teamId, detail: { apiKeysRevoked, ...left } })
  await endUserRuleChanges(work, userId)
  await work.emit(teamMemberRemoved, { teamId, userId })
}

/** With the team's row held. @throws wrong_state (409) for the team's last admin */
export async function requireOtherAdmin(tx: Tx, teamId: string, userId: string): Promise<void> {
  const other = await tx
    .selectFrom('team_member')
    .innerJoin('app_user', 'app_user.id', 'team_member.user_id')
    .select('user_id')
    .where('team_member.team_id', '=', teamId)
    .where('role_group_id', '=', 'team-admin')
    .where('user_id', '<>', userId)
    .where('is_service', '=', false)
    .where('deactivated_at', 'is', null)
    .executeTakeFirst()
  if (!other)
    throw new Problem('wrong_state', 'This is the team’s last admin.', {
      help: 'Make someone else a team admin first.',
    })
}

/** The home team moves to another of theirs; the team acted in last is chosen again. */
async function forgetTeam(work: Work, { userId, teamId }: { userId: string; teamId: string }): Promise<void> {
  const next = await work.tx
    .selectFrom('team_member')
    .select('team_id')
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('team_id')
    .executeTakeFirst()
  await leaveHomeTeam(work, userId, { from: teamId, to: next?.team_id ?? null })
}
