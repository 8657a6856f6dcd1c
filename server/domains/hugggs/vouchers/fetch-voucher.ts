import { setTimeout as pause } from 'node:timers/promises'
import { asSystem, type Posy, transact } from '#server/platform/posy.ts'
import { type Actor, systemActor } from '#server/platform/principal.ts'
import { Problem } from '#server/platform/problem/problem.ts'
import { ISSUE_TIMEOUT_MS, type IssueOutcome } from '#server/providers/tillo/types.ts'
import { lockGiftById } from '../change/index.ts'
import { noteFloat } from './issuer-float.ts'
import { heldAttempt, leaseAttempt, notYet, takeDueAttempts } from './lease-attempt.ts'
import type { VoucherAttempt } from './queries.ts'
import { type Recorded, recordAttempt } from './record-attempt.ts'

const BATCH = 20
const LOOK_EVERY_MS = 200

/**
 * Asks an issuer for the code of an order that is leased and committed, outside any transaction, and books the answer in
 * one. Abandoned anywhere, it is asked again under the same reference.
 */
export async function askIssuer(posy: Posy, attempt: VoucherAttempt, actor: Actor): Promise<Recorded> {
  const answer = await ask(posy, attempt)
  if (answer.outcome !== 'issued')
    posy.log.warn(
      { huggg: attempt.huggg_id, issuer: attempt.issuer, outcome: answer.outcome, reason: answer.reason },
      'an issuer gave no code',
    )
  const recorded = await transact(posy, { actor }, (work) => recordAttempt(work, attempt, answer))
  if (answer.outcome === 'issued' && answer.float) await noteFloat(posy, attempt.issuer, answer.float)
  return recorded
}

async function ask({ providers }: Posy, attempt: VoucherAttempt): Promise<IssueOutcome> {
  const issuer = providers.issuers[attempt.issuer]
  if (!issuer) return { outcome: 'later', reason: 'not connected', retryAfterSeconds: 60 }
  return issuer.issue({
    clientRequestId: attempt.client_request_id,
    productReference: attempt.product_reference,
    faceValuePence: attempt.face_value_pence,
    currency: attempt.currency,
  })
}

/** Someone else is asking: waits for their answer, as long as an issuer may take. @throws unavailable when it does not come */
export async function waitForAnswer(posy: Posy, hugggId: string): Promise<Recorded> {
  for (let waitedMs = 0; waitedMs <= ISSUE_TIMEOUT_MS; waitedMs += LOOK_EVERY_MS) {
    await pause(LOOK_EVERY_MS)
    const row = await posy.db
      .selectFrom('voucher_attempt')
      .select(['state', 'leased_until'])
      .where('huggg_id', '=', hugggId)
      .executeTakeFirstOrThrow()
    if (row.state !== 'asking') return row.state as Recorded
    if (row.leased_until === null) return 'waiting'
  }
  throw notYet()
}

/** Asks again for what issuers have not answered, each under its first reference, until there is an answer. */
export async function askAgain(posy: Posy, now: Date): Promise<void> {
  for (let taken = BATCH; taken === BATCH; ) {
    const ids = await asSystem(posy, (work) => takeDueAttempts(work, now, BATCH))
    taken = ids.length
    for (const id of ids) await askAgainFor(posy, id)
  }
}

async function askAgainFor(posy: Posy, hugggId: string): Promise<void> {
  try {
    const lease = await asSystem(posy, async (work) => {
      await lockGiftById(work.tx, hugggId)
      const attempt = await heldAttempt(work, hugggId)
      return attempt?.state === 'asking' ? leaseAttempt(work, attempt) : 'already-asking'
    })
    if (lease !== 'already-asking') await askIssuer(posy, lease.attempt, systemActor)
  } catch (error) {
    // Too early for the issuer: the next time will come.
    if (!(error instanceof Problem)) throw error
  }
}
