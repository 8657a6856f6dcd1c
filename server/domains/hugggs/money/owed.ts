import { sql } from 'kysely'
import type { Pence } from '#kit/money.ts'
import { lockPurchases, markInvoicePaid, markInvoiceUnpaid } from '#server/domains/purchases/record/index.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import type { Posy, Work } from '#server/platform/posy.ts'

/** What was paid for the invoices of purchases and not taken back, by purchase. */
export type InvoicePayments = (db: Db | Tx, transactionIds: readonly string[]) => Promise<Map<string, Pence>>

declare module '#server/platform/posy.ts' {
  interface Hooks {
    invoicePayments: InvoicePayments
  }
}

export interface InvoiceDebt {
  invoicedPence: Pence
  /** What its gifts have given back against it. */
  creditedPence: Pence
  paidPence: Pence
  owedPence: Pence
  /** Since when nothing is owed. */
  paidAt: Date | null
}

/**
 * What is owed on the invoices of purchases: invoiced, less what came back against the debt, less what was paid. Purchases
 * that were paid otherwise are left out.
 */
export async function invoiceDebts(
  posy: Posy,
  db: Db | Tx,
  transactionIds: readonly string[],
): Promise<Map<string, InvoiceDebt>> {
  const ids = [...new Set(transactionIds)]
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: string; invoiced: Pence; credited: Pence; paidAt: Date | null }>`
    select purchase.id, purchase.quantity * (purchase.face_pence + purchase.fee_pence + purchase.fee_vat_pence) as invoiced,
      coalesce(credited.pence, 0)::bigint as credited, purchase.invoice_paid_at as "paidAt"
    from transaction as purchase
    -- A gift that gave nothing back and of which nothing was chosen has moved nothing there.
    cross join lateral (
      select sum(entry.amount) as pence
      from huggg
      join ledger_transfer as transfer on transfer.reference_kind = 'huggg' and transfer.reference_id = huggg.id::text
      join ledger_entry as entry on entry.transfer_id = transfer.id
      join ledger_account as account on account.id = entry.account_id and account.kind = 'receivable'
      where huggg.transaction_id = purchase.id and (huggg.refunded_pence > 0 or huggg.chosen_product_id is not null)
    ) as credited
    where purchase.id = any(${ids}::uuid[]) and purchase.payment_method = 'invoice'`.execute(db)
  if (rows.length === 0) return new Map()
  const paid = await posy.hooks.invoicePayments(
    db,
    rows.map(({ id }) => id),
  )
  return new Map(
    rows.map(({ id, invoiced, credited, paidAt }) => {
      const paidPence = paid.get(id) ?? 0
      const owedPence = invoiced - credited - paidPence
      return [id, { invoicedPence: invoiced, creditedPence: credited, paidPence, owedPence, paidAt }]
    }),
  )
}

/**
 * Takes the purchases of gifts that were bought by invoice, before the gifts themselves: what is owed stays as it is until
 * this is done. Anyone who moves money of such gifts or of their invoice holds the purchase first.
 */
export async function lockInvoiced(tx: Tx, hugggIds: readonly string[]): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select distinct purchase.id from huggg join transaction as purchase on purchase.id = huggg.transaction_id
    where huggg.id = any(${hugggIds as string[]}::uuid[]) and purchase.payment_method = 'invoice'`.execute(tx)
  if (rows.length)
    await lockPurchases(
      tx,
      rows.map(({ id }) => id),
    )
}

/**
 * After money of gifts or of their invoices has moved: an invoice on which nothing is owed counts as paid, whatever brought
 * it there, and one on which something is owed does not. The purchases' rows are held.
 */
export async function settleInvoices(work: Work, transactionIds: readonly string[]): Promise<void> {
  for (const [id, { owedPence, paidAt }] of await invoiceDebts(work.posy, work.tx, transactionIds)) {
    if (owedPence <= 0 && !paidAt) await markInvoicePaid(work, id)
    else if (owedPence > 0 && paidAt) await markInvoiceUnpaid(work, id)
  }
}
