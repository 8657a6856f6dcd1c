import type { Posy, Work } from '#server/platform/posy.ts'
import { Problem } from '#server/platform/problem/problem.ts'
import { hashSecret, randomSecret } from '../secrets/index.ts'

/** How long a browser may take to answer. */
const REQUEST_MS = 10 * 60_000

/** What a passkey is asked for: to be made, to stand in for a code, to sign someone in, to be the second step of it. */
type PasskeyPurpose = 'add' | 'prove' | 'sign-in' | 'second-step'

export interface PasskeyRequest {
  purpose: PasskeyPurpose
  /** What only the browser that asks has: the id of its session, or the secret of its sign-in. */
  holder: string
  /** Null where anybody's passkey will do. */
  userId: string | null
}

/** @returns the challenge to sign; it rests as a hash */
export async function openPasskeyRequest(
  { tx, posy }: Pick<Work, 'tx' | 'posy'>,
  { purpose, holder, userId }: PasskeyRequest,
): Promise<string> {
  const nowMs = posy.wall.nowMs()
  const challenge = randomSecret()
  await tx.deleteFrom('passkey_request').where('expires_at', '<', new Date(nowMs)).execute()
  await tx
    .insertInto('passkey_request')
    .values({
      challenge_hash: hashSecret(challenge),
      purpose,
      holder_hash: hashSecret(holder),
      user_id: userId,
      expires_at: new Date(nowMs + REQUEST_MS),
    })
    .execute()
  return challenge
}

/** Takes a request, for good: also where nothing comes of the answer. @returns whether it was open for this browser */
export async function takePasskeyRequest(
  posy: Posy,
  { challenge, purpose, holder, userId }: PasskeyRequest & { challenge: string },
): Promise<boolean> {
  const taken = await posy.db
    .deleteFrom('passkey_request')
    .where('challenge_hash', '=', hashSecret(challenge))
    .where('purpose', '=', purpose)
    .where('holder_hash', '=', hashSecret(holder))
    .where('user_id', userId === null ? 'is' : '=', userId)
    .where('expires_at', '>', new Date(posy.wall.nowMs()))
    .executeTakeFirst()
  return taken.numDeletedRows > 0n
}

export const noPasskeys = () =>
  new Problem('wrong_state', 'This account has no passkey.', { help: 'Use a code of the authenticator app.' })
