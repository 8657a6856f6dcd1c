import { newId } from '#kit/ids.ts'
import { asSystem, type Posy } from '#server/platform/posy.ts'
import { invalidFields } from '#server/platform/problem/problem.ts'
import { passkeyChanged } from '../users/index.ts'
import { type PasskeyRequest, takePasskeyRequest } from './passkey-request.ts'
import { challengeIn, readAssertion, userHandle, verifyAssertion } from './webauthn.ts'

export interface PasskeyAnswer extends PasskeyRequest {
  /** As the browser sent it. */
  answer: string
  requestId: string
}

/** Whose passkey answered; null for an answer that is wrong, was used, or is another browser's or account's, alike. */
export async function takePasskey(posy: Posy, given: PasskeyAnswer): Promise<{ userId: string } | null> {
  const { answer, requestId, ...request } = given
  const response = readAssertion(answer)
  const challenge = response && challengeIn(response)
  if (!response || !challenge || !(await takePasskeyRequest(posy, { ...request, challenge }))) return null
  const passkey = await usablePasskey(posy, response.id)
  if (!passkey || (request.userId !== null && passkey.userId !== request.userId)) return null
  // Alone it says whose it is: that must be so, and not only that someone has such a passkey.
  if (request.userId === null && response.response.userHandle !== userHandle(passkey.userId)) return null
  const used = await verifyAssertion(posy, response, { challenge, passkey })
  if (!used) return null
  const doesCount = used.counter > 0 || passkey.counter > 0
  if (doesCount && used.counter <= passkey.counter) {
    await block(posy, passkey, requestId)
    return null
  }
  return (await recordUse(posy, passkey.id, used)) ? { userId: passkey.userId } : null
}

async function usablePasskey(posy: Posy, credentialId: string) {
  const row = await posy.db
    .selectFrom('passkey')
    .innerJoin('app_user', 'app_user.id', 'passkey.user_id')
    .select([
      'passkey.id',
      'passkey.user_id as userId',
      'passkey.credential_id as credentialId',
      'passkey.public_key as publicKey',
      'passkey.transports',
      'passkey.counter',
    ])
    .where('credential_id', '=', credentialId)
    .where('blocked_at', 'is', null)
    .where('app_user.deactivated_at', 'is', null)
    .executeTakeFirst()
  return row ? { ...row, counter: Number(row.counter) } : null
}

/** @returns false where another answer of the same passkey came before this one, or blocked it */
async function recordUse(
  posy: Posy,
  id: string,
  { counter, isSynced }: { counter: number; isSynced: boolean },
): Promise<boolean> {
  const recorded = await posy.db
    .updateTable('passkey')
    .set({ counter, is_synced: isSynced, last_used_at: new Date(posy.wall.nowMs()) })
    .where('id', '=', id)
    .where('blocked_at', 'is', null)
    .where((eb) => eb.or([eb('counter', '<', counter), eb.and([eb('counter', '=', 0), eb(eb.val(counter), '=', 0)])]))
    .executeTakeFirst()
  return recorded.numUpdatedRows > 0n
}

/** A count that goes backwards means that two authenticators have the key: neither can be told from the thief's. */
const block = (posy: Posy, { id, userId }: { id: string; userId: string }, requestId: string) =>
  asSystem(
    posy,
    async ({ tx, audit, emit }) => {
      const blocked = await tx
        .updateTable('passkey')
        .set({ blocked_at: new Date(posy.wall.nowMs()) })
        .where('id', '=', id)
        .where('blocked_at', 'is', null)
        .executeTakeFirst()
      if (blocked.numUpdatedRows === 0n) return
      await audit('user.passkey-blocked', { kind: 'user', id: userId }, { detail: { passkeyId: id } })
      await emit(passkeyChanged, { changeId: newId(), userId, change: 'blocked' })
    },
    requestId,
  )

/** @throws invalid_fields (422) as takePasskey answers null */
export async function requirePasskey(posy: Posy, given: PasskeyAnswer, path = 'passkey'): Promise<void> {
  if (await takePasskey(posy, given)) return
  throw wrongPasskey(path)
}

export const wrongPasskey = (path = 'passkey') =>
  invalidFields([{ path, message: 'was not accepted; try again', code: 'wrong_passkey' }])
