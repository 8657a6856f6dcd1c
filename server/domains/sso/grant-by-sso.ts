import { createHash } from 'node:crypto'
import type { z } from 'zod'
import type { IdentityProviderName, issueToken, Tokens } from '#contract/auth.ts'
import { personalName } from '#contract/core/shapes.ts'
import {
  checkClient,
  clientCredentials,
  createUser,
  hashSecret,
  hasPassword,
  linkIdentity,
  type SignInOrigin,
  signInOrigin,
  takeOverUser,
  type UserRecord,
  userByEmail,
  userById,
  userByIdentity,
} from '#server/domains/identity/index.ts'
import { newestOpenInvite } from '#server/domains/invites/index.ts'
import { type FirstStepAnswer, requireOwnApp, signInTo, takeFirstStep, tokensOf } from '#server/domains/teams/index.ts'
import { newId } from '#server/kit/ids.ts'
import { Problem } from '#server/kit/problem.ts'
import type { RequestInfo } from '#server/platform/http/route.ts'
import { type Posy, transact, type Work } from '#server/platform/posy.ts'
import { countAttempt } from '#server/platform/throttle.ts'
import type { ProvenIdentity } from '#server/ports/identity-providers.ts'
import { requireOurs, takeSignIn } from './begin-sign-in.ts'
import { linkCodeIssued } from './events.ts'
import { secretsOf } from './secrets.ts'
import { noAccount, welcome } from './welcome.ts'

type Grant = Extract<z.output<typeof issueToken.body>, { grant_type: 'sso' }>

/** How long somebody has to show that an account is theirs. */
const LINK_MS = 10 * 60_000
const LINKS_PER_ADDRESS = { attempts: 5, windowSeconds: 3600 }

const refusal = (help = 'Start again.') => new Problem('invalid_grant', 'This sign-in is not valid.', { help })

/** One sign-in by a provider's answer. */
interface Arrival {
  provider: IdentityProviderName
  identity: ProvenIdentity
  stateHash: string
  clientId: string
  planId: string | null
  /** Whoever was signed in when it began. */
  linkTo: string | null
  origin: SignInOrigin
}

type Outcome = FirstStepAnswer | { link: Link }
interface Link {
  id: string
  proof: 'password' | 'code'
  email: string
}

/**
 * Signs in, or up, whom Google or Microsoft knows. An account is never linked by its address alone.
 * @throws invalid_grant (401) for an answer that is not to be believed, link_needed (409) with the id to verify,
 *   second_factor_needed (403), not_found (404) for somebody new without plan or invite, restricted (403), conflict (409), too_many_requests (429)
 */
export async function grantBySso(
  posy: Posy,
  body: Grant,
  request: Pick<RequestInfo, 'headers' | 'address' | 'requestId'>,
): Promise<Tokens> {
  const client = await checkClient(posy, clientCredentials(request.headers, body), request.address)
  requireOwnApp(client)
  const { identityProvider: provider, code, state, iss, redirectUri, planId = null } = body
  const port = requireOurs(posy, { provider, redirectUri }, 'identityProvider')
  const begun = await takeSignIn(posy, { provider, state })
  if (!begun) throw refusal()
  const identity = named(await port.identify({ code, iss }, secretsOf(posy, { provider, state })))
  const known = await userByIdentity(posy.db, { provider, subject: identity.subject })
  if (!known && identity.email) await countLink(posy, identity.email)
  const arrival: Arrival = {
    ...{ provider, identity, planId, clientId: client.id },
    stateHash: hashSecret(state),
    linkTo: begun.userId,
    origin: signInOrigin(request, body.device),
  }
  const actor = known ? ({ kind: 'user', id: known.id } as const) : ({ kind: 'client', id: client.id } as const)
  const outcome = await transact(posy, { actor, requestId: request.requestId }, (work) => arrive(work, arrival))
  if ('link' in outcome) throw linkNeeded(outcome.link)
  return tokensOf(outcome)
}

/** Names are mailed: one that would read as a link is left out. */
const named = (identity: ProvenIdentity): ProvenIdentity => ({
  ...identity,
  firstName: personalName().safeParse(identity.firstName).data ?? '',
  surname: personalName().safeParse(identity.surname).data ?? '',
})

/** Nobody's inbox is flooded. @throws too_many_requests (429) */
const countLink = (posy: Posy, email: string) =>
  countAttempt(posy, `sso-link:${createHash('sha256').update(email).digest('base64url')}`, LINKS_PER_ADDRESS)

const linkNeeded = ({ id, proof, email }: Link) =>
  new Problem('link_needed', 'There is an account with this address: show that it is yours.', {
    details: [
      { path: 'id', message: id, code: proof },
      { path: 'email', message: email, code: 'email' },
    ],
  })

async function arrive(work: Work, arrival: Arrival): Promise<Outcome> {
  const { provider, identity, clientId, linkTo, origin } = arrival
  const known = await userByIdentity(work.tx, { provider, subject: identity.subject })
  if (known?.deactivatedAt) throw refusal('Ask a team admin.')
  if (linkTo && known?.id !== linkTo) return linkToOwn(work, arrival, linkTo, known)
  if (known) return takeFirstStep(work, { userId: known.id, clientId, method: provider, origin })
  return meet(work, arrival)
}

/** Somebody signed in wants another way into their account: they show once more that it is theirs. */
async function linkToOwn(
  work: Work,
  arrival: Arrival,
  linkTo: string,
  known: UserRecord | undefined,
): Promise<Outcome> {
  if (known) throw new Problem('conflict', 'This sign-in belongs to another account already.')
  const own = await userById(work.tx, linkTo)
  if (!own || own.deactivatedAt) throw refusal()
  return { link: await writeLink(work, arrival, own) }
}

/** Somebody whom we do not know by this provider yet. */
async function meet(work: Work, arrival: Arrival): Promise<Outcome> {
  const { tx } = work
  const { provider, identity, clientId, planId, origin } = arrival
  const { email, emailVerified, firstName, surname, subject } = identity
  if (!email)
    throw new Problem('restricted', 'We were told no email address for this sign-in.', {
      help: 'Use an account that has one.',
    })
  const account = await userByEmail(tx, email)
  if (account?.deactivatedAt) throw refusal('Ask a team admin.')
  if (account?.verifiedEmail) return { link: await writeLink(work, arrival, account) }
  if (!planId && !account && !(await newestOpenInvite(tx, email, new Date(work.posy.wall.nowMs())))) throw noAccount()
  const userId = account?.id ?? (await createUser(work, { email, firstName, surname, verifiedEmail: emailVerified })).id
  // What nobody vouches for is proven by a code to that address; until then no account is theirs.
  if (!emailVerified) return { link: await writeLink(work, arrival, (await userById(tx, userId))!) }
  if (account) await takeOver(work, { userId, firstName, surname })
  await linkIdentity(work, { userId, provider, subject })
  await welcome(work, { userId, firstName, email, planId })
  return { tokens: await signInTo(work, { userId, clientId, method: provider, origin }) }
}

/** An account whose address was never proven becomes that of whoever has proven it now. */
export const takeOver = (
  work: Work,
  { userId, firstName, surname }: { userId: string; firstName: string; surname: string },
): Promise<void> =>
  takeOverUser(work, {
    ...{ userId, firstName, surname },
    passwordHash: null,
    mobile: null,
    marketing: false,
    dateOfBirth: null,
  })

/** Keeps what is known until its account's owner has shown that it is theirs. */
async function writeLink(work: Work, arrival: Arrival, account: UserRecord): Promise<Link> {
  const { tx, posy } = work
  const { provider, identity, stateHash, clientId, planId } = arrival
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
      subject: identity.subject,
      user_id: account.id,
      client_id: clientId,
      first_name: identity.firstName,
      surname: identity.surname,
      plan_id: planId,
      expires_at: new Date(nowMs + LINK_MS),
    })
    .execute()
  if (proof === 'code') await work.emit(linkCodeIssued, { linkId: id, userId: account.id })
  return { id, proof, email: account.email }
}
