import type { SignInMethod } from '#contract/identity/auth.ts'
import type { Posy, Work } from '#server/platform/posy.ts'
import { Problem } from '#server/platform/problem/problem.ts'
import { hashSecret, randomSecret } from '../secrets/index.ts'
import { listStoredPasskeys } from './passkey-queries.ts'
import { hasApp } from './second-factor-queries.ts'

/** How long someone may look for their phone. */
const CHALLENGE_MS = 10 * 60_000

/** A sign-in whose first step was right. */
export interface SignInFirstStep {
  userId: string
  clientId: string
  method: SignInMethod
  /** Set where a team’s own provider vouched. */
  onlyTeamId: string | null
  /** The team to act in, where one is asked for. */
  teamId?: string | undefined
}

/** A sign-in that waits for its second step. */
export interface WaitingStep {
  /** To be brought back with it. */
  token: string
  /** What the second step may be, beside a recovery code. */
  hasApp: boolean
  hasPasskey: boolean
}

/** Asks for the second step. @returns null where the account has none */
export async function challenge(
  { tx, posy }: Work,
  {
    userId,
    clientId,
    method,
    onlyTeamId,
    teamId = null,
  }: Omit<SignInFirstStep, 'teamId'> & { teamId?: string | null | undefined },
): Promise<WaitingStep | null> {
  const ways = { hasApp: await hasApp(tx, userId), hasPasskey: (await listStoredPasskeys(tx, userId)).length > 0 }
  if (!ways.hasApp && !ways.hasPasskey) return null
  const nowMs = posy.wall.nowMs()
  const token = randomSecret()
  await tx.deleteFrom('sign_in_challenge').where('expires_at', '<', new Date(nowMs)).execute()
  await tx
    .insertInto('sign_in_challenge')
    .values({
      token_hash: hashSecret(token),
      user_id: userId,
      client_id: clientId,
      method,
      only_team_id: onlyTeamId,
      team_id: teamId,
      expires_at: new Date(nowMs + CHALLENGE_MS),
    })
    .execute()
  return { token, ...ways }
}

export const secondFactorNeeded = ({ token, hasApp, hasPasskey }: WaitingStep) =>
  new Problem('second_factor_needed', 'Signing in to this account takes a second step.', {
    details: [
      { path: 'challenge', message: token, code: 'challenge' },
      ...(hasApp ? [{ path: 'code', message: 'a code of the authenticator app', code: 'app' }] : []),
      ...(hasPasskey ? [{ path: 'passkey', message: 'one of the account’s passkeys', code: 'passkey' }] : []),
    ],
  })

type Asked = { token: string; clientId: string }

/** Whose second step is waited for; null for a challenge that is unknown, used, over or another client's. */
export async function waitingFor(posy: Posy, { token, clientId }: Asked): Promise<SignInFirstStep | null> {
  const row = await posy.db
    .selectFrom('sign_in_challenge as asked')
    .innerJoin('app_user', 'app_user.id', 'asked.user_id')
    .select(['asked.user_id as userId', 'asked.method', 'asked.only_team_id as onlyTeamId', 'asked.team_id as teamId'])
    .$narrowType<{ method: SignInMethod }>()
    .where('token_hash', '=', hashSecret(token))
    .where('client_id', '=', clientId)
    .where('expires_at', '>', new Date(posy.wall.nowMs()))
    .where('app_user.deactivated_at', 'is', null)
    .executeTakeFirst()
  return row ? { ...row, clientId, teamId: row.teamId ?? undefined } : null
}

/** Ends the wait. @returns whether this was the first to */
export async function takeChallenge({ tx }: Work, token: string): Promise<boolean> {
  const taken = await tx.deleteFrom('sign_in_challenge').where('token_hash', '=', hashSecret(token)).executeTakeFirst()
  return taken.numDeletedRows > 0n
}
