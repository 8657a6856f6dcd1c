import { newId } from '#kit/ids.ts'
import type { Tx } from '#server/platform/database/database.ts'
import type { Posy, Work } from '#server/platform/posy.ts'
import { Problem } from '#server/platform/problem/problem.ts'
import { endUserSessions } from '../sessions/index.ts'
import { type Self, secondFactorChanged, secondFactorReset, userById } from '../users/index.ts'
import { hashRecoveryCode, newRecoveryCodes, shownCode } from './recovery-codes.ts'
import { hasSecondFactor } from './second-factor-queries.ts'

/** What the app and passkeys have in common: the first turns two-step sign-in on, the last turns it off. */

/** What a floor above knows that forbids someone to be without a second step, such as their team; or nothing. */
export type SecondStepDuty = (tx: Tx, userId: string) => Promise<Problem | null>

declare module '#server/platform/posy.ts' {
  interface Hooks {
    secondStepDuty: SecondStepDuty
  }
}

/** One change at a time: two that are each the first, or the last, must know of each other. */
export const lockSecondStep = async ({ tx }: Pick<Work, 'tx'>, userId: string): Promise<void> => {
  await tx.selectFrom('app_user').select('id').where('id', '=', userId).forNoKeyUpdate().executeTakeFirst()
}

/** @throws wrong_state (409) where the person who signed up with a stranger's address could keep its owner out */
export async function requireProvenAddress(db: Tx | Posy['db'], userId: string) {
  const user = await userById(db, userId)
  if (!user || user.isService) throw new Problem('forbidden', 'A service user does not sign in.')
  if (!user.verifiedEmail)
    throw new Problem('wrong_state', 'Your email address is not confirmed yet.', { help: 'Confirm it first.' })
  return user
}

/** Two-step sign-in counts from here on: other sessions end, for none of them has shown it. @returns ten recovery codes */
export async function turnOn(work: Work, { userId, sessionId }: Self): Promise<string[]> {
  const codes = await writeRecoveryCodes(work, userId)
  const reason = 'two-step sign-in turned on'
  const sessionsEnded = await endUserSessions(work, { userId, exceptSessionId: sessionId, reason })
  await tell(work, { userId, isOn: true, detail: { sessionsEnded } })
  return codes
}

/**
 * After the app or a passkey went: without another, two-step sign-in is off.
 * @returns whether it is off now
 * @throws wrong_state (409), or what a floor above says, where they may not be without
 */
export async function turnOffIfLast(work: Work, userId: string): Promise<boolean> {
  if (await hasSecondFactor(work.tx, userId)) return false
  const problem = await work.posy.hooks.secondStepDuty(work.tx, userId)
  if (problem) throw problem
  await work.tx.deleteFrom('recovery_code').where('user_id', '=', userId).execute()
  await tell(work, { userId, isOn: false, detail: {} })
  return true
}

/** Turns it off whole, no matter who asks: app, passkeys and recovery codes go. @returns whether it was on */
export async function dropSecondFactor(
  work: Work,
  {
    userId,
    detail = {},
    resetBy,
  }: { userId: string; detail?: Record<string, unknown>; resetBy?: { userId: string; teamId: string } },
): Promise<boolean> {
  await lockSecondStep(work, userId)
  const wasOn = await hasSecondFactor(work.tx, userId)
  for (const table of ['recovery_code', 'second_factor', 'passkey'] as const)
    await work.tx.deleteFrom(table).where('user_id', '=', userId).execute()
  if (!wasOn) return false
  if (!resetBy) await tell(work, { userId, isOn: false, detail })
  else {
    await work.audit('user.second-factor-off', { kind: 'user', id: userId }, { detail })
    await work.emit(secondFactorReset, { changeId: newId(), userId, resetBy })
  }
  return true
}

/** Ten new ones; those before stop. */
export async function writeRecoveryCodes({ tx, posy }: Work, userId: string): Promise<string[]> {
  const codes = newRecoveryCodes()
  await tx.deleteFrom('recovery_code').where('user_id', '=', userId).execute()
  await tx
    .insertInto('recovery_code')
    .values(codes.map((code) => ({ user_id: userId, code_hash: hashRecoveryCode(posy, userId, code) })))
    .execute()
  return codes.map(shownCode)
}

async function tell(
  { audit, emit }: Work,
  { userId, isOn, detail }: { userId: string; isOn: boolean; detail: Record<string, unknown> },
): Promise<void> {
  await audit(`user.second-factor-${isOn ? 'on' : 'off'}`, { kind: 'user', id: userId }, { detail })
  await emit(secondFactorChanged, { changeId: newId(), userId, isOn })
}
