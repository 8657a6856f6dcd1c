import { dropSecondFactor } from '#server/domains/identity/second-step/index.ts'
import { endUserSessions } from '#server/domains/identity/sessions/index.ts'
import type { Work } from '#server/platform/posy.ts'
import { member, type Principal } from '#server/platform/principal.ts'
import { Problem } from '#server/platform/problem/problem.ts'
import { type MemberOfTeam, requireAccountAdmin } from './account-admin.ts'

/**
 * For a member who lost phone, passkeys and recovery codes: their password alone signs them in again, until they have
 * set up a new second step.
 * @throws as `requireAccountAdmin`, and wrong_state (409) for who has none
 */
export async function resetSecondStep(work: Work, caller: Principal, { teamId, userId }: MemberOfTeam): Promise<void> {
  await requireAccountAdmin(
    work,
    caller,
    { teamId, userId },
    {
      own: ['This is your own second step.', 'Change it on your profile.'],
      elsewhere: 'They can use a recovery code; without one, our support helps them.',
    },
  )
  const resetBy = { userId: member(caller).userId, teamId }
  if (!(await dropSecondFactor(work, { userId, detail: { teamId }, resetBy })))
    throw new Problem('wrong_state', 'This member has no second step of their own.')
  await endUserSessions(work, { userId, reason: 'second step reset by an admin' })
  await work.audit('team.second-step-reset', { kind: 'user', id: userId }, { teamId })
}
