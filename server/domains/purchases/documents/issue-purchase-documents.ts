import { type DocumentRecord, issueDocuments, maySell } from '#server/domains/documents/index.ts'
import { bankAccount } from '#server/domains/wallets/index.ts'
import { asSystem, type Posy, type Work } from '#server/platform/posy.ts'
import { lockTransaction, markDocumentsIssued, takeAwaitingDocument } from '../record/index.ts'
import { mailDocument } from './mail-document.ts'
import { creditContent, purchaseContent } from './purchase-document.ts'
import {
  mainDocument,
  type PurchaseRecord,
  purchasesForDocuments,
  type Uncredited,
  uncreditedGifts,
} from './queries.ts'
import { watchInvoice } from './remind-overdue.ts'

const PURCHASES_PER_STEP = 200

/** Issues the receipt or invoice of every purchase that has none yet, in the order of purchase. */
export async function issueAwaited(posy: Posy): Promise<void> {
  for (let issued = PURCHASES_PER_STEP; issued === PURCHASES_PER_STEP; ) {
    issued = await asSystem(posy, async (work) => {
      const ids = await takeAwaitingDocument(work.tx, PURCHASES_PER_STEP)
      await issueFor(work, await purchasesForDocuments(posy, work.tx, ids))
      return ids.length
    })
  }
}

/** The receipt or invoice of a purchase, issued now where it has none yet. @throws unavailable without a seller */
export async function ensureDocument(posy: Posy, transactionId: string): Promise<DocumentRecord> {
  return (await mainDocument(posy.db, transactionId)) ?? asSystem(posy, (work) => issueOnce(work, transactionId))
}

export async function issueOnce(work: Work, transactionId: string): Promise<DocumentRecord> {
  await lockTransaction(work.tx, transactionId)
  const there = await mainDocument(work.tx, transactionId)
  if (there) return there
  const [issued] = await issueFor(work, await purchasesForDocuments(work.posy, work.tx, [transactionId]))
  return issued!
}

/** The caller holds the purchases' rows. */
async function issueFor(work: Work, purchases: PurchaseRecord[]): Promise<DocumentRecord[]> {
  if (purchases.length === 0) return []
  const bank = bankAccount(work.posy.config)
  await markDocumentsIssued(
    work,
    purchases.map((purchase) => purchase.transactionId),
  )
  const drafts = purchases.map((purchase) => ({
    kind: paperKind(purchase),
    teamId: purchase.teamId,
    userId: purchase.userId,
    subject: { transactionId: purchase.transactionId },
    content: purchaseContent(purchase, bank),
  }))
  const issued = await issueDocuments(work, drafts, { draw: false })
  for (const document of issued) if (document.kind === 'invoice') await watchInvoice(work, document)
  for (const [index, purchase] of purchases.entries())
    if (!purchase.isOfBudget)
      await mailDocument(work, purchase, {
        kind: paperKind(purchase),
        document: issued[index]!,
        gifts: purchase.quantity,
      })
  return issued
}

const paperKind = ({ paymentMethod }: PurchaseRecord): 'invoice' | 'receipt' =>
  paymentMethod === 'invoice' ? 'invoice' : 'receipt'

/** Credits what gifts gave back that were cancelled or expired: one credit note for those of each purchase and London day. */
export async function creditGifts(
  posy: Posy,
  hugggIds: readonly string[],
  reason: 'cancelled' | 'expired',
): Promise<void> {
  if (!maySell(posy.config)) return
  const purchases = new Set((await uncreditedGifts(posy.db, hugggIds)).map(({ transactionId }) => transactionId))
  for (const transactionId of purchases) {
    await asSystem(posy, async (work) => {
      const document = await issueOnce(work, transactionId)
      for (const uncredited of await uncreditedGifts(work.tx, hugggIds))
        if (uncredited.transactionId === transactionId) await issueCredit(work, document, uncredited, reason)
    })
  }
}

async function issueCredit(
  work: Work,
  document: DocumentRecord,
  { transactionId, hugggIds, parts, whole, day, toDebtPence }: Uncredited,
  reason: 'cancelled' | 'expired',
): Promise<void> {
  const [purchase] = await purchasesForDocuments(work.posy, work.tx, [transactionId])
  const [credit] = await issueDocuments(
    work,
    [
      {
        kind: 'credit-note',
        teamId: document.team_id,
        userId: document.user_id,
        subject: { transactionId },
        content: creditContent(
          { ...purchase!, quantity: hugggIds.length },
          { document, reason, parts, whole, day, toDebtPence },
        ),
      },
    ],
    { draw: false },
  )
  await work.tx
    .insertInto('credited_gift')
    .values(hugggIds.map((huggg_id) => ({ huggg_id, document_id: credit!.id })))
    .execute()
  await mailDocument(work, purchase!, {
    kind: 'credit-note',
    document: credit!,
    gifts: hugggIds.length,
    credited: { why: reason, hugggIds },
  })
}
