import { timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import type { User } from '#contract/identity/users.ts'
import { newId } from '#kit/ids.ts'
import { numberProblems, readMobileNumber } from '#kit/phone.ts'
import { type Posy, transact } from '#server/platform/posy.ts'
import type { Principal } from '#server/platform/principal.ts'
import { found, invalidFields, Problem } from '#server/platform/problem/problem.ts'
import { countAttempt, countFrom } from '#server/platform/throttle.ts'
import type { ProofRequest } from '../second-step/index.ts'
import { ownUser, phoneCodeIssued, type Self, userById } from '../users/index.ts'
import { CODE_LIMITS, CODE_TRIES, numberHash, PHONE_CODE_MINUTES, phoneCode } from './phone-code.ts'

const KEPT_MS = 86_400_000

/** A text to these costs the usual price; any other is what fraud lives on. */
const TERRITORIES = ['GB', 'EU']

/**
 * Texts a code to the number that the account has, in place of an earlier one.
 * @throws wrong_state (409), invalid_fields (422), restricted (403), too_many_requests (429)
 */
export async function requestPhoneCode(
  posy: Posy,
  caller: Principal,
  { userId }: Self,
  { address, requestId }: ProofRequest,
): Promise<Date> {
  const number = await numberToVerify(posy, userId)
  const hash = numberHash(posy, number)
  const { perClientHour, perUserHour, perUserDay, perNumberDay } = CODE_LIMITS
  await countFrom(posy, address, perClientHour, (network) => `phone-code client ${network}`)
  await countAttempt(posy, `phone-code hour ${userId}`, perUserHour)
  await countAttempt(posy, `phone-code day ${userId}`, perUserDay)
  await countAttempt(posy, `phone-code number ${hash}`, perNumberDay)
  const nowMs = posy.wall.nowMs()
  const expiresAt = new Date(nowMs + PHONE_CODE_MINUTES * 60_000)
  return transact(posy, { actor: caller.actor, requestId }, async (work) => {
    const { tx } = work
    await tx
      .deleteFrom('phone_verification')
      .where('expires_at', '<', new Date(nowMs - KEPT_MS))
      .execute()
    await tx
      .updateTable('phone_verification')
      .set({ replaced_at: new Date(nowMs) })
      .where('user_id', '=', userId)
      .where('used_at', 'is', null)
      .where('replaced_at', 'is', null)
      .execute()
    const id = newId()
    await tx
      .insertInto('phone_verification')
      .values({ id, user_id: userId, number_hash: hash, created_at: new Date(nowMs), expires_at: expiresAt })
      .execute()
    await work.emit(phoneCodeIssued, { codeId: id, userId })
    return expiresAt
  })
}

async function numberToVerify(posy: Posy, userId: string): Promise<string> {
  const user = found(await userById(posy.db, userId), 'user')
  if (!posy.providers.sms)
    throw new Problem('wrong_state', 'No texts are sent from here, so no number can be confirmed.')
  if (user.verifiedPhoneNumber) throw new Problem('wrong_state', 'Your mobile number is confirmed already.')
  if (!user.mobile)
    throw new Problem('wrong_state', 'Your account has no mobile number.', { help: 'Save one in your profile first.' })
  const read = TERRITORIES.map((territory) => readMobileNumber(user.mobile!, territory))
  const [first] = read
  if (first!.number === null)
    throw invalidFields([{ path: 'mobile', message: numberProblems[first!.problem], code: first!.problem }])
  if (read.every((one) => one.number === null || one.isAbroad))
    throw new Problem('restricted', 'Codes are texted to numbers of the United Kingdom and the EU only.')
  return first!.number
}

const wrongCode = () =>
  invalidFields([
    { path: 'code', message: 'is not the code we sent, or is over; ask for a new one', code: 'wrong_code' },
  ])

/** @throws invalid_fields (422) for a code that is wrong, used, over or tried too often; wrong_state (409) for another number */
export async function verifyPhone(
  posy: Posy,
  caller: Principal,
  { userId }: Self,
  { code, requestId }: { code: string; requestId: string },
): Promise<User> {
  // Counted before it is judged, and for good: of guesses sent at once only so many learn anything.
  const tried = await posy.db
    .updateTable('phone_verification')
    .set({ tries: sql`tries + 1` })
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .where('replaced_at', 'is', null)
    .where('expires_at', '>', new Date(posy.wall.nowMs()))
    .where('tries', '<', CODE_TRIES)
    .returning(['id', 'number_hash'])
    .executeTakeFirst()
  if (!tried || !isSame(phoneCode(posy, tried.id), code.replaceAll(/[\s-]/g, ''))) throw wrongCode()
  return transact(posy, { actor: caller.actor, requestId }, async (work) => {
    const { tx } = work
    const { mobile } = await tx
      .selectFrom('app_user')
      .select('mobile')
      .where('id', '=', userId)
      .forUpdate()
      .executeTakeFirstOrThrow()
    const taken = await tx
      .updateTable('phone_verification')
      .set({ used_at: new Date(posy.wall.nowMs()) })
      .where('id', '=', tried.id)
      .where('used_at', 'is', null)
      .executeTakeFirst()
    if (taken.numUpdatedRows === 0n) throw wrongCode()
    if (!mobile || numberHash(posy, mobile) !== tried.number_hash)
      throw new Problem('wrong_state', 'Your mobile number was changed meanwhile.', { help: 'Ask for a new code.' })
    await tx
      .updateTable('app_user')
      .set({ verified_phone_number: true, updated_at: work.at })
      .where('id', '=', userId)
      .execute()
    await work.audit('user.phone-verified', { kind: 'user', id: userId })
    return found(await ownUser(tx, userId), 'user')
  })
}

function isSame(wanted: string, given: string): boolean {
  const [a, b] = [Buffer.from(wanted), Buffer.from(given)]
  return a.length === b.length && timingSafeEqual(a, b)
}
