import { rememberTeam, userById } from '#server/domains/identity/users/index.ts'
import { addMember } from '#server/domains/teams/members/index.ts'
import { teamById } from '#server/domains/teams/team/index.ts'
import type { Work } from '#server/platform/posy.ts'
import { automationInviteAccepted } from './events.ts'
import type { InviteRecord } from './invite.ts'
import { openSubteam } from './open-subteam.ts'

/**
 * What accepting brings. Participants become members of the team; anyone who leads a subteam gets one, on the parent's
 * plan, with a wallet; a participant of a budget gets a team of their own from the budgets, a floor above.
 * @returns the team to act in, and what came of the invite
 */
export async function joinTeam(
  work: Work,
  invite: InviteRecord,
  userId: string,
  subteamName?: string,
): Promise<{ teamId: string | null; resourceId: string }> {
  if (invite.type === 'automation-participant') {
    const { id: inviteId, teamId } = invite
    await work.emit(automationInviteAccepted, { inviteId, automationId: invite.automationId!, userId, teamId })
    return { teamId: null, resourceId: userId }
  }
  const teamId =
    invite.type === 'subteam'
      ? await leadSubteam(work, invite, userId, subteamName)
      : await become(work, invite, userId)
  // The next sign-in leads there.
  await rememberTeam(work, userId, teamId)
  return { teamId, resourceId: invite.type === 'subteam' ? teamId : userId }
}

/** Anyone who is a member already stays what they are: an old invite takes no rights away. */
async function become(work: Work, { teamId, roleGroupId }: InviteRecord, userId: string): Promise<string> {
  const membership = await work.tx
    .selectFrom('team_member')
    .select('role_group_id')
    .where('team_id', '=', teamId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (!membership) await addMember(work, { teamId, userId, roleGroupId })
  return teamId
}

async function leadSubteam(work: Work, invite: InviteRecord, userId: string, chosenName?: string): Promise<string> {
  const parent = await teamById(work.tx, invite.teamId)
  const leader = await userById(work.tx, userId)
  const name = chosenName ?? invite.subteamName ?? `${leader?.firstName || parent.name}’s team`
  const { team } = await openSubteam(work, parent, name)
  await addMember(work, { teamId: team.id, userId, roleGroupId: invite.roleGroupId })
  return team.id
}
