import { acceptNewestInvite, openTeam, planOnOffer } from '#server/domains/invites/index.ts'
import { rightsOf } from '#server/domains/teams/index.ts'
import { Problem } from '#server/kit/problem.ts'
import type { Work } from '#server/platform/posy.ts'

export interface Newcomer {
  userId: string
  firstName: string
  /** Proven to be theirs. */
  email: string
  /** They open a team on it. */
  planId: string | null
}

export const noAccount = () =>
  new Problem('not_found', 'No account uses this address yet.', { help: 'Sign up first, or ask to be invited.' })

/** Where somebody new belongs: to a team of their own, or where an invite waits for them. @throws not_found (404) */
export async function welcome(work: Work, { userId, firstName, email, planId }: Newcomer): Promise<void> {
  if ((await rightsOf(work.tx, userId)).length > 0) return
  if (planId) {
    await planOnOffer(work.tx, work.posy, planId)
    await openTeam(work, { userId, name: firstName ? `${firstName}’s team` : 'My team', planId })
  } else if (!(await acceptNewestInvite(work, { userId, email }))) throw noAccount()
}
