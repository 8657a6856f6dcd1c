import { endUserSessions } from '#server/domains/identity/sessions/index.ts'
import type { Work } from '#server/platform/posy.ts'
import type { Principal } from '#server/platform/principal.ts'
import { type MemberOfTeam, requireAccountAdmin } from './account-admin.ts'

/**
 * Signs a member out wherever they are signed in: a lost laptop, a borrowed one, or one that someone else uses.
 * @returns how many sessions ended
 * @throws as `requireAccountAdmin`
 */
export async function signOutMember(work: Work, caller: Principal, { teamId, userId }: MemberOfTeam): Promise<number> {
  await requireAccountAdmin(
    work,
    caller,
    { teamId, userId },
    {
      own: ['This is your own account.', 'Your profile shows where you are signed in, and signs you out there.'],
      elsewhere: 'They can sign themselves out on their profile. Or remove them from the team.',
    },
  )
  const ended = await endUserSessions(work, { userId, reason: 'signed out by an admin' })
  await work.audit('team.member-signed-out', { kind: 'user', id: userId }, { teamId, detail: { ended } })
  return ended
}
