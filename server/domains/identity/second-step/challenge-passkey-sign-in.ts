import type { Work } from '#server/platform/posy.ts'
import { Problem } from '#server/platform/problem/problem.ts'
import { hashSecret, randomSecret } from '../secrets/index.ts'
import { listStoredPasskeys } from './passkey-queries.ts'
import { openPasskeyRequest } from './passkey-request.ts'
import { assertionOptions } from './webauthn.ts'

/**
 * What a passkey signs to sign someone in. As a second step it is held to that sign-in, and to the account's own
 * passkeys; alone to a secret of its own, and the person chooses.
 * @throws invalid_grant (401) for a sign-in that waits for no second step, or whose account has no passkey
 */
export async function challengePasskeySignIn(work: Work, challenge: string | undefined) {
  if (challenge === undefined) {
    const ceremony = randomSecret()
    const signed = await openPasskeyRequest(work, { purpose: 'sign-in', holder: ceremony, userId: null })
    return { ceremony, options: await assertionOptions(work.posy, { challenge: signed, allowed: null }) }
  }
  const waiting = await work.tx
    .selectFrom('sign_in_challenge')
    .select('user_id as userId')
    .where('token_hash', '=', hashSecret(challenge))
    .where('expires_at', '>', new Date(work.posy.wall.nowMs()))
    .executeTakeFirst()
  const allowed = waiting ? await listStoredPasskeys(work.tx, waiting.userId) : []
  if (!waiting || allowed.length === 0)
    throw new Problem('invalid_grant', 'No passkey is waited for.', { help: 'Start again.' })
  const signed = await openPasskeyRequest(work, { purpose: 'second-step', holder: challenge, userId: waiting.userId })
  return { ceremony: challenge, options: await assertionOptions(work.posy, { challenge: signed, allowed }) }
}
