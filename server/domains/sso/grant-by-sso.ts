import type { z } from 'zod'
import { personalName } from '#contract/core/shapes.ts'
import type { IdentityProviderName, issueToken, Tokens } from '#contract/identity/auth.ts'
import { checkClient, clientCredentials } from '#server/domains/identity/passwords/index.ts'
import { hashSecret } from '#server/domains/identity/secrets/index.ts'
import { type SignInOrigin, signInOrigin } from '#server/domains/identity/sessions/index.ts'
import {
  createUser,
  linkIdentity,
  type UserRecord,
  userByEmail,
  userById,
  userByIdentity,
} from '#server/domains/identity/users/index.ts'
import { newestOpenInvite } from '#server/domains/invites/index.ts'
import { requireOwnApp, signInTo, takeFirstStep, toTokens } from '#server/domains/teams/sign-in/index.ts'
import type { RequestInfo } from '#server/platform/http/route.ts'
import { type Posy, transact, type Work } from '#server/platform/posy.ts'
import { invalidFields, Problem } from '#server/platform/problem/problem.ts'
import type { ProvenIdentity } from '#server/providers/openid/types.ts'
import { requireOurs, takeSignIn } from './begin-sign-in.ts'
import { countLink, type Link, linkNeeded, type SignInOutcome, takeOver, writeLink } from './linking/link.ts'
import { samlReturnUrl } from './saml/addresses.ts'
import { arriveBySaml } from './saml/grant-by-saml.ts'
import { emailDomainPart, teamOpenTo } from './saml/queries.ts'
import { linkSecrets } from './secrets.ts'
import { noAccount, welcome } from './welcome.ts'

type Grant = Extract<z.output<typeof issueToken.body>, { grant_type: 'sso' }>

const refusal = (help = 'Start again.') => new Problem('invalid_grant', 'This sign-in is not valid.', { help })

/** One sign-in by a provider's answer. */
interface Arrival {
  provider: IdentityProviderName
  identity: ProvenIdentity
  stateHash: string
  clientId: string
  planId: string | null
  termsAccepted: boolean
  /** The person who was signed in when it began. */
  linkTo: string | null
  origin: SignInOrigin
}

/**
 * Signs in, or up, whom Google or Microsoft knows. An account is never linked by its address alone.
 * @throws invalid_grant (401) for an answer that is not to be believed, link_needed (409) with the id to verify,
 *   second_factor_needed (403), not_found (404) for someone new without plan or invite, restricted (403), conflict (409), too_many_requests (429)
 */
export async function grantBySso(
  posy: Posy,
  body: Grant,
  request: Pick<RequestInfo, 'headers' | 'address' | 'requestId'>,
): Promise<Tokens> {
  const client = await checkClient(posy, clientCredentials(request.headers, body), request.address)
  requireOwnApp(client)
  if (body.identityProvider === 'saml') return grantBySaml(posy, body, { client, request })
  const { identityProvider: provider, code, state, iss, redirectUri, planId = null, termsAccepted } = body
  const identityProvider = requireOurs(posy, { provider, redirectUri }, 'identityProvider')
  const attempt = await takeSignIn(posy, { provider, state })
  if (!attempt) throw refusal()
  const identity = named(await identityProvider.identify({ code, iss }, linkSecrets(posy, { provider, state })))
  const known = await userByIdentity(posy.db, { provider, subject: identity.subject })
  if (!known && identity.email) await countLink(posy, identity.email)
  const arrival: Arrival = {
    ...{ provider, identity, planId, termsAccepted, clientId: client.id },
    stateHash: hashSecret(state),
    linkTo: attempt.userId,
    origin: signInOrigin(request, body.device),
  }
  const actor = known ? ({ kind: 'user', id: known.id } as const) : ({ kind: 'client', id: client.id } as const)
  const outcome = await transact(posy, { actor, requestId: request.requestId }, (work) => arrive(work, arrival))
  if ('link' in outcome) throw linkNeeded(outcome.link)
  return toTokens(outcome)
}

async function grantBySaml(
  posy: Posy,
  { code, state, redirectUri, device }: Grant,
  { client, request }: { client: { id: string }; request: Pick<RequestInfo, 'headers' | 'address' | 'requestId'> },
): Promise<Tokens> {
  if (redirectUri !== samlReturnUrl(posy))
    throw invalidFields([{ path: 'redirectUri', message: 'is not a page of ours', code: 'redirect_uri' }])
  const outcome = await arriveBySaml(
    posy,
    { code, state },
    { clientId: client.id, origin: signInOrigin(request, device), requestId: request.requestId },
  )
  if ('link' in outcome) throw linkNeeded(outcome.link)
  return toTokens(outcome)
}

/** Names are mailed: one that would read as a link is left out. */
const named = (identity: ProvenIdentity): ProvenIdentity => ({
  ...identity,
  firstName: personalName().safeParse(identity.firstName).data ?? '',
  surname: personalName().safeParse(identity.surname).data ?? '',
})

async function arrive(work: Work, arrival: Arrival): Promise<SignInOutcome> {
  const { provider, identity, clientId, linkTo, origin } = arrival
  const known = await userByIdentity(work.tx, { provider, subject: identity.subject })
  if (known?.deactivatedAt) throw refusal('Ask a team admin.')
  if (linkTo && known?.id !== linkTo) return linkToOwn(work, arrival, linkTo, known)
  if (known) return takeFirstStep(work, { userId: known.id, clientId, method: provider, onlyTeamId: null, origin })
  return meet(work, arrival)
}

/** Someone signed in wants another way into their account: they show once more that it is theirs. */
async function linkToOwn(
  work: Work,
  arrival: Arrival,
  linkTo: string,
  known: UserRecord | undefined,
): Promise<SignInOutcome> {
  if (known) throw new Problem('conflict', 'This sign-in belongs to another account already.')
  const own = await userById(work.tx, linkTo)
  if (!own || own.deactivatedAt) throw refusal()
  return { link: await linkLater(work, arrival, own) }
}

/** Someone whom we do not know by this provider yet. */
async function meet(work: Work, arrival: Arrival): Promise<SignInOutcome> {
  const { tx } = work
  const { provider, identity, clientId, planId, termsAccepted, origin } = arrival
  const { email, emailVerified, firstName, surname, subject } = identity
  if (!email)
    throw new Problem('restricted', 'We were told no email address for this sign-in.', {
      help: 'Use an account that has one.',
    })
  const account = await userByEmail(tx, email)
  if (account?.deactivatedAt) throw refusal('Ask a team admin.')
  if (account?.verifiedEmail) return { link: await linkLater(work, arrival, account) }
  const openTeamId = mayJoin(provider, identity) ? await teamOpenTo(tx, email) : null
  const isExpected = account || openTeamId || (await newestOpenInvite(tx, email, work.posy))
  if (!planId && !isExpected) throw noAccount()
  const userId = account?.id ?? (await createUser(work, { email, firstName, surname, verifiedEmail: emailVerified })).id
  // What no one vouches for is proven by a code to that address; until then no account is theirs.
  if (!emailVerified) return { link: await linkLater(work, arrival, (await userById(tx, userId))!) }
  if (account) await takeOver(work, { userId, firstName, surname })
  await linkIdentity(work, { userId, provider, subject })
  await welcome(work, { userId, firstName, email, planId, termsAccepted, openTeamId })
  return { tokens: await signInTo(work, { userId, clientId, method: provider, onlyTeamId: null, origin }) }
}

/**
 * Whether an address so shown lets someone into the team of its domain: Google runs the domain's accounts itself, and what a
 * Microsoft admin has typed is proven by the code we mail.
 */
const mayJoin = (provider: IdentityProviderName, { email, emailVerified, hostedDomain }: ProvenIdentity): boolean =>
  provider === 'microsoft' ? !emailVerified : emailVerified && email !== null && hostedDomain === emailDomainPart(email)

const linkLater = (work: Work, arrival: Arrival, account: UserRecord): Promise<Link> => {
  const { provider, identity, stateHash, clientId, planId, termsAccepted } = arrival
  const { subject, firstName, surname } = identity
  return writeLink(work, account, {
    ...{ provider, subject, onlyTeamId: null, stateHash, clientId },
    ...{ firstName, surname, planId, termsAccepted },
  })
}
