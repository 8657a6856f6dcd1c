import { sql } from 'kysely'
import { type DocumentRecord, documentsOfTransaction, sellerOf } from '#server/domains/documents/index.ts'
import { teamsByIds } from '#server/domains/teams/index.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import type { Posy } from '#server/platform/posy.ts'
import type { PaidPurchase } from './purchase-document.ts'

export interface PurchaseRecord extends PaidPurchase {
  teamId: string
  userId: string
  /** The buyer is a person who wants receipts by email. */
  wantsReceipt: boolean
  invoicePaidAt: Date | null
}

/** Purchases with all that their documents say, in the order they were made. */
export async function purchasesForDocuments(
  posy: Posy,
  db: Db | Tx,
  transactionIds: readonly string[],
): Promise<PurchaseRecord[]> {
  if (transactionIds.length === 0) return []
  const rows = await db
    .selectFrom('transaction')
    .leftJoin('product', 'product.id', 'transaction.product_id')
    .innerJoin('wallet', 'wallet.id', 'transaction.wallet_id')
    .innerJoin('app_user as buyer', 'buyer.id', 'transaction.user_id')
    .leftJoin('contact_preference as wish', (join) => join.on(sql<boolean>`wish.email = lower(buyer.email)`))
    .selectAll('transaction')
    .select([
      'product.name as product_name',
      'product.brand_name',
      'wallet.name as wallet_name',
      'wallet.automation_id',
      'buyer.is_service',
      'wish.receipts',
    ])
    .where('transaction.id', 'in', [...transactionIds])
    .orderBy('transaction.created_at')
    .orderBy('transaction.id')
    .execute()
  const teams = new Map(
    (await teamsByIds(db, [...new Set(rows.map((row) => row.team_id))])).map((team) => [team.id, team]),
  )
  const seller = sellerOf(posy.config)
  return rows.map((row) => ({
    seller,
    transactionId: row.id,
    teamId: row.team_id,
    userId: row.user_id,
    wantsReceipt: !row.is_service && row.receipts !== false,
    team: teams.get(row.team_id)!,
    product: { name: row.product_name ?? 'Gift', brandName: row.brand_name ?? '' },
    price: {
      facePence: row.face_pence,
      faceVatPence: row.face_vat_pence,
      feePence: row.fee_pence,
      feeVatPence: row.fee_vat_pence,
      text: row.text_segments > 0 ? { pence: row.text_pence, segments: row.text_segments } : undefined,
      faceVatBasisPoints: row.face_vat_basis_points,
    },
    quantity: row.quantity,
    currency: row.currency,
    purchaseOrderNumber: row.purchase_order_number,
    reasonCode: row.reason_code,
    paymentMethod: row.payment_method,
    walletName: row.wallet_name,
    isOfBudget: row.automation_id !== null && row.payment_method !== 'invoice',
    boughtAt: row.created_at,
    invoicePaidAt: row.invoice_paid_at,
  }))
}

export interface Uncredited {
  transactionId: string
  hugggIds: string[]
  /** Those that were used in part, and what was left of them. */
  parts: { gifts: number; pence: number }
  /** When they ended. */
  endedAt: Date
}

/**
 * Of some gifts, those whose price went back and that are on no credit note yet, by purchase. Gifts of a budget's
 * participants are on the credit notes of its periods.
 */
export async function uncreditedGifts(db: Db | Tx, hugggIds: readonly string[]): Promise<Uncredited[]> {
  const { rows } = await sql<Uncredited>`
    select transaction_id as "transactionId", array_agg(id::text order by ordinal) as "hugggIds", max(updated_at) as "endedAt",
      json_build_object('gifts', count(*) filter (where parts_pence > 0), 'pence', coalesce(sum(refunded_pence) filter (where parts_pence > 0), 0)) as parts
    from huggg
    where id = any (${[...hugggIds]}::uuid[]) and status_id in (5, 6) and refunded_pence > 0
      and not exists (select from credited_gift where huggg_id = huggg.id)
      and not exists (
        select from wallet join transaction on transaction.wallet_id = wallet.id
        where transaction.id = huggg.transaction_id and wallet.automation_id is not null and transaction.payment_method <> 'invoice'
      )
    group by transaction_id order by transaction_id`.execute(db)
  return rows
}

/** The receipt or invoice of a purchase. */
export const mainDocument = async (db: Db | Tx, transactionId: string): Promise<DocumentRecord | undefined> =>
  (await documentsOfTransaction(db, transactionId)).find(({ kind }) => kind !== 'credit-note')

/** Pence that gifts of purchases gave back while their invoice was unpaid, by purchase. */
export async function creditedBeforePayment(
  db: Db | Tx,
  transactionIds: readonly string[],
): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; pence: number }>`
    select reference.transaction_id::text as id, sum(entry.amount)::bigint as pence
    from huggg as reference
    join ledger_transfer as transfer on transfer.reference_kind = 'huggg' and transfer.reference_id = reference.id::text
    join ledger_entry as entry on entry.transfer_id = transfer.id
    join ledger_account as account on account.id = entry.account_id and account.kind = 'receivable'
    where reference.transaction_id = any (${[...transactionIds]}::uuid[]) and (reference.refunded_pence > 0 or reference.chosen_gives_change)
    group by reference.transaction_id`.execute(db)
  return new Map(rows.map((row) => [row.id, row.pence]))
}

/** What was paid for invoices so far, and when last, by invoice. */
export async function paidFor(
  db: Db | Tx,
  invoiceIds: readonly string[],
): Promise<Map<string, { pence: number; lastAt: Date }>> {
  const { rows } = await sql<{ id: string; pence: number; lastAt: Date }>`
    select document_id as id, sum(amount)::bigint as pence, max(received_at) as "lastAt" from invoice_payment
    where document_id = any (${[...invoiceIds]}::uuid[]) and reversed_at is null group by document_id`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}
