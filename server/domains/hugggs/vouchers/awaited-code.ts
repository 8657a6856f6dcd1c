import { sql } from 'kysely'
import type { Work } from '#server/platform/posy.ts'
import { Problem } from '#server/platform/problem/problem.ts'
import { codeGivenUp, lockGiftById } from '../change/index.ts'
import { cancelHugggs } from '../sender/index.ts'
import { pageState } from '../states/index.ts'

const HOUR_MS = 3_600_000
const TRY_EVERY_HOURS = 24
const GIVE_UP_AFTER_HOURS = 72
/** A gift that waits is refunded so long before its last day is over, rather than lost with it. */
const BEFORE_EXPIRY_HOURS = 1
const LEAST_PAUSE_HOURS = 0.25

/** The code of a gift is not to be had at the moment. In words for the recipient. */
export class NoCode extends Problem {
  readonly hugggId: string
  constructor(hugggId: string, message: string) {
    super('unavailable', message, {
      help: 'We keep asking for it. If we cannot get it within three days, the sender is told and refunded.',
      retryAfterSeconds: 60,
    })
    this.hugggId = hugggId
  }
}

/** Notes that a gift waits for its code. The days count from the first time. */
export async function awaitCode(work: Work, hugggId: string): Promise<void> {
  await sql`
    insert into awaited_code (huggg_id, team_id, since, next_try_at)
    select id, team_id, ${work.at}::timestamptz, ${nextTryAfter(work.at)} from huggg where id = ${hugggId}
    on conflict (huggg_id) do nothing`.execute(work.tx)
}

/**
 * Cancels a gift whose code could not be had for days and returns all that was paid for it, once. One that has been used,
 * shown or ended meanwhile no longer waits; one whose issuer may have made the code still waits for the answer.
 */
export async function giveUpCode(work: Work, hugggId: string): Promise<void> {
  const gift = await lockGiftById(work.tx, hugggId)
  const awaited = await work.tx
    .selectFrom('awaited_code')
    .selectAll()
    .where('huggg_id', '=', hugggId)
    .forUpdate()
    .executeTakeFirst()
  if (!awaited?.next_try_at) return
  if (pageState(gift, work.at) !== 'claimed') {
    await work.tx.deleteFrom('awaited_code').where('huggg_id', '=', hugggId).execute()
    return
  }
  const isOver =
    hoursAfter(awaited.since, GIVE_UP_AFTER_HOURS) <= work.at ||
    hoursAfter(work.at, BEFORE_EXPIRY_HOURS) >= gift.expiry_date
  if (!isOver) return
  const { changed } = await cancelHugggs(work, null, { hugggIds: [hugggId] }, 'code-unavailable')
  if (changed === 0) return
  await work.tx
    .updateTable('awaited_code')
    .set({ next_try_at: null, given_up_at: work.at })
    .where('huggg_id', '=', hugggId)
    .execute()
  await work.emit(codeGivenUp, { hugggId })
}

/** Gifts whose code is to be asked for now, at most so many; each is put off to the next day. */
export async function takeAwaited(work: Work, now: Date, limit: number): Promise<{ id: string; shortcode: string }[]> {
  const { rows } = await sql<{ id: string; shortcode: string }>`
    with due as (
      select huggg_id from awaited_code where next_try_at <= ${now}::timestamptz
      order by next_try_at limit ${limit} for update skip locked
    )
    update awaited_code set next_try_at = ${nextTryAfter(now)}
    from due join huggg on huggg.id = due.huggg_id where awaited_code.huggg_id = due.huggg_id
    returning huggg.id, huggg.shortcode`.execute(work.tx)
  // The seconds that a recipient was to wait after a refusal are long over, whatever the wall clock says.
  await sql`
    update voucher_attempt set paused_until = null
    where state = 'refused' and huggg_id = any(${rows.map(({ id }) => id)}::uuid[])`.execute(work.tx)
  return rows
}

/** When a code is to be asked for again; null when no gift waits for one. */
export const nextAwaitedAt = sql<Date | null>`select min(next_try_at) from awaited_code where next_try_at is not null`

/** A day on, or shortly before the gift's last day is over. */
const nextTryAfter = (at: Date) => sql<Date>`
  greatest(least(${hoursAfter(at, TRY_EVERY_HOURS)}::timestamptz, huggg.expiry_date - ${BEFORE_EXPIRY_HOURS} * interval '1 hour'),
    ${hoursAfter(at, LEAST_PAUSE_HOURS)}::timestamptz)`

const hoursAfter = (at: Date, hours: number): Date => new Date(at.getTime() + hours * HOUR_MS)
