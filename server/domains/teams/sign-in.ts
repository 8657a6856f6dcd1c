import type { z } from 'zod'
import type { issueToken, Tokens } from '#contract/auth.ts'
import {
  checkClient,
  checkPassword,
  clientCredentials,
  issueTokens,
  openClientSession,
  openSession,
  takeRefreshToken,
  userById,
} from '#server/domains/identity/index.ts'
import { Problem } from '#server/kit/problem.ts'
import type { RequestInfo } from '#server/platform/http/route.ts'
import { type Posy, transact, type Work } from '#server/platform/posy.ts'
import type { Actor } from '#server/platform/principal.ts'
import { permissionsOf, rightsOf } from './queries.ts'
import { rememberTeam } from './remember-team.ts'

type TokenRequest = z.output<typeof issueToken.body>
type Grant<Kind extends TokenRequest['grant_type']> = Extract<TokenRequest, { grant_type: Kind }>

const refusal = () => new Problem('invalid_grant', 'These credentials are not right.')

/**
 * The token endpoint. Every wrong credential gets the same answer after the same time.
 * @throws invalid_client, invalid_grant (401), too_many_requests (429)
 */
export async function grantTokens(
  posy: Posy,
  body: TokenRequest,
  request: Pick<RequestInfo, 'headers' | 'address' | 'requestId'>,
): Promise<Tokens> {
  const client = await checkClient(posy, clientCredentials(request.headers, body), request.address)
  const inTransaction = <T>(actor: Actor, command: (work: Work) => Promise<T>) =>
    transact(posy, { actor, requestId: request.requestId }, command)
  if (body.grant_type === 'client_credentials')
    return inTransaction({ kind: 'client', id: client.id }, (work) => openClientSession(work, client))
  // Only our own app sees people's passwords and holds their sessions.
  if (client.kind !== 'web')
    throw new Problem('invalid_client', 'This client may only use the grant client_credentials.')
  if (body.grant_type === 'password') return signIn(posy, body, { clientId: client.id, ...request })
  const tokens = await inTransaction({ kind: 'client', id: client.id }, (work) => refresh(work, body, client.id))
  // Thrown outside the transaction: the end of a session whose token was stolen must stand.
  if (!tokens) throw refusal()
  return tokens
}

async function signIn(
  posy: Posy,
  body: Grant<'password'>,
  request: { clientId: string; address: string; requestId: string },
): Promise<Tokens> {
  const checked = await checkPassword(posy, { email: body.username, password: body.password, address: request.address })
  if (!checked) throw refusal()
  const { userId } = checked
  return transact(posy, { actor: { kind: 'user', id: userId }, requestId: request.requestId }, async (work) => {
    const teamId = await teamToActIn(work, userId, body.team_id)
    const session = await openSession(work, { userId, clientId: request.clientId })
    await rememberTeam(work, userId, teamId)
    return issueTokens(work, session, teamId)
  })
}

/** The team asked for; else the one acted in last, the home team, or the first. Null for who belongs to none. */
async function teamToActIn({ tx }: Work, userId: string, wanted: string | undefined): Promise<string | null> {
  if (wanted !== undefined) {
    if (!(await permissionsOf(tx, { userId, teamId: wanted }))) throw refusal()
    return wanted
  }
  const rights = await rightsOf(tx, userId)
  const state = await tx
    .selectFrom('user_state')
    .select('last_team_id')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  const home = (await userById(tx, userId))?.teamId
  const candidates = [state?.last_team_id, home, rights[0]?.teamId]
  return candidates.find((teamId) => rights.some((right) => right.teamId === teamId)) ?? null
}

async function refresh(work: Work, body: Grant<'refresh_token'>, clientId: string): Promise<Tokens | null> {
  const taken = await takeRefreshToken(work, { refreshToken: body.refresh_token, clientId })
  if (!taken) return null
  const { session, teamId } = taken
  // Whoever has left the team in the meantime gets no further.
  if (teamId && !(await permissionsOf(work.tx, { userId: session.userId, teamId }))) return null
  return issueTokens(work, session, teamId)
}
