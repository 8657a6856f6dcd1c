import { createUser, type UserRecord, userByEmail } from '#server/domains/identity/users/index.ts'
import { asSystem, type Posy, type Work } from '#server/platform/posy.ts'
import { Problem } from '#server/platform/problem/problem.ts'
import { signUpRepeated } from './events.ts'
import { openTeam } from './open-team.ts'
import { lockInvite, newestOpenInvite } from './queries.ts'
import { renew } from './resend-invite.ts'
import type { SignUpDetails } from './sign-up.ts'
import { keepAccepted } from './terms.ts'
import { issueVerification } from './verification.ts'

const KEPT_MS = 86_400_000

/**
 * Deals with one sign-up, once, and forgets what was written down. For a new address: an account without a password, a
 * team with its first wallet, and a link that proves the address, where its owner chooses the password. For an address with an account
 * its owner is told, or, where it is unproven, sent a link that brings what was typed this time; for one with an invite,
 * at the first step, the invite is sent again.
 */
export async function completeSignUp(posy: Posy, signUpId: string): Promise<void> {
  await asSystem(posy, async (work) => {
    const { tx } = work
    const taken = await tx.deleteFrom('sign_up').where('id', '=', signUpId).returningAll().executeTakeFirst()
    // Those that could not be dealt with are not kept either.
    await tx
      .deleteFrom('sign_up')
      .where('created_at', '<', new Date(posy.wall.nowMs() - KEPT_MS))
      .execute()
    if (!taken) return
    const { email } = taken
    const account = await userByEmail(tx, email)
    if (account?.deactivatedAt) return
    // What an operator typed for a customer is not overwritten from outside.
    if (account?.verifiedEmail || account?.isOpenedByOperator)
      await work.emit(signUpRepeated, { signUpId, userId: account.id })
    else if (taken.details !== null) {
      const details = taken.details as unknown as SignUpDetails
      // No one knows whose sign-up came first: what was typed now travels with this link.
      if (account) await issueVerification(work, { user: account, details })
      else await issueVerification(work, { user: await openAccount(work, email, details) })
    } else if (!taken.ignore_invites) await remindOfInvite(work, email)
  })
}

async function openAccount(work: Work, email: string, details: SignUpDetails): Promise<UserRecord> {
  const { teamName: name, planId, businessEntityName, accepted = [], ...profile } = details
  const user = await createUser(work, { ...profile, email })
  await keepAccepted(work, user.id, accepted)
  await openTeam(work, { userId: user.id, name, planId, businessEntityName })
  return user
}

async function remindOfInvite(work: Work, email: string): Promise<void> {
  const newest = await newestOpenInvite(work.tx, email, work.posy)
  const invite = newest && (await lockInvite(work.tx, newest.id))
  if (!invite || invite.acceptedAt || invite.cancelledAt) return
  await renew(work, invite, invite.senderId).catch((error) => {
    // They have had as many invites today as one gets; the last one holds.
    if (!(error instanceof Problem) || error.code !== 'too_many_requests') throw error
  })
}
