import { sql } from 'kysely'
import { postTransfers, type TransferDraft } from '#server/domains/ledger/index.ts'
import { teamsGranted } from '#server/domains/teams/index.ts'
import { type Posy, transact, type Work } from '#server/platform/posy.ts'
import { systemActor } from '#server/platform/principal.ts'
import { changedBy, type LockedHuggg, lockHugggs } from './bulk.ts'
import { EVENT_BATCH, hugggExpired } from './events.ts'
import { expirableStatuses, Status } from './huggg.ts'
import { breakageEntries, costOf, refundEntries } from './settlement.ts'

/** Ends every gift whose last day is over, in steps of up to a thousand, each a transaction of its own. */
export async function expireDue(posy: Posy, now: Date): Promise<void> {
  for (let expired = EVENT_BATCH; expired === EVENT_BATCH; ) {
    expired = await transact(posy, { actor: systemActor }, async (work) => {
      const ids = await takeDue(work, now)
      if (ids.length) await settleExpiry(work, await lockHugggs(work.tx, null, { hugggIds: ids }))
      return ids.length
    })
  }
}

/** Takes the rows of due gifts; those somebody is changing at this moment are left for the next time. */
async function takeDue(work: Work, now: Date): Promise<string[]> {
  const rows = await work.tx
    .selectFrom('huggg')
    .select('id')
    .where('status_id', 'in', expirableStatuses)
    .where('expiry_date', '<', now)
    .where('fetching', '=', false)
    .orderBy('expiry_date')
    .orderBy('id')
    .limit(EVENT_BATCH)
    .forNoKeyUpdate()
    .skipLocked()
    .execute()
  return rows.map((row) => row.id)
}

/**
 * Expires gifts whose rows are held, one transfer each: all that was paid comes back where the team gets expired gifts
 * refunded, else the committed part is ours. A fetched code moves no money: it was bought from the issuer.
 */
export async function settleExpiry(work: Work, gifts: LockedHuggg[]): Promise<void> {
  const refunding = await teamsGranted(
    work.tx,
    gifts.map((gift) => gift.team_id),
    'refund-huggg-expirations',
  )
  const isRefunded = (gift: LockedHuggg) => gift.status_id !== Status.Fetched && refunding.has(gift.team_id)
  const ids = gifts.map((gift) => gift.id)
  const by = changedBy(work, 'its last day is over')
  await sql`
    update huggg set status_id = ${Status.Expired}, refunded_pence = expired.refunded,
      updated_at = ${by.updated_at}, changed_by_kind = ${by.changed_by_kind}, changed_by_id = ${by.changed_by_id}, change_reason = ${by.change_reason}
    from unnest(${ids}::uuid[], ${gifts.map((gift) => (isRefunded(gift) ? costOf(gift) : 0))}::bigint[]) as expired (id, refunded)
    where huggg.id = expired.id`.execute(work.tx)
  await postTransfers(
    work.tx,
    gifts
      .filter((gift) => gift.status_id !== Status.Fetched)
      .map((gift) => expiryTransfer(work, gift, isRefunded(gift))),
  )
  await work.emit(hugggExpired, { hugggIds: ids })
}

const expiryTransfer = (work: Work, gift: LockedHuggg, isRefunded: boolean): TransferDraft => ({
  kind: isRefunded ? 'expiry' : 'breakage',
  key: `expiry/${gift.id}`,
  reference: { kind: 'huggg', id: gift.id },
  currency: gift.currency,
  at: work.at,
  entries: isRefunded ? refundEntries(gift) : breakageEntries(gift),
})
