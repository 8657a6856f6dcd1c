import type { Posy } from '#server/platform/posy.ts'
import { invalidFields } from '#server/platform/problem/problem.ts'
import { unseal } from '#server/platform/sealing.ts'
import { limitGuesses } from '../secrets/index.ts'
import { knownDevice } from '../sessions/index.ts'
import { recoveryCodeHashes, typedCode } from './recovery-codes.ts'
import { stepOfCode } from './totp.ts'

/** Secrets are sealed for the user they belong to. */
export const secretOwner = (userId: string) => ({ purpose: 'posy second factor', id: userId })

export interface GivenCode {
  userId: string
  code: string
  /** Where the request comes from. */
  address: string
  requestId?: string | undefined
  /** As of a password. */
  device?: string | undefined
  sessionId?: string | undefined
}

/**
 * Takes a code of the user's app or one of their recovery codes, for good: also where nothing comes of what it was for.
 * @throws invalid_fields (422) for one that is wrong or was used; too_many_requests (429)
 */
export async function requireCode(posy: Posy, given: GivenCode, path = 'code'): Promise<void> {
  const { userId, address, requestId, device, sessionId } = given
  const typed = typedCode(given.code)
  const apart = sessionId ?? (await knownDevice(posy.db, { userId, device }))
  const taken = await limitGuesses(posy, { kind: 'code', account: userId, address, requestId, apart }, async () =>
    (/^\d{6}$/.test(typed) ? await takeAppCode(posy, userId, typed) : await takeRecoveryCode(posy, userId, typed))
      ? true
      : null,
  )
  if (!taken) throw wrongCode(path)
}

export const wrongCode = (path = 'code') =>
  invalidFields([{ path, message: 'is not right, or was used before; wait for the next one', code: 'wrong_code' }])

/** Of several that come at once with the same code, the first takes it. */
async function takeAppCode(posy: Posy, userId: string, code: string): Promise<boolean> {
  const factor = await posy.db
    .selectFrom('second_factor')
    .select('sealed_secret')
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst()
  if (!factor) return false
  const step = stepOfCode(unseal(posy.secret, secretOwner(userId), factor.sealed_secret), code, posy.wall.nowMs())
  if (step === null) return false
  const taken = await posy.db
    .updateTable('second_factor')
    .set({ last_step: step })
    .where('user_id', '=', userId)
    .where((eb) => eb.or([eb('last_step', 'is', null), eb('last_step', '<', step)]))
    .executeTakeFirst()
  return taken.numUpdatedRows > 0n
}

async function takeRecoveryCode(posy: Posy, userId: string, code: string): Promise<boolean> {
  const taken = await posy.db
    .updateTable('recovery_code')
    .set({ used_at: new Date(posy.wall.nowMs()) })
    .where('user_id', '=', userId)
    .where('code_hash', 'in', recoveryCodeHashes(posy, userId, code))
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return taken.numUpdatedRows > 0n
}
