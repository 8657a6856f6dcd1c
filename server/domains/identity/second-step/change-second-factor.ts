import type { Tx } from '#server/platform/database/database.ts'
import { type Posy, transact, type Work } from '#server/platform/posy.ts'
import type { Principal } from '#server/platform/principal.ts'
import { Problem } from '#server/platform/problem/problem.ts'
import { seal, unseal } from '#server/platform/sealing.ts'
import { limitGuesses } from '../secrets/index.ts'
import type { Self } from '../users/index.ts'
import {
  type OwnerProof,
  type ProofRequest,
  requireOwnerProof,
  requirePassword,
  requireSecondStep,
} from './owner-proof.ts'
import { typedCode } from './recovery-codes.ts'
import { hasApp, hasSecondFactor } from './second-factor-queries.ts'
import { lockSecondStep, requireProvenAddress, turnOffIfLast, turnOn, writeRecoveryCodes } from './second-step.ts'
import { secretOwner, wrongCode } from './take-code.ts'
import { newTotpSecret, stepOfCode, totpUri } from './totp.ts'

/** How long a secret that was shown waits for its first code. */
const ENROLMENT_MS = 30 * 60_000

const isOn = () =>
  new Problem('wrong_state', 'Your account has an authenticator app already.', { help: 'Remove it first.' })
const isOff = () => new Problem('wrong_state', 'Your account has no authenticator app.', { help: 'Set one up first.' })

/**
 * A secret for an app: the same one for half an hour, so that a page can show it again.
 * @throws wrong_state (409) where there is one that counts, or the address was never proven
 */
export async function beginSecondFactor(
  { tx, posy }: Work,
  { userId, sessionId }: Self,
): Promise<{ secret: string; uri: string }> {
  const user = await requireProvenAddress(tx, userId)
  if (await hasApp(tx, userId)) throw isOn()
  const nowMs = posy.wall.nowMs()
  const pending = await pendingSecret(tx, posy, { userId, sessionId })
  const secret = pending ?? newTotpSecret()
  if (!pending) {
    const values = {
      sealed_secret: seal(posy.secret, secretOwner(userId), secret),
      begun_by_session: sessionId,
      begun_at: new Date(nowMs),
    }
    await tx
      .insertInto('second_factor')
      .values({ user_id: userId, ...values })
      .onConflict((conflict) =>
        conflict.column('user_id').doUpdateSet(values).where('second_factor.confirmed_at', 'is', null),
      )
      .execute()
  }
  return { secret, uri: totpUri(secret, user.email) }
}

async function pendingSecret(db: Tx | Posy['db'], posy: Posy, { userId, sessionId }: Self): Promise<string | null> {
  const pending = await db
    .selectFrom('second_factor')
    .select('sealed_secret')
    .where('user_id', '=', userId)
    .where('begun_by_session', '=', sessionId)
    .where('begun_at', '>', new Date(posy.wall.nowMs() - ENROLMENT_MS))
    .where('confirmed_at', 'is', null)
    .executeTakeFirst()
  return pending ? unseal(posy.secret, secretOwner(userId), pending.sealed_secret) : null
}

/**
 * Adds the app by its first code. Where it is the first second step, that turns two-step sign-in on; where passkeys are
 * it already, one of them or a recovery code is shown too. Every other session ends.
 * @throws wrong_state (409), invalid_fields (422) for a wrong password or code, too_many_requests (429)
 */
export async function confirmSecondFactor(
  posy: Posy,
  caller: Principal,
  self: Self,
  { code, password, passkey, recoveryCode }: OwnerProof & { code: string; recoveryCode?: string | undefined },
  request: ProofRequest,
): Promise<string[]> {
  const { userId, sessionId } = self
  if (await hasApp(posy.db, userId)) throw isOn()
  const secret = await pendingSecret(posy.db, posy, self)
  if (!secret) throw isOff()
  await requirePassword(posy, self, password, request)
  const guess = { kind: 'code', account: userId, apart: sessionId, ...request } as const
  const step = await limitGuesses(posy, guess, async () => stepOfCode(secret, typedCode(code), posy.wall.nowMs()))
  if (step === null) throw wrongCode()
  if (await hasSecondFactor(posy.db, userId))
    await requireSecondStep(posy, self, { passkey, code: recoveryCode }, request, 'recoveryCode')
  return transact(posy, { actor: caller.actor, requestId: request.requestId }, async (work) => {
    await lockSecondStep(work, userId)
    const confirmed = await work.tx
      .updateTable('second_factor')
      .set({ confirmed_at: new Date(posy.wall.nowMs()), last_step: step })
      .where('user_id', '=', userId)
      .where('begun_by_session', '=', sessionId)
      .where('confirmed_at', 'is', null)
      .executeTakeFirst()
    if (confirmed.numUpdatedRows === 0n) throw isOn()
    return turnOn(work, self)
  })
}

/** Ten new ones; those before stop. @throws as removeSecondFactor */
export async function replaceRecoveryCodes(
  posy: Posy,
  caller: Principal,
  self: Self,
  proof: OwnerProof,
  request: ProofRequest,
): Promise<string[]> {
  const { userId } = self
  if (!(await hasSecondFactor(posy.db, userId)))
    throw new Problem('wrong_state', 'Two-step sign-in is off.', { help: 'Set it up first.' })
  await requireOwnerProof(posy, self, proof, request)
  return transact(posy, { actor: caller.actor, requestId: request.requestId }, async (work) => {
    const codes = await writeRecoveryCodes(work, userId)
    await work.audit('user.recovery-codes-replaced', { kind: 'user', id: userId })
    return codes
  })
}

/**
 * Removes the app; without a passkey, two-step sign-in is off.
 * @throws wrong_state (409), invalid_fields (422) for a wrong password or code, too_many_requests (429)
 */
export async function removeSecondFactor(
  posy: Posy,
  caller: Principal,
  self: Self,
  proof: OwnerProof,
  request: ProofRequest,
): Promise<void> {
  const { userId } = self
  if (!(await hasApp(posy.db, userId))) throw isOff()
  await requireOwnerProof(posy, self, proof, request)
  await transact(posy, { actor: caller.actor, requestId: request.requestId }, async (work) => {
    await lockSecondStep(work, userId)
    const removed = await work.tx
      .deleteFrom('second_factor')
      .where('user_id', '=', userId)
      .where('confirmed_at', 'is not', null)
      .executeTakeFirst()
    if (removed.numDeletedRows === 0n) throw isOff()
    await work.audit('user.app-removed', { kind: 'user', id: userId })
    await turnOffIfLast(work, userId)
  })
}
