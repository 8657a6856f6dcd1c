import { documentIssuedEmail, queueUserMessages } from '#server/domains/delivery/index.ts'
import type { DocumentRecord } from '#server/domains/documents/index.ts'
import type { Work } from '#server/platform/posy.ts'
import type { PurchaseRecord } from './queries.ts'

/** So many people of a credit note are named. */
const NAMED_IN_CREDIT = 3

/**
 * Mails a purchase's paper to who bought it, as it is issued and in the same transaction: once for each paper. Allowances are invoiced,
 * and credited, by the month.
 * @param gifts how many the paper is about
 */
export async function mailDocument(
  work: Work,
  purchase: PurchaseRecord,
  {
    kind,
    document,
    gifts,
    credited,
  }: {
    kind: 'receipt' | 'invoice' | 'supplementary-invoice' | 'credit-note'
    document: DocumentRecord
    gifts: number
    /** Of a credit note: which gifts' money came back, and why. */
    credited?: { why: 'cancelled' | 'expired' | 'cheaper'; hugggIds: readonly string[] }
  },
): Promise<void> {
  if (!purchase.wantsReceipt) return
  const { transactionId, teamId, userId, product } = purchase
  const { id, number, total, vat, currency } = document
  await queueUserMessages(work, documentIssuedEmail, {
    teamId,
    messages: [
      {
        userId,
        dedupeKey: `document-issued/${id}`,
        detail: {
          ...{ kind, number, totalPence: total, vatPence: vat, currency },
          about: `${gifts.toLocaleString('en-GB')} × ${product.name}`,
          path: `/activity/${transactionId}`,
          ...(credited && {
            credited: { why: credited.why, gifts, hugggIds: credited.hugggIds.slice(0, NAMED_IN_CREDIT) },
          }),
        },
      },
    ],
  })
}
