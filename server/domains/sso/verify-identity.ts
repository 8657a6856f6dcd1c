import { sql } from 'kysely'
import type { SignInProvider, Tokens } from '#contract/identity/auth.ts'
import { checkPassword } from '#server/domains/identity/passwords/index.ts'
import { hasSecondFactor, requireCode } from '#server/domains/identity/second-step/index.ts'
import { hashSecret } from '#server/domains/identity/secrets/index.ts'
import { type SignInOrigin, signInOrigin } from '#server/domains/identity/sessions/index.ts'
import { linkIdentity, userById } from '#server/domains/identity/users/index.ts'
import { signInTo } from '#server/domains/teams/sign-in/index.ts'
import type { RequestInfo } from '#server/platform/http/route.ts'
import { type Posy, transact, type Work } from '#server/platform/posy.ts'
import { invalidFields, notFound } from '#server/platform/problem/problem.ts'
import { takeOver } from './linking/link.ts'
import { join, linkSaml } from './saml/grant-by-saml.ts'
import { teamOpenTo } from './saml/queries.ts'
import { isLinkCode } from './secrets.ts'
import { welcome } from './welcome.ts'

const TRIES = 5

export interface IdentityProof {
  id: string
  /** Of the browser that began it. */
  state: string
  password?: string | undefined
  code?: string | undefined
  /** Of an account with two-step sign-in. */
  secondFactor?: string | undefined
  device?: string | undefined
}

/**
 * Links a provider's account to one of ours whose owner has shown that it is theirs, and signs them in.
 * @throws not_found (404) for every link that is unknown, used, over, tried too often or another browser's alike;
 *   invalid_fields (422) for a wrong password or code; too_many_requests (429), restricted (403), conflict (409)
 */
export async function verifyIdentity(
  posy: Posy,
  proof: IdentityProof,
  request: Pick<RequestInfo, 'headers' | 'address' | 'requestId'>,
): Promise<Tokens> {
  const link = await takeTry(posy, proof)
  if (!link) throw noSuchLink()
  await requireProven(posy, link, proof, request)
  await requireSecondFactor(posy, link.user_id, proof, request)
  return transact(posy, { actor: { kind: 'user', id: link.user_id }, requestId: request.requestId }, (work) =>
    finish(work, link, signInOrigin(request, proof.device)),
  )
}

const noSuchLink = () => notFound('sign-in to link')

/** Counted before it is judged, and for good: of guesses sent at once only so many learn anything. */
const takeTry = async (posy: Posy, { id, state }: IdentityProof) =>
  posy.db
    .updateTable('sso_link')
    .set({ tries: sql`tries + 1` })
    .where('id', '=', id)
    .where('state_hash', '=', hashSecret(state))
    .where('used_at', 'is', null)
    .where('expires_at', '>', new Date(posy.wall.nowMs()))
    .where('tries', '<', TRIES)
    .returningAll()
    .$narrowType<{ provider: SignInProvider }>()
    .executeTakeFirst()

type Origin = Pick<RequestInfo, 'address' | 'requestId'>
type SsoLink = NonNullable<Awaited<ReturnType<typeof takeTry>>>

async function requireProven(posy: Posy, link: SsoLink, proof: IdentityProof, request: Origin): Promise<void> {
  if (link.proof === 'code') {
    if (proof.code !== undefined && isLinkCode(posy, link.id, proof.code)) return
    throw invalidFields([{ path: 'code', message: 'is not the code we sent', code: 'wrong_code' }])
  }
  const user = await userById(posy.db, link.user_id)
  if (!user) throw noSuchLink()
  const { password = '', device } = proof
  const { address, requestId } = request
  const checked = await checkPassword(posy, { email: user.email, password, device, address, requestId })
  if (checked?.userId === link.user_id) return
  throw invalidFields([{ path: 'password', message: 'is not the password of this account', code: 'wrong_password' }])
}

/** Another way into an account needs what signing in to it needs. */
async function requireSecondFactor(
  posy: Posy,
  userId: string,
  { secondFactor: code, device }: IdentityProof,
  { address, requestId }: Origin,
) {
  if (!(await hasSecondFactor(posy.db, userId))) return
  if (!code)
    throw invalidFields([
      { path: 'secondFactor', message: 'is needed: this account has two-step sign-in', code: 'needed' },
    ])
  await requireCode(posy, { userId, code, device, address, requestId }, 'secondFactor')
}

async function finish(work: Work, link: SsoLink, origin: SignInOrigin): Promise<Tokens> {
  const { tx, posy } = work
  const taken = await tx
    .updateTable('sso_link')
    .set({ used_at: new Date(posy.wall.nowMs()) })
    .where('id', '=', link.id)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  // Of several that come at once the first takes it.
  if (taken.numUpdatedRows === 0n) throw noSuchLink()
  const user = await userById(tx, link.user_id)
  if (!user || user.deactivatedAt) throw noSuchLink()
  const { id: userId, email } = user
  const { first_name: firstName, surname, client_id: clientId, plan_id: planId, only_team_id: teamId } = link
  const { provider, subject } = link
  if (provider === 'saml') {
    await linkSaml(work, { teamId: teamId!, nameId: subject, userId })
    await join(work, { teamId: teamId!, userId, email })
    return signInTo(work, { userId, clientId, method: 'saml', onlyTeamId: teamId, origin })
  }
  if (!user.verifiedEmail) await takeOver(work, { userId, firstName, surname })
  await linkIdentity(work, { userId, provider, subject })
  if (!user.verifiedEmail) {
    // A code was mailed to the address: for Microsoft that is what lets people into the team of its domain.
    const openTeamId = provider === 'microsoft' ? await teamOpenTo(tx, email) : null
    await welcome(work, { userId, firstName, email, planId, termsAccepted: link.terms_accepted, openTeamId })
  }
  return signInTo(work, { userId, clientId, method: provider, onlyTeamId: null, origin })
}
