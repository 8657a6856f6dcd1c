import { sql } from 'kysely'
import type { Pence } from '#kit/money.ts'
import type { PricedForDocument } from '#server/domains/purchases/documents/index.ts'
import type { PeriodBudgetsReader, UnbilledReader } from '#server/domains/purchases/invoices/index.ts'
import { teamAndBelow } from '#server/domains/teams/team/index.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'

/** A transfer by which a budget's participants were charged for gifts, or given money of theirs back. */
export interface Movement {
  transferId: string
  kind: 'purchase' | 'cancellation' | 'expiry' | 'redemption' | 'issuer-fetch' | 'redemption-undo' | 'change'
  at: Date
  transactionId: string
  /** Gifts. */
  quantity: number
  /** What left the wallet; negative where it came back. */
  chargedPence: Pence
  /** The VAT in it. */
  vatPence: Pence
  product: { name: string; brandName: string }
  price: PricedForDocument
  reasonCode: string | null
  /** Whether a credit note of the month that is under way holds it. */
  isCredited: boolean
}

interface MovementRow extends Omit<Movement, 'product' | 'price'>, PricedForDocument {
  productName: string
  brandName: string
}

/**
 * What participants of a budget were charged and given back before a moment, as the ledger has it, and that is on none
 * of its invoices yet, or on the record of the month that is under way; oldest first. Every purchase and every end of a gift has an entry in a wallet it was paid from.
 */
export async function unbilledMovements(
  db: Db | Tx,
  budgetId: string,
  before: Date,
  underWay: string | null = null,
): Promise<Movement[]> {
  const { rows } = await sql<MovementRow>`
    with moved as materialized (
      select distinct entry.transfer_id
      from wallet
      join ledger_account as account on account.wallet_id = wallet.id and account.kind in ('available', 'committed')
      join ledger_entry as entry on entry.account_id = account.id
      where wallet.automation_id = ${budgetId}
        and not exists (select from automated_budget_billed as billed where billed.transfer_id = entry.transfer_id and billed.invoice_id is distinct from ${underWay}::uuid)
    )
    select transfer.id as "transferId", transfer.kind, transfer.occurred_at as at, purchase.id as "transactionId",
      case when transfer.kind = 'purchase' then purchase.quantity else 1 end as quantity,
      money.charged::bigint as "chargedPence", money.vat::bigint as "vatPence", product.name as "productName", product.brand_name as "brandName",
      purchase.face_pence - coalesce(huggg.change_pence, 0) as "facePence",
      purchase.face_vat_pence - coalesce(huggg.change_vat_pence, 0) as "faceVatPence", purchase.fee_pence as "feePence",
      purchase.fee_vat_pence as "feeVatPence", purchase.face_vat_basis_points as "faceVatBasisPoints", purchase.reason_code as "reasonCode",
      exists (select from automated_budget_billed as billed where billed.transfer_id = transfer.id) as "isCredited"
    from moved
    join ledger_transfer as transfer on transfer.id = moved.transfer_id
    left join huggg on huggg.id = case transfer.reference_kind when 'huggg' then transfer.reference_id::uuid end
    join transaction as purchase on purchase.id = case transfer.reference_kind when 'transaction' then transfer.reference_id::uuid else huggg.transaction_id end
    join product on product.id = purchase.product_id
    cross join lateral (
      select -sum(amount) filter (where account.kind = 'available') as charged, coalesce(sum(amount) filter (where account.kind = 'vat'), 0) as vat
      from ledger_entry as entry join ledger_account as account on account.id = entry.account_id where entry.transfer_id = transfer.id
    ) as money
    where transfer.kind in ('purchase', 'cancellation', 'expiry', 'redemption', 'issuer-fetch', 'redemption-undo', 'change')
      and transfer.occurred_at < ${before} and money.charged <> 0 and purchase.payment_method <> 'invoice'
    order by transfer.occurred_at, transfer.number`.execute(db)
  return rows.map(({ productName, brandName, ...row }) => ({
    ...row,
    product: { name: productName, brandName },
    price: row,
  }))
}

/** Of all budgets of a team and its subteams: what was charged and given back in a range and is on no invoice yet. */
export const unbilledOfTeam: UnbilledReader = async (db, { teamId, currency, from, until }) => {
  const { rows } = await sql<{ id: string }>`
    select budget.id from automated_budget as budget
    where budget.team_id in ${teamAndBelow(teamId)} and budget.currency = ${currency}
      and budget.started_at is not null`.execute(db)
  const movements = (await Promise.all(rows.map(({ id }) => unbilledMovements(db, id, until)))).flat()
  const within = movements.filter(({ at }) => at >= from)
  const sum = (part: 'chargedPence' | 'vatPence') => within.reduce((total, each) => total + each[part], 0)
  return { count: within.length, grossPence: sum('chargedPence'), vatPence: sum('vatPence') }
}

/** Whose months they are. */
export const budgetsOfPeriods: PeriodBudgetsReader = async (db, invoiceIds) => {
  if (invoiceIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('automated_budget_invoice')
    .select(['id', 'budget_id'])
    .where(sql<boolean>`id = any(${[...new Set(invoiceIds)]}::uuid[])`)
    .execute()
  return new Map(rows.map(({ id, budget_id }) => [id, budget_id]))
}

/** When the last credit note of any of a budget’s months was made. */
export async function lastCreditNoteAt(db: Db, budgetId: string): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    select max(document.issued_at) as at
    from automated_budget_invoice as period
    join document on document.budget_invoice_id = period.id and document.kind = 'period-credit-note'
    where period.budget_id = ${budgetId}`.execute(db)
  return rows[0]!.at
}

/** Pence that participants were given between two moments, and that came back from them unspent. */
export async function allowancesBetween(
  db: Db | Tx,
  budgetId: string,
  { from, until }: { from: Date; until: Date },
): Promise<{ given: Pence; returned: Pence }> {
  const { rows } = await sql<{ given: number; returned: number }>`
    select coalesce(sum(paid), 0)::bigint as given, coalesce(sum(returned), 0)::bigint as returned
    from (
      select paid_pence as paid, returned_pence as returned from automated_budget_execution
      where budget_id = ${budgetId} and status = 'succeeded' and ended_at >= ${from} and ended_at < ${until}
      union all
      select 0, amount from automated_budget_return where budget_id = ${budgetId} and created_at >= ${from} and created_at <= ${until}
    ) as moved`.execute(db)
  return rows[0]!
}

/** The period invoices that purchases are on, with their tax points, and whether some are on none until their month is over. */
export async function listInvoices(
  db: Db | Tx,
  transactionIds: readonly string[],
): Promise<{ invoices: { number: string; until: Date }[]; someToFollow: boolean }> {
  const { rows } = await sql<{ number: string | null; until: Date | null }>`
    select distinct document.number, invoice.until_at as until
    from unnest(${[...new Set(transactionIds)]}::text[]) as purchase (id)
    join ledger_transfer as transfer on transfer.reference_kind = 'transaction' and transfer.reference_id = purchase.id and transfer.kind = 'purchase'
    left join automated_budget_billed as billed on billed.transfer_id = transfer.id
    left join automated_budget_invoice as invoice on invoice.id = billed.invoice_id
    left join document on document.budget_invoice_id = billed.invoice_id and document.kind = 'period-invoice'
    order by number`.execute(db)
  return {
    invoices: rows.flatMap(({ number, until }) => (number && until ? [{ number, until }] : [])),
    someToFollow: rows.some(({ number }) => number === null),
  }
}
