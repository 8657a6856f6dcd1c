import type { z } from 'zod'
import type { issueToken, Tokens } from '#contract/identity/auth.ts'
import { checkClient, checkPassword, clientCredentials } from '#server/domains/identity/passwords/index.ts'
import { type ClientRecord, clientById } from '#server/domains/identity/programs/index.ts'
import {
  challenge,
  requireCode,
  requirePasskey,
  type SignInFirstStep,
  secondFactorNeeded,
  takeChallenge,
  takePasskey,
  type WaitingStep,
  waitingFor,
} from '#server/domains/identity/second-step/index.ts'
import {
  issueTokens,
  openClientSession,
  openSession,
  type SignInOrigin,
  signInOrigin,
  takeRefreshToken,
} from '#server/domains/identity/sessions/index.ts'
import { rememberTeam, userById } from '#server/domains/identity/users/index.ts'
import type { RequestInfo } from '#server/platform/http/route.ts'
import { type Posy, transact, type Work } from '#server/platform/posy.ts'
import type { Actor } from '#server/platform/principal.ts'
import { Problem } from '#server/platform/problem/problem.ts'
import { loadPermissions, loadRights } from '../team/index.ts'
import { opens, otherWayIn, type WayIn } from './auth-methods.ts'
import { authenticate } from './authenticate.ts'

/** By a provider's answer is for a floor above: it may open a team. */
type TokenRequest = Exclude<z.output<typeof issueToken.body>, { grant_type: 'sso' }>
type SignInRequest = Pick<RequestInfo, 'headers' | 'address' | 'requestId'>
type Grant<Kind extends TokenRequest['grant_type']> = Extract<TokenRequest, { grant_type: Kind }>

const refusal = (help?: string) =>
  new Problem('invalid_grant', 'These credentials are not right.', help ? { help } : {})

/**
 * The token endpoint. Every wrong credential gets the same answer after the same time.
 * @throws invalid_client, invalid_grant (401), second_factor_needed (403), too_many_requests (429)
 */
export async function grantTokens(posy: Posy, body: TokenRequest, request: SignInRequest): Promise<Tokens> {
  const client = await callingClient(posy, body, request)
  const inTransaction = <T>(actor: Actor, command: (work: Work) => Promise<T>) =>
    transact(posy, { actor, requestId: request.requestId }, command)
  if (body.grant_type === 'client_credentials')
    return inTransaction({ kind: 'client', id: client.id }, (work) => openClientSession(work, client))
  requireOwnApp(client)
  if (body.grant_type === 'password') return signIn(posy, body, { clientId: client.id, ...request })
  if (body.grant_type === 'passkey') return signInByPasskey(posy, body, { clientId: client.id, ...request })
  if (body.grant_type === 'second_factor') return takeSecondStep(posy, body, { clientId: client.id, ...request })
  const tokens = await inTransaction({ kind: 'client', id: client.id }, (work) => refresh(work, body, client.id))
  // Thrown outside the transaction: the end of a session whose token was stolen must stand.
  if (!tokens) throw refusal()
  return tokens
}

/**
 * By its secret, or by the token that it was given for it, as programs written for the original show themselves when they sign
 * someone in. A secret goes first: programs leave a stale token on the request that renews it.
 */
async function callingClient(
  posy: Posy,
  body: TokenRequest,
  { headers, address }: SignInRequest,
): Promise<ClientRecord> {
  const credentials = clientCredentials(headers, body)
  const authorization = headers.get('authorization')
  if (credentials || !authorization?.startsWith('Bearer ')) return checkClient(posy, credentials, address)
  // Whatever key comes along as well.
  const caller = await authenticate(posy, new Headers({ authorization }))
  const client = caller.kind === 'client' && caller.clientId ? await clientById(posy.db, caller.clientId) : undefined
  if (!client) throw new Problem('invalid_client', 'The bearer token is not a client’s.')
  return client
}

/** Only our own app sees people's passwords and holds their sessions. @throws forbidden (403) */
export function requireOwnApp({ kind }: { kind: string }): void {
  if (kind !== 'web') throw new Problem('forbidden', 'This client may only use the grant client_credentials.')
}

async function signIn(
  posy: Posy,
  body: Grant<'password'>,
  request: SignInRequest & { clientId: string },
): Promise<Tokens> {
  const { clientId, requestId, address } = request
  const { username: email, password, device } = body
  const checked = await checkPassword(posy, { email, password, device, address, requestId })
  if (!checked) throw refusal()
  const { userId } = checked
  const origin = signInOrigin(request, device)
  const answer = await transact(posy, { actor: { kind: 'user', id: userId }, requestId }, (work) =>
    takeFirstStep(work, { userId, clientId, method: 'password', onlyTeamId: null, teamId: body.team_id, origin }),
  )
  return toTokens(answer)
}

/**
 * A passkey is both steps at once: something one has, unlocked by something one knows or is. It counts as the account's
 * own way in, as a password does.
 */
async function signInByPasskey(
  posy: Posy,
  { ceremony, passkey, team_id: teamId, device }: Grant<'passkey'>,
  request: SignInRequest & { clientId: string },
): Promise<Tokens> {
  const { clientId, requestId } = request
  const shown = { purpose: 'sign-in', holder: ceremony, userId: null, answer: passkey, requestId } as const
  const taken = await takePasskey(posy, shown)
  if (!taken) throw refusal('Start again.')
  const { userId } = taken
  const origin = signInOrigin(request, device)
  return transact(posy, { actor: { kind: 'user', id: userId }, requestId }, (work) =>
    signInTo(work, { userId, clientId, method: 'password', onlyTeamId: null, teamId, origin }),
  )
}

async function takeSecondStep(
  posy: Posy,
  { challenge: token, code, passkey, device }: Grant<'second_factor'>,
  request: SignInRequest & { clientId: string },
): Promise<Tokens> {
  const { clientId, address, requestId } = request
  const firstStep = await waitingFor(posy, { token, clientId })
  if (!firstStep) throw refusal('Start again.')
  const { userId } = firstStep
  if (passkey !== undefined)
    await requirePasskey(posy, { purpose: 'second-step', holder: token, userId, answer: passkey, requestId })
  else await requireCode(posy, { userId, code: code!, address, requestId, device })
  return transact(posy, { actor: { kind: 'user', id: userId }, requestId }, async (work) => {
    if (!(await takeChallenge(work, token))) throw refusal('Start again.')
    return signInTo(work, { ...firstStep, origin: signInOrigin(request, device) })
  })
}

/** Who signs in, how, and from where. */
export type SignIn = SignInFirstStep & { origin: SignInOrigin }

/** What a right first step leads to: tokens, or the second step with what it is asked by. */
export type FirstStepAnswer = { tokens: Tokens } | { challenge: WaitingStep }

/** Signs in someone whose account takes one step, and asks others for the second. @throws as signInTo */
export async function takeFirstStep(work: Work, step: SignIn): Promise<FirstStepAnswer> {
  const { userId, teamId: wanted } = step
  // Someone who cannot come in this way is told so before they look for their phone.
  await teamToActIn(work, { userId, step, wanted })
  const waiting = await challenge(work, step)
  return waiting === null ? { tokens: await signInTo(work, step) } : { challenge: waiting }
}

/** For outside the transaction, where the challenge stands. @throws second_factor_needed (403) */
export function toTokens(answer: FirstStepAnswer): Tokens {
  if ('tokens' in answer) return answer.tokens
  throw secondFactorNeeded(answer.challenge)
}

/**
 * Opens a session for someone who has shown who they are, by every step their account takes, in one of their teams.
 * @throws invalid_grant (401) for a team that is not theirs, restricted (403) where none of theirs allows this way in
 */
export async function signInTo(work: Work, { teamId: wanted, ...step }: SignIn): Promise<Tokens> {
  const { userId } = step
  const teamId = await teamToActIn(work, { userId, step, wanted })
  const session = await openSession(work, step)
  await rememberTeam(work, userId, teamId)
  return issueTokens(work, session, teamId)
}

/** The team asked for; else the one acted in last, the home team, or the first, those of budgets that they are out of last. Null for who belongs to none. */
async function teamToActIn(
  { tx }: Work,
  { userId, step, wanted }: { userId: string; step: WayIn; wanted: string | undefined },
): Promise<string | null> {
  const rights = await loadRights(tx, userId, wanted === undefined ? undefined : [wanted])
  if (wanted !== undefined && rights.length === 0) throw refusal()
  const open = rights.filter((right) => opens(step, right))
  if (open.length === 0 && (rights[0] || step.onlyTeamId))
    throw otherWayIn(rights[0]?.authMethods ?? [], step.onlyTeamId)
  if (wanted !== undefined) return wanted
  const state = await tx
    .selectFrom('user_state')
    .select('last_team_id')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  const home = (await userById(tx, userId))?.teamId
  const live = open.filter(({ isFormer }) => !isFormer)
  const among = live.length ? live : open
  const candidates = [state?.last_team_id, home, among[0]?.teamId]
  return candidates.find((teamId) => among.some((right) => right.teamId === teamId)) ?? null
}

async function refresh(work: Work, body: Grant<'refresh_token'>, clientId: string): Promise<Tokens | null> {
  const taken = await takeRefreshToken(work, { refreshToken: body.refresh_token, clientId })
  if (!taken) return null
  const { session, teamId } = taken
  // Anyone who has left the team in the meantime gets no further, nor does one whose way in it no longer allows.
  const rights = teamId ? await loadPermissions(work.tx, { userId: session.userId, teamId }) : null
  if (teamId && !(rights && opens(session, rights))) return null
  return issueTokens(work, session, teamId)
}
