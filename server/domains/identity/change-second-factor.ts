import { newId } from '#server/kit/ids.ts'
import { invalidFields, notFound, Problem } from '#server/kit/problem.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { type Posy, transact, type Work } from '#server/platform/posy.ts'
import type { Principal } from '#server/platform/principal.ts'
import { seal, unseal } from '#server/platform/sealing.ts'
import { checkPassword } from './check-credentials.ts'
import { endSessionsOf } from './end-sessions.ts'
import { secondFactorChanged } from './events.ts'
import { guarded } from './guessing.ts'
import { hasPassword, userById } from './queries.ts'
import { hashRecoveryCode, newRecoveryCodes, shownCode, typedCode } from './recovery-codes.ts'
import type { Self } from './require-self.ts'
import { hasSecondFactor } from './second-factor-queries.ts'
import { requireCode, secretOwner, wrongCode } from './take-code.ts'
import { newTotpSecret, stepOfCode, totpUri } from './totp.ts'

/** How long a secret that was shown waits for its first code. */
const ENROLMENT_MS = 30 * 60_000

export interface OwnerProof {
  code: string
  password?: string | undefined
}

type Request = { requestId: string; address: string }

const isOn = () => new Problem('wrong_state', 'Two-step sign-in is on already.', { help: 'Turn it off first.' })
const isOff = () => new Problem('wrong_state', 'Two-step sign-in is off.', { help: 'Set it up first.' })

/**
 * A secret for an app: the same one for half an hour, so that a page can show it again.
 * @throws wrong_state (409) where there is one that counts, or the address was never proven
 */
export async function beginSecondFactor(
  { tx, posy }: Work,
  { userId, sessionId }: Self,
): Promise<{ secret: string; uri: string }> {
  const user = await userById(tx, userId)
  if (!user || user.isService) throw notFound('user')
  // Else whoever signed up with a stranger's address could keep its owner out.
  if (!user.verifiedEmail)
    throw new Problem('wrong_state', 'Your email address is not confirmed yet.', { help: 'Confirm it first.' })
  if (await hasSecondFactor(tx, userId)) throw isOn()
  const nowMs = posy.wall.nowMs()
  const begun = await pendingSecret(tx, posy, { userId, sessionId })
  const secret = begun ?? newTotpSecret()
  if (!begun) {
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
  const begun = await db
    .selectFrom('second_factor')
    .select('sealed_secret')
    .where('user_id', '=', userId)
    .where('begun_by_session', '=', sessionId)
    .where('begun_at', '>', new Date(posy.wall.nowMs() - ENROLMENT_MS))
    .where('confirmed_at', 'is', null)
    .executeTakeFirst()
  return begun ? unseal(posy.secret, secretOwner(userId), begun.sealed_secret) : null
}

/**
 * Turns it on by a first code, and ends every other session: none of them has shown it.
 * @throws wrong_state (409), invalid_fields (422) for a wrong password or code, too_many_requests (429)
 */
export async function confirmSecondFactor(
  posy: Posy,
  caller: Principal,
  { userId, sessionId }: Self,
  { code, password }: OwnerProof,
  { requestId, address }: Request,
): Promise<string[]> {
  if (await hasSecondFactor(posy.db, userId)) throw isOn()
  const secret = await pendingSecret(posy.db, posy, { userId, sessionId })
  if (!secret) throw isOff()
  await requirePassword(posy, userId, password, address)
  const step = await guarded(posy, { account: `second factor ${userId}`, address }, async () =>
    stepOfCode(secret, typedCode(code), posy.wall.nowMs()),
  )
  if (step === null) throw wrongCode()
  return transact(posy, { actor: caller.actor, requestId }, async (work) => {
    const confirmed = await work.tx
      .updateTable('second_factor')
      .set({ confirmed_at: new Date(posy.wall.nowMs()), last_step: step })
      .where('user_id', '=', userId)
      .where('begun_by_session', '=', sessionId)
      .where('confirmed_at', 'is', null)
      .executeTakeFirst()
    if (confirmed.numUpdatedRows === 0n) throw isOn()
    const codes = await writeRecoveryCodes(work, userId)
    const sessionsEnded = await endSessionsOf(work, {
      userId,
      exceptSessionId: sessionId,
      reason: 'two-step sign-in turned on',
    })
    await tell(work, { userId, isOn: true, detail: { sessionsEnded } })
    return codes
  })
}

/** Ten new ones; those before stop. @throws as removeSecondFactor */
export async function replaceRecoveryCodes(
  posy: Posy,
  caller: Principal,
  userId: string,
  proof: OwnerProof,
  request: Request,
): Promise<string[]> {
  await requireOwner(posy, userId, proof, request.address)
  return transact(posy, { actor: caller.actor, requestId: request.requestId }, async (work) => {
    const codes = await writeRecoveryCodes(work, userId)
    await work.audit('user.recovery-codes-replaced', { kind: 'user', id: userId })
    return codes
  })
}

/** @throws wrong_state (409), invalid_fields (422) for a wrong password or code, too_many_requests (429) */
export async function removeSecondFactor(
  posy: Posy,
  caller: Principal,
  userId: string,
  proof: OwnerProof,
  request: Request,
): Promise<void> {
  await requireOwner(posy, userId, proof, request.address)
  await transact(posy, { actor: caller.actor, requestId: request.requestId }, (work) =>
    dropSecondFactor(work, { userId }),
  )
}

/** Turns it off, whoever asks. @returns whether it was on */
export async function dropSecondFactor(
  work: Work,
  { userId, detail = {} }: { userId: string; detail?: Record<string, unknown> },
): Promise<boolean> {
  const dropped = await work.tx
    .deleteFrom('second_factor')
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst()
  if (dropped.numDeletedRows === 0n) return false
  await tell(work, { userId, isOn: false, detail })
  return true
}

async function requireOwner(posy: Posy, userId: string, proof: OwnerProof, address: string): Promise<void> {
  if (!(await hasSecondFactor(posy.db, userId))) throw isOff()
  await requirePassword(posy, userId, proof.password, address)
  await requireCode(posy, { userId, code: proof.code, address })
}

/** A session left open is not enough. Who signs in elsewhere has no password to show. */
async function requirePassword(posy: Posy, userId: string, password = '', address: string): Promise<void> {
  if (!(await hasPassword(posy.db, userId))) return
  const user = await userById(posy.db, userId)
  if (!user) throw notFound('user')
  const checked = await checkPassword(posy, { email: user.email, password, address })
  if (checked?.userId === userId) return
  throw invalidFields([{ path: 'password', message: 'is not your present password', code: 'wrong_password' }])
}

async function writeRecoveryCodes({ tx, posy }: Work, userId: string): Promise<string[]> {
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
