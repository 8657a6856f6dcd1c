import { sql } from 'kysely'
import { type Entry, postTransfers, type TransferDraft } from '#server/domains/ledger/index.ts'
import type { Work } from '#server/platform/posy.ts'
import type { Principal } from '#server/platform/principal.ts'
import {
  type BulkResult,
  changedBy,
  EVENT_BATCH,
  type HugggSelection,
  hugggCancelled,
  type LockedHuggg,
  lockHugggs,
} from '../change/index.ts'
import { giftCostPence, placeRefunds, refundEntries, refundPence, settleInvoices } from '../money/index.ts'
import { Status, whyNotCancellable } from '../states/index.ts'

/**
 * Cancels gifts that have not been used and returns all that was paid for them, one transfer each: against what is still
 * owed on their invoice, the rest to the wallet. Those cancelled before are left out of the answer.
 * @throws not_found for gifts out of the caller's scope; wrong_state while the purchase is still making its gifts
 */
export async function cancelHugggs(
  work: Work,
  caller: Principal | null,
  selection: HugggSelection,
  reason = 'cancelled',
): Promise<BulkResult & { refundedPence: number }> {
  const locked = await lockHugggs(work.tx, caller, selection)
  const result: BulkResult & { refundedPence: number } = { changed: 0, changedIds: [], refundedPence: 0, refused: [] }
  const cancelling: LockedHuggg[] = []
  for (const gift of locked) {
    if (gift.status_id === Status.Cancelled) continue
    const why = whyNotCancellable(gift, work.at)
    if (why) result.refused.push({ hugggId: gift.id, why })
    else cancelling.push(gift)
  }
  if (cancelling.length === 0) return result
  result.changedIds = cancelling.map((gift) => gift.id)
  result.changed = cancelling.length
  result.refundedPence = cancelling.reduce((sum, gift) => sum + giftCostPence(gift), 0)
  await work.tx
    .updateTable('huggg')
    .set({
      status_id: Status.Cancelled,
      refunded_pence: sql`face_pence - change_pence + fee_pence + fee_vat_pence`,
      ...changedBy(work, reason),
    })
    .where(sql<boolean>`id = any(${result.changedIds}::uuid[])`)
    .execute()
  const back = await placeRefunds(
    work,
    cancelling.map((gift) => ({ gift, amountPence: refundPence(gift) })),
  )
  await postTransfers(
    work.tx,
    cancelling.map((gift, index) => cancellation(work, gift, back[index]!)),
  )
  await settleInvoices(
    work,
    cancelling.map((gift) => gift.transaction_id),
  )
  for (let start = 0; start < cancelling.length; start += EVENT_BATCH) {
    await work.emit(hugggCancelled, { hugggIds: result.changedIds.slice(start, start + EVENT_BATCH) })
  }
  await auditCancelled(work, cancelling)
  return result
}

const cancellation = (work: Work, gift: LockedHuggg, back: Entry[]): TransferDraft => ({
  kind: 'cancellation',
  key: `cancellation/${gift.id}`,
  reference: { kind: 'huggg', id: gift.id },
  currency: gift.currency,
  at: work.at,
  entries: refundEntries(gift, back),
})

/** One record for one gift, or for all gifts of a purchase. */
async function auditCancelled(work: Work, gifts: LockedHuggg[]): Promise<void> {
  for (const [transactionId, group] of Map.groupBy(gifts, (gift) => gift.transaction_id)) {
    const detail = { count: group.length, refundedPence: group.reduce((sum, gift) => sum + giftCostPence(gift), 0) }
    const subject =
      group.length === 1 ? { kind: 'huggg', id: group[0]!.id } : { kind: 'transaction', id: transactionId }
    await work.audit('huggg.cancelled', subject, { teamId: group[0]!.team_id, detail })
  }
}
