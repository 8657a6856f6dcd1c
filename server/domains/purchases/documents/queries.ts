import { sql } from 'kysely'
import type { Pence } from '#kit/money.ts'
import { type DocumentRecord, documentSeller, documentsOfTransaction } from '#server/domains/documents/index.ts'
import type { InvoicePayments } from '#server/domains/hugggs/money/index.ts'
import { teamsByIds } from '#server/domains/teams/team/index.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import type { Posy } from '#server/platform/posy.ts'
import type { PaidPurchase, Unlike } from './purchase-document.ts'

export interface PurchaseRecord extends PaidPurchase {
  teamId: string
  userId: string
  /** The buyer is a person who wants receipts by email. */
  wantsReceipt: boolean
}

/** What a purchase is called, unless that names someone who got a gift of it: papers are never changed, and name no recipients. */
const impersonalTitle = sql<string | null>`case when exists (
  select from recipient
  cross join lateral regexp_split_to_table(lower(concat_ws(' ', recipient.name, split_part(recipient.email, '@', 1))), '[^[:alpha:]]+') as word
  where recipient.transaction_id = transaction.id and length(word) > 2
    and word = any (regexp_split_to_array(lower(transaction.title), '[^[:alpha:]]+'))
) then null else transaction.title end`

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
    .select(impersonalTitle.as('printed_title'))
    .where('transaction.id', 'in', [...transactionIds])
    .orderBy('transaction.created_at')
    .orderBy('transaction.id')
    .execute()
  const teams = new Map(
    (await teamsByIds(db, [...new Set(rows.map((row) => row.team_id))])).map((team) => [team.id, team]),
  )
  const seller = documentSeller(posy.config)
  return rows.map((row) => ({
    seller,
    transactionId: row.id,
    title: row.printed_title,
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
  }))
}

export interface Uncredited {
  transactionId: string
  hugggIds: string[]
  /** Those that were used in part, and what was left of them. */
  parts: { gifts: number; pence: number }
  /** The London day on which their money moved. */
  day: string
  /** The others, by what their choices had left over. */
  whole: Unlike[]
  /** The part of it that reduced the debt on their invoice. */
  toDebtPence: Pence
}

/**
 * Of some gifts, those whose price went back and that are on no credit note yet, by purchase and day. Gifts of a budget's
 * participants are on the credit notes of its periods.
 */
export async function uncreditedGifts(db: Db | Tx, hugggIds: readonly string[]): Promise<Uncredited[]> {
  const { rows } = await sql<Omit<Uncredited, 'whole'> & { changes: Omit<Unlike, 'gifts'>[] }>`
    select transaction_id as "transactionId",
      coalesce(json_agg(json_build_object('changePence', change_pence, 'changeVatPence', change_vat_pence) order by change_pence)
        filter (where parts_pence = 0), '[]') as changes, array_agg(id::text order by ordinal) as "hugggIds",
      moved.day::text as day, coalesce(sum(moved.to_debt), 0)::bigint as "toDebtPence",
      json_build_object('gifts', count(*) filter (where parts_pence > 0), 'pence', coalesce(sum(refunded_pence) filter (where parts_pence > 0), 0)) as parts
    from huggg
    cross join lateral (
      select max(london_day(transfer.occurred_at)) as day, sum(entry.amount) filter (where account.kind = 'receivable') as to_debt
      from ledger_transfer as transfer
      join ledger_entry as entry on entry.transfer_id = transfer.id
      join ledger_account as account on account.id = entry.account_id
      where transfer.reference_kind = 'huggg' and transfer.reference_id = huggg.id::text and transfer.kind in ('cancellation', 'expiry')
    ) as moved
    where id = any (${[...hugggIds]}::uuid[]) and status_id in (5, 6) and refunded_pence > 0
      and not exists (select from credited_gift where huggg_id = huggg.id)
      and not exists (
        select from wallet join transaction on transaction.wallet_id = wallet.id
        where transaction.id = huggg.transaction_id and wallet.automation_id is not null and transaction.payment_method <> 'invoice'
      )
    group by transaction_id, moved.day order by transaction_id, moved.day`.execute(db)
  return rows.map(({ changes, ...row }) => ({ ...row, whole: alike(changes) }))
}

const alike = (changes: Omit<Unlike, 'gifts'>[]): Unlike[] =>
  [...Map.groupBy(changes, ({ changePence, changeVatPence }) => `${changePence} ${changeVatPence}`).values()].map(
    (group) => ({ ...group[0]!, gifts: group.length }),
  )

/** The receipt or invoice of a purchase. */
export const mainDocument = async (db: Db | Tx, transactionId: string): Promise<DocumentRecord | undefined> =>
  (await documentsOfTransaction(db, transactionId)).find(({ kind }) => kind === 'receipt' || kind === 'invoice')

/** What was paid for the invoices of purchases so far, less what a repair moved on to a wallet, by purchase. */
export const invoicePayments: InvoicePayments = async (db, transactionIds) => {
  const { rows } = await sql<{ id: string; pence: Pence }>`
    select id, sum(pence)::bigint as pence from (
      select document.transaction_id as id, payment.amount as pence
      from invoice_payment as payment join document on document.id = payment.document_id
      where document.transaction_id = any (${[...transactionIds]}::uuid[]) and payment.reversed_at is null
      union all
      select subject_id, -pence from repair_step where subject_id = any (${[...transactionIds]}::uuid[]) and transfer_id is not null
    ) as moved group by id`.execute(db)
  return new Map(rows.map((row) => [row.id, row.pence]))
}

/** When the bank received the last payment of invoices, and when that was booked, by invoice. */
export async function lastPayments(
  db: Db | Tx,
  invoiceIds: readonly string[],
): Promise<Map<string, { receivedAt: Date; bookedAt: Date }>> {
  const { rows } = await sql<{ id: string; receivedAt: Date; bookedAt: Date }>`
    select document_id as id, max(received_at) as "receivedAt", max(transfer.occurred_at) as "bookedAt"
    from invoice_payment as payment join ledger_transfer as transfer on transfer.id = payment.transfer_id
    where document_id = any (${[...invoiceIds]}::uuid[]) and reversed_at is null group by document_id`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}
