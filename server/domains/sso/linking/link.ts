import { createHash } from 'node:crypto'
import type { SignInProvider } from '#contract/identity/auth.ts'
import { newId } from '#kit/ids.ts'
import { takeOverUser } from '#server/domains/identity/passwords/index.ts'
import { hasPassword, type UserRecord } from '#server/domains/identity/users/index.ts'
import { dropSignUp } from '#server/domains/invites/index.ts'
import type { FirstStepAnswer } from '#server/domains/teams/sign-in/index.ts'
import type { Posy, Work } from '#server/platform/posy.ts'
import { Problem } from '#server/platform/problem/problem.ts'
import { countAttempt } from '#server/platform/throttle.ts'
import { linkCodeIssued } from './events.ts'

/** How long someone has to show that an account is theirs. */
const LINK_MS = 10 * 60_000
const LINKS_PER_ADDRESS = { attempts: 5, windowSeconds: 3600 }

/** An account that its owner must show to be theirs. */
export interface Link {
  id: string
  proof: 'password' | 'code'
  email: string
}

/** What a provider's word leads to. */
export type SignInOutcome = FirstStepAnswer | { link: Link }

/** Whom a provider knows, until their account's owner has shown that it is theirs. */
export interface Linking {
  provider: SignInProvider
  subject: string
  /** Whose provider it is, for one of a team's own. */
  onlyTeamId: string | null
  /** Of the browser that began it. */
  stateHash: string
  clientId: string
  firstName: string
  surname: string
  planId: string | null
  /** They agreed to the terms of signing up. */
  termsAccepted: boolean
}

/** No one's inbox is flooded. @throws too_many_requests (429) */
export const countLink = (posy: Posy, email: string) =>
  countAttempt(posy, `sso-link:${createHash('sha256').update(email).digest('base64url')}`, LINKS_PER_ADDRESS)

export const linkNeeded = ({ id, proof, email }: Link) =>
  new Problem('link_needed', 'There is an account with this address: show that it is yours.', {
    details: [
      { path: 'id', message: id, code: proof },
      { path: 'email', message: email, code: 'email' },
    ],
  })

/** Keeps what is known until the account's owner has shown that it is theirs. */
export async function writeLink(work: Work, account: UserRecord, linking: Linking): Promise<Link> {
  const { tx, posy } = work
  const { provider, subject, onlyTeamId, stateHash, clientId, firstName, surname, planId, termsAccepted } = linking
  const nowMs = posy.wall.nowMs()
  await tx.deleteFrom('sso_link').where('expires_at', '<', new Date(nowMs)).execute()
  const id = newId()
  const proof = account.verifiedEmail && (await hasPassword(tx, account.id)) ? 'password' : 'code'
  await tx
    .insertInto('sso_link')
    .values({
      id,
      provider,
      proof,
      state_hash: stateHash,
      subject,
      only_team_id: onlyTeamId,
      user_id: account.id,
      client_id: clientId,
      first_name: firstName,
      surname,
      plan_id: planId,
      terms_accepted: termsAccepted,
      expires_at: new Date(nowMs + LINK_MS),
    })
    .execute()
  if (proof === 'code') await work.emit(linkCodeIssued, { linkId: id, userId: account.id })
  return { id, proof, email: account.email }
}

/** An account whose address was never proven becomes that of anyone who has proven it now. */
export async function takeOver(
  work: Work,
  { userId, firstName, surname }: { userId: string; firstName: string; surname: string },
): Promise<void> {
  await dropSignUp(work, userId)
  await takeOverUser(work, {
    ...{ userId, firstName, surname },
    passwordHash: null,
    mobile: null,
    marketing: false,
    dateOfBirth: null,
  })
}
