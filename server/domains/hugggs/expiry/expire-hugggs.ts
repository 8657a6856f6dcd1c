import { sql } from 'kysely'
import { newId } from '#kit/ids.ts'
import { type Entry, postTransfers, type TransferDraft } from '#server/domains/ledger/index.ts'
import { teamsGranted } from '#server/domains/teams/team/index.ts'
import { asSystem, type Posy, type Work } from '#server/platform/posy.ts'
import { changedBy, EVENT_BATCH, hugggExpired, type LockedHuggg, lockHugggs } from '../change/index.ts'
import {
  breakageEntries,
  lockInvoiced,
  placeRefunds,
  refundEntries,
  refundPence,
  settleInvoices,
} from '../money/index.ts'
import { expirableStatuses, Status } from '../states/index.ts'

/**
 * Ends every gift whose last day is over, in steps of up to a thousand, each a transaction of its own and a batch that an
 * operator can take back (reverse-expiry.ts).
 */
export async function expireDue(posy: Posy, now: Date): Promise<void> {
  for (let isDone = false; !isDone; ) {
    isDone = await asSystem(posy, async (work) => {
      const due = (await dueGifts(work, now).limit(EVENT_BATCH).execute()).map(({ id }) => id)
      const ids = await takeDue(work, now, due)
      if (ids.length) await expireBatch(work, await lockHugggs(work.tx, null, { hugggIds: ids }))
      return due.length < EVENT_BATCH || ids.length === 0
    })
  }
}

const dueGifts = ({ tx }: Work, now: Date) =>
  tx
    .selectFrom('huggg')
    .select('id')
    .where('status_id', 'in', expirableStatuses)
    .where('expiry_date', '<', now)
    .where('fetching', '=', false)
    .orderBy('expiry_date')
    .orderBy('id')

/** Takes the rows of due gifts, their purchases' before them; those someone is changing at this moment are left for the next time. */
async function takeDue(work: Work, now: Date, ids: string[]): Promise<string[]> {
  if (ids.length === 0) return []
  await lockInvoiced(work.tx, ids)
  const rows = await dueGifts(work, now)
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .forNoKeyUpdate()
    .skipLocked()
    .execute()
  return rows.map((row) => row.id)
}

async function expireBatch(work: Work, gifts: LockedHuggg[]): Promise<void> {
  const batchId = newId()
  const transfers = await settleExpiry(work, gifts)
  await work.tx.insertInto('expiry_batch').values({ id: batchId, at: work.at, gifts: gifts.length }).execute()
  await work.tx
    .insertInto('expired_gift')
    .values(
      gifts.map(({ id, status_id }) => ({
        batch_id: batchId,
        huggg_id: id,
        from_status_id: status_id,
        transfer_id: transfers.get(id) ?? null,
      })),
    )
    .execute()
}

/**
 * Expires gifts whose rows are held, one transfer each: all that was paid comes back where the team gets expired gifts
 * refunded, else the committed part is ours; of a gift that was used in part, what is left.
 * @returns each gift's transfer
 */
export async function settleExpiry(work: Work, gifts: LockedHuggg[]): Promise<Map<string, string>> {
  const refunding = await teamsGranted(
    work.tx,
    gifts.map((gift) => gift.team_id),
    'refund-huggg-expirations',
  )
  const isRefunded = (gift: LockedHuggg) => refunding.has(gift.team_id)
  const ids = gifts.map((gift) => gift.id)
  const by = changedBy(work, 'its last day is over')
  await sql`
    update huggg set status_id = ${Status.Expired}, refunded_pence = expired.refunded,
      updated_at = ${by.updated_at}, changed_by_kind = ${by.changed_by_kind}, changed_by_id = ${by.changed_by_id}, change_reason = ${by.change_reason}
    from unnest(${ids}::uuid[], ${gifts.map((gift) => (isRefunded(gift) ? refundPence(gift) : 0))}::bigint[]) as expired (id, refunded)
    where huggg.id = expired.id`.execute(work.tx)
  const times = await timesReversed(work, ids)
  const refunded = gifts.filter(isRefunded)
  const placed = await placeRefunds(
    work,
    refunded.map((gift) => ({ gift, amountPence: refundPence(gift) })),
  )
  const back = new Map(refunded.map((gift, index) => [gift.id, placed[index]!]))
  const transfers = await postTransfers(
    work.tx,
    gifts.map((gift) => expiryTransfer(work, gift, { back: back.get(gift.id), times: times.get(gift.id) ?? 0 })),
  )
  await settleInvoices(
    work,
    refunded.map((gift) => gift.transaction_id),
  )
  await work.emit(hugggExpired, { hugggIds: ids })
  return new Map(gifts.map((gift, index) => [gift.id, transfers[index]!]))
}

/** How often each has expired and come back. */
async function timesReversed(work: Work, ids: string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; times: number }>`
    select huggg_id as id, count(*)::int as times from expired_gift
    where huggg_id = any(${ids}::uuid[]) and reversed_at is not null group by huggg_id`.execute(work.tx)
  return new Map(rows.map((row) => [row.id, row.times]))
}

const expiryTransfer = (
  work: Work,
  gift: LockedHuggg,
  { back, times }: { back: Entry[] | undefined; times: number },
): TransferDraft => ({
  kind: back ? 'expiry' : 'breakage',
  key: times ? `expiry/${gift.id}/${times + 1}` : `expiry/${gift.id}`,
  reference: { kind: 'huggg', id: gift.id },
  currency: gift.currency,
  at: work.at,
  entries: back ? refundEntries(gift, back) : breakageEntries(gift),
})
