import { newId } from '#kit/ids.ts'
import { verifyPassword } from '#server/domains/identity/passwords/index.ts'
import { newTotpSecret, stepOfCode, totpUri, typedCode, wrongCode } from '#server/domains/identity/second-step/index.ts'
import { hashSecret, limitGuesses, randomSecret } from '#server/domains/identity/secrets/index.ts'
import { recordOperatorAct } from '#server/platform/operator-acts.ts'
import { type Posy, transact, type Work } from '#server/platform/posy.ts'
import { Problem } from '#server/platform/problem/problem.ts'
import { seal, unseal } from '#server/platform/sealing.ts'
import { keepOperatorDevice } from './known-device.ts'
import { operatorActor, operatorSecretOwner } from './operator.ts'
import { knownOperatorDevice, operatorByEmail, waitingSignIn } from './queries.ts'
import { noteFailure } from './sign-in-failures.ts'

interface Request {
  requestId: string
  address: string
}

/** What an operator without a second factor adds to their app. */
interface Enrolment {
  secret: string
  uri: string
}

/**
 * The first step. Anyone who has no second factor yet is offered one, in this sign-in alone: what another one was shown
 * never counts.
 * @throws invalid_grant (401), too_many_requests (429)
 */
export async function beginOperatorSignIn(
  posy: Posy,
  { email, password, device }: { email: string; password: string; device?: string | undefined },
  { address, requestId }: Request,
): Promise<{ challenge: string; enrolment: Enrolment | null }> {
  const apart = await knownOperatorDevice(posy.db, { email, device })
  const guess = { kind: 'operator password', account: email, address, requestId, apart } as const
  const operator = await limitGuesses(posy, guess, async () => {
    const named = await operatorByEmail(posy.db, email)
    if (await verifyPassword(password, named?.passwordHash)) return named
    await noteFailure(posy, { operatorId: named?.id ?? null, step: 'password' })
    return null
  })
  if (!operator) throw new Problem('invalid_grant', 'The email address or the password is not right.')
  const [id, challenge, openedAt] = [newId(), randomSecret(), new Date(posy.wall.nowMs())]
  const secret = operator.sealedSecret ? null : newTotpSecret()
  await transact(posy, { actor: operatorActor(operator.id), requestId }, ({ tx }) =>
    tx
      .insertInto('operator_session')
      .values({
        id,
        operator_id: operator.id,
        token_hash: hashSecret(challenge),
        offered_secret: secret === null ? null : seal(posy.secret, operatorSecretOwner(id), secret),
        address,
        opened_at: openedAt,
        last_used_at: openedAt,
      })
      .execute(),
  )
  return { challenge, enrolment: secret ? { secret, uri: totpUri(secret, `${operator.email} (operator)`) } : null }
}

const tooLate = () => new Problem('invalid_grant', 'This sign-in took too long, or was finished already.')

/**
 * The second step. The challenge ends and another secret is the session's: what was sent before it opens nothing.
 * @returns the token of the session
 * @throws invalid_grant (401) for a challenge that is over, invalid_fields (422) for a wrong code, too_many_requests (429)
 */
export async function confirmOperatorSignIn(
  posy: Posy,
  { challenge, code, device }: { challenge: string; code: string; device?: string | undefined },
  { address, requestId }: Request,
): Promise<string> {
  const waiting = await waitingSignIn(posy.db, challenge, posy.wall.nowMs())
  if (!waiting) throw tooLate()
  const { id, email, sessionId, sealedSecret, offeredSecret } = waiting
  const secret = sealedSecret
    ? unseal(posy.secret, operatorSecretOwner(id), sealedSecret)
    : offeredSecret && unseal(posy.secret, operatorSecretOwner(sessionId), offeredSecret)
  // Another sign-in has turned it on meanwhile, or an owner off: this one begins again.
  if (!secret) throw tooLate()
  const apart = await knownOperatorDevice(posy.db, { email, device })
  const guess = { kind: 'operator code', account: id, address, requestId, apart } as const
  const step = await limitGuesses(posy, guess, async () => {
    const matching = stepOfCode(secret, typedCode(code), posy.wall.nowMs())
    if (matching !== null && (await takeStep(posy, id, matching))) return matching
    await noteFailure(posy, { operatorId: id, step: 'code' })
    return null
  })
  if (step === null) throw wrongCode()
  const token = randomSecret()
  await transact(posy, { actor: operatorActor(id), requestId }, async (work) => {
    if (!sealedSecret) await enrol(work, { operatorId: id, secret })
    await openSession(work, { sessionId, token })
    await keepOperatorDevice(work, id, device)
    const subject = { kind: 'operator', id }
    await recordOperatorAct(work, { act: 'confirmOperatorSignIn', subject, reason: null, details: { sessionId } })
  })
  return token
}

/** Of several that come at once with the same code, the first takes it. */
export async function takeStep({ db }: Posy, operatorId: string, step: number): Promise<boolean> {
  const taken = await db
    .updateTable('operator')
    .set({ last_step: step })
    .where('id', '=', operatorId)
    .where((eb) => eb.or([eb('last_step', 'is', null), eb('last_step', '<', step)]))
    .executeTakeFirst()
  return taken.numUpdatedRows > 0n
}

async function enrol({ tx, posy }: Work, { operatorId, secret }: { operatorId: string; secret: string }) {
  const enrolled = await tx
    .updateTable('operator')
    .set({ sealed_secret: seal(posy.secret, operatorSecretOwner(operatorId), secret) })
    .where('id', '=', operatorId)
    .where('sealed_secret', 'is', null)
    .executeTakeFirst()
  if (enrolled.numUpdatedRows === 0n) throw tooLate()
}

async function openSession({ tx, posy }: Work, { sessionId, token }: { sessionId: string; token: string }) {
  const now = new Date(posy.wall.nowMs())
  const opened = await tx
    .updateTable('operator_session')
    .set({ token_hash: hashSecret(token), offered_secret: null, second_step_at: now, last_used_at: now })
    .where('id', '=', sessionId)
    .where('second_step_at', 'is', null)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  if (opened.numUpdatedRows === 0n) throw tooLate()
}
