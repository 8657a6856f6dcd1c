import { acceptNewestInvite, keepTermsNow, openTeam, planOnOffer } from '#server/domains/invites/index.ts'
import { addMember } from '#server/domains/teams/members/index.ts'
import { loadRights } from '#server/domains/teams/team/index.ts'
import type { Work } from '#server/platform/posy.ts'
import { Problem } from '#server/platform/problem/problem.ts'

export interface Newcomer {
  userId: string
  firstName: string
  /** Proven to be theirs. */
  email: string
  /** They open a team on it. */
  planId: string | null
  /** They agreed to its terms. */
  termsAccepted: boolean
  /** The team that lets in anyone who has shown an address as they have. */
  openTeamId: string | null
}

export const noAccount = () =>
  new Problem('not_found', 'No account uses this address yet.', { help: 'Sign up first, or ask to be invited.' })

/**
 * Where someone new belongs: to a team of their own, where an invite waits for them, or to the team that their address's
 * domain is shown to be of. @throws not_found (404), plan_limit_reached (403)
 */
export async function welcome(work: Work, newcomer: Newcomer): Promise<void> {
  const { userId, firstName, email, planId, openTeamId } = newcomer
  if ((await loadRights(work.tx, userId)).length > 0) return
  if (planId) {
    await planOnOffer(work.tx, work.posy, planId)
    await openTeam(work, { userId, name: firstName ? `${firstName}’s team` : 'My team', planId })
    if (newcomer.termsAccepted) await keepTermsNow(work, { userId, planId })
    return
  }
  if (await acceptNewestInvite(work, { userId, email })) return
  if (!openTeamId) throw noAccount()
  await addMember(work, { teamId: openTeamId, userId, roleGroupId: 'participant' })
}
