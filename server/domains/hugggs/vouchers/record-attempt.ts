import type { Work } from '#server/platform/posy.ts'
import type { IssueOutcome } from '#server/providers/tillo/types.ts'
import { lockGiftById, recordHappening, voucherRefused } from '../change/index.ts'
import { Status } from '../states/index.ts'
import { awaitCode } from './awaited-code.ts'
import { heldAttempt } from './lease-attempt.ts'
import type { VoucherAttempt } from './queries.ts'
import { settleFetched } from './settle-fetched.ts'

/** After so many refusals, or tries without an answer, someone should look. */
const ALERT_AFTER = 3
/** A recipient who was refused waits this long before another order is tried. */
const REFUSED_PAUSE_SECONDS = 10

/** What is now known of an order; `fetched` also where someone else recorded it first. */
export type Recorded = 'fetched' | 'refused' | 'waiting'

/**
 * Books what an issuer answered to one order, once, no matter who asked and however late the answer came. Takes the gift's row,
 * then the order's.
 */
export async function recordAttempt(work: Work, asked: VoucherAttempt, answer: IssueOutcome): Promise<Recorded> {
  const gift = await lockGiftById(work.tx, asked.huggg_id)
  const attempt = (await heldAttempt(work, asked.huggg_id))!
  if (attempt.state === 'fetched') {
    if (answer.outcome === 'issued' && attempt.client_request_id !== asked.client_request_id) reportSurplus(work, asked)
    return 'fetched'
  }
  if (answer.outcome === 'issued') {
    // The database keeps a gift Claimed while it is being asked for; anything else answers an order that was given up.
    if (gift.status_id !== Status.Claimed) {
      reportSurplus(work, asked)
      return 'refused'
    }
    const { voucher, issuerOrder, expiresAt } = answer
    await settleFetched(work, gift, {
      source: asked.issuer as 'tillo',
      voucher,
      expiresAt,
      issuerOrder,
      clientRequestId: asked.client_request_id,
    })
    await write(work, asked.huggg_id, {
      state: 'fetched',
      client_request_id: asked.client_request_id,
      next_try_at: null,
      leased_until: null,
      last_reason: null,
    })
    return 'fetched'
  }
  if (attempt.client_request_id !== asked.client_request_id) return 'waiting'
  if (answer.outcome === 'refused') return refuse(work, attempt, answer.reason)
  if (attempt.tries >= ALERT_AFTER)
    alert(work, attempt, answer.reason, 'an issuer does not say whether it issued a code; it is asked again')
  const pausedUntil =
    answer.outcome === 'later' ? new Date(work.posy.wall.nowMs() + answer.retryAfterSeconds * 1000) : null
  await write(work, asked.huggg_id, { leased_until: null, paused_until: pausedUntil, last_reason: answer.reason })
  return 'waiting'
}

/** Nothing was issued: the gift is as it was, to be tried again, cancelled, to expire, or refunded after days of this. Its row and the order's are held. */
export async function refuse(work: Work, attempt: VoucherAttempt, reason: string): Promise<'refused'> {
  await write(work, attempt.huggg_id, {
    state: 'refused',
    next_try_at: null,
    leased_until: null,
    paused_until: new Date(work.posy.wall.nowMs() + REFUSED_PAUSE_SECONDS * 1000),
    last_reason: reason,
  })
  await work.tx.updateTable('huggg').set({ fetching: false }).where('id', '=', attempt.huggg_id).execute()
  await recordHappening(work, [attempt.huggg_id], 'code refused by its issuer')
  await awaitCode(work, attempt.huggg_id)
  if (attempt.round === ALERT_AFTER) await work.emit(voucherRefused, { hugggId: attempt.huggg_id })
  if (attempt.round >= ALERT_AFTER) alert(work, attempt, reason, 'an issuer refuses a code again and again')
  return 'refused'
}

const write = (work: Work, hugggId: string, change: Partial<VoucherAttempt>) =>
  work.tx
    .updateTable('voucher_attempt')
    .set({ ...change, updated_at: work.at })
    .where('huggg_id', '=', hugggId)
    .execute()

function alert(work: Work, { huggg_id, issuer, client_request_id }: VoucherAttempt, reason: string, what: string) {
  work.posy.log.error({ huggg: huggg_id, issuer, clientRequestId: client_request_id, reason }, what)
}

/** A code that no gift needs was bought: only its issuer can take it back. */
function reportSurplus(work: Work, asked: VoucherAttempt) {
  alert(
    work,
    asked,
    'surplus',
    'an issuer issued a code under an order that had been given up: have it cancelled there',
  )
}
