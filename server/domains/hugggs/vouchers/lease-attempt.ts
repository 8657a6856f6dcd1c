import { sql } from 'kysely'
import type { ProductRecord } from '#server/domains/catalogue/index.ts'
import type { Work } from '#server/platform/posy.ts'
import { Problem } from '#server/platform/problem/problem.ts'
import type { HugggRecord } from '../gifts/index.ts'
import type { VoucherAttempt } from './queries.ts'

/** Longer than an issuer may take to answer: while it runs no one else asks. */
const LEASE_SECONDS = 30
const FIRST_PAUSE_SECONDS = 60
/** For an order that someone is asking for at this moment, or whose issuer wants to be left alone. */
const PUT_OFF_SECONDS = 15 * 60
const LONGEST_PAUSE_SECONDS = 6 * 3600

/** How long the job waits before it asks once more, after so many tries: a minute, two, four, up to six hours. */
export const pauseAfterTries = (tries: number): number =>
  Math.min(LONGEST_PAUSE_SECONDS, FIRST_PAUSE_SECONDS * 2 ** Math.min(20, Math.max(0, tries - 1)))

/** Where the gift's row is held: either it is ours to ask the issuer now, or someone else is asking. */
export type Lease = { attempt: VoucherAttempt } | 'already-asking'

/**
 * Writes down that a claimed gift's code is being bought, before anybody is asked for it. While it is open, the gift can be
 * neither cancelled nor expire. Ordered before and not answered, it is the same order again; a new one begins only after
 * the issuer said that nothing was issued. The gift's row is held.
 */
export async function openAttempt(work: Work, gift: HugggRecord, product: ProductRecord): Promise<Lease> {
  const before = await heldAttempt(work, gift.id)
  if (before?.state === 'asking') return leaseAttempt(work, before)
  if (before) refuseWhilePaused(work, before)
  const round = (before?.round ?? 0) + 1
  const order = {
    issuer: product.voucherType,
    product_reference: product.issuerReference!,
    face_value_pence: gift.chosen_price_pence ?? gift.face_pence,
    currency: gift.currency,
    round,
    client_request_id: `${gift.id}-${round}`,
    state: 'asking' as const,
    tries: 0,
    leased_until: null,
    paused_until: null,
    next_try_at: work.at,
    updated_at: work.at,
  }
  const attempt = await work.tx
    .insertInto('voucher_attempt')
    .values({ ...order, huggg_id: gift.id, team_id: gift.team_id, created_at: work.at })
    .onConflict((conflict) => conflict.column('huggg_id').doUpdateSet(order))
    .returningAll()
    .executeTakeFirstOrThrow()
  await work.tx.updateTable('huggg').set({ fetching: true }).where('id', '=', gift.id).execute()
  return leaseAttempt(work, attempt)
}

export const heldAttempt = (work: Work, hugggId: string): Promise<VoucherAttempt | undefined> =>
  work.tx.selectFrom('voucher_attempt').selectAll().where('huggg_id', '=', hugggId).forUpdate().executeTakeFirst()

/**
 * Takes an open order, whose row is held, to ask for it now.
 * @throws unavailable (503) before the issuer wants to be asked again
 */
export async function leaseAttempt(work: Work, attempt: VoucherAttempt): Promise<Lease> {
  const nowMs = work.posy.wall.nowMs()
  if (attempt.leased_until && attempt.leased_until.getTime() > nowMs) return 'already-asking'
  refuseWhilePaused(work, attempt)
  const leased = await work.tx
    .updateTable('voucher_attempt')
    .set({
      tries: attempt.tries + 1,
      leased_until: new Date(nowMs + LEASE_SECONDS * 1000),
      next_try_at: new Date(work.at.getTime() + pauseAfterTries(attempt.tries + 1) * 1000),
      updated_at: work.at,
    })
    .where('huggg_id', '=', attempt.huggg_id)
    .returningAll()
    .executeTakeFirstOrThrow()
  return { attempt: leased }
}

function refuseWhilePaused(work: Work, attempt: VoucherAttempt): void {
  const waitMs = (attempt.paused_until?.getTime() ?? 0) - work.posy.wall.nowMs()
  if (waitMs > 0) throw notYet(Math.ceil(waitMs / 1000))
}

/** In words for the recipient. */
export const notYet = (retryAfterSeconds = 60): Problem =>
  new Problem('unavailable', 'The code of this gift is on its way, but takes longer than usual. The gift is yours.', {
    help: 'Come back to this page in a few minutes.',
    retryAfterSeconds,
  })

/** Orders that are to be asked for again automatically, at most so many; each is put off, so that none holds up the rest. */
export async function takeDueAttempts(work: Work, now: Date, limit: number): Promise<string[]> {
  const { rows } = await sql<{ huggg_id: string }>`
    with due as (
      select huggg_id from voucher_attempt where state = 'asking' and next_try_at <= ${now}::timestamptz
      order by next_try_at limit ${limit} for update skip locked
    )
    update voucher_attempt set next_try_at = ${new Date(now.getTime() + PUT_OFF_SECONDS * 1000)}::timestamptz
    from due where voucher_attempt.huggg_id = due.huggg_id returning voucher_attempt.huggg_id`.execute(work.tx)
  return rows.map((row) => row.huggg_id)
}
