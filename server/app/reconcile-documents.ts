import { type RawBuilder, sql } from 'kysely'
import { posted, purchases } from './reconcile-money.ts'

/** Receipts, invoices and credit notes against purchases, gifts and the ledger: each selects what is wrong. */
export const documentChecks = {
  /** No number of a series is missing, and none was given beyond its end. */
  'document-series': sql`
    select series.series as subject, format('%s documents, the last is number %s', last, last) as expected,
      format('%s documents, the last is number %s', count(document.id), max(split_part(document.number, '-', 2)::bigint)) as found
    from document_series as series left join document on document.kind = series.series
    group by series.series, last
    having count(document.id) <> last or max(split_part(document.number, '-', 2)::bigint) is distinct from last`,

  /** A receipt or invoice says what was paid, and every purchase has one or awaits one. */
  'purchase-document': sql`
    select purchase.id as subject,
      format('%s of %s, VAT %s', case when payment_method = 'invoice' then 'invoice' else 'receipt' end, sale_total, quantity * (face_vat_pence + fee_vat_pence)) as expected,
      format('%s of %s, VAT %s', document.kind, document.total, document.vat) as found
    from ${purchases} as purchase
    join document on document.transaction_id = purchase.id and document.kind in ('receipt', 'invoice')
    where (document.total, document.vat) <> (sale_total, quantity * (face_vat_pence + fee_vat_pence))
      or (document.kind = 'invoice') <> (payment_method = 'invoice') or awaits_document`,

  /** A credit note is what its gifts gave back. */
  'credit-note': sql`
    select document.id as subject, coalesce(sum(gave.pence), 0) as expected, document.total as found
    from document
    left join (
      select credited_gift.document_id, transaction_id, refunded_pence as pence from credited_gift join huggg on huggg.id = huggg_id
      union all
      select credit_id, transaction_id, pence from recharged_gift
      union all
      select gift_change.document_id, huggg.transaction_id, change_pence from gift_change join huggg on huggg.id = huggg_id
    ) as gave on gave.document_id = document.id and gave.transaction_id = document.transaction_id
    where document.kind = 'credit-note' and document.plan_invoice_id is null
    group by document.id having coalesce(sum(gave.pence), 0) <> document.total`,

  /** What was credited and is charged again is what its invoice says, and what the books took. */
  'charged-again': sql`
    select document.id as subject, format('%s, VAT %s', document.total, document.vat) as expected,
      format('%s, VAT %s', coalesce(sum(again.pence), 0), coalesce(sum(moved.vat), 0)) as found
    from document
    left join recharged_gift as again on again.document_id = document.id and again.transaction_id = document.transaction_id
    left join lateral (
      select coalesce(sum(entry.amount), 0) as vat from ledger_entry as entry
      join ledger_account as account on account.id = entry.account_id and account.kind = 'vat' where entry.transfer_id = again.reversal_id
    ) as moved on true
    where document.kind = 'supplementary-invoice'
    group by document.id having coalesce(sum(again.pence), 0) <> document.total or coalesce(sum(moved.vat), 0) <> document.vat`,

  /** What choices left over stands in the books and waits for its credit note, or has it, or is a budget's to credit. */
  'choice-change': sql`
    select huggg.id as subject, huggg.change_pence as expected, coalesce(moved.pence, 0) as found
    from huggg
    left join gift_change on gift_change.huggg_id = huggg.id
    left join (
      select reference_id, sum(amount) as pence from ${posted} as posted
      where kind = 'change' and account in ('available', 'receivable') group by reference_id
    ) as moved on moved.reference_id = huggg.id::text
    where huggg.change_pence <> coalesce(moved.pence, 0) or (huggg.change_pence > 0) <> (gift_change.huggg_id is not null)`,

  /** A payment of an invoice is one transfer from the bank: to the team's debt, and what was too much to a wallet. */
  'invoice-payment': sql`
    select payment.id as subject,
      format('%s %s of team %s and %s to wallet %s by transfer %s', payment.amount, payment.currency, payment.team_id, payment.surplus, coalesce(payment.surplus_wallet_id::text, 'none'), payment.transfer_id) as expected,
      coalesce(string_agg(posted.account || ' ' || posted.amount, ', ' order by posted.account), 'none') as found
    from invoice_payment as payment
    left join ${posted} as posted on posted.transfer_id = payment.transfer_id and posted.kind = 'invoice-payment' and posted.currency = payment.currency
    group by payment.id
    having count(posted.transfer_id) <> 2 + (payment.surplus > 0)::int
      or count(*) filter (where posted.account = 'receivable' and posted.team_id = payment.team_id and posted.amount = payment.amount) <> 1
      or count(*) filter (where posted.account = 'available' and posted.wallet_id = payment.surplus_wallet_id and posted.amount = payment.surplus) <> (payment.surplus > 0)::int
      or count(*) filter (where posted.account in ('bank-clearing', 'unmatched-receipts') and posted.amount = -payment.amount - payment.surplus) <> 1
      or (payment.reversed_at is not null) <> exists (select from ledger_transfer where reverses_transfer_id = payment.transfer_id)`,

  /** A purchase by invoice counts as paid while nothing is owed on it, whatever brought it there; and no more came back than was owed. */
  'invoice-paid': sql`
    select purchase.id as subject, case when owed.pence > 0 then owed.pence || ' to pay' else 'paid, 0 to pay' end as expected,
      format('%s, %s to pay', case when purchase.invoice_paid_at is null then 'not paid' else 'paid' end, owed.pence) as found
    from transaction as purchase
    join document on document.transaction_id = purchase.id and document.kind = 'invoice'
    cross join lateral (
      select coalesce(sum(amount), 0) as pence from invoice_payment as payment
      where payment.document_id = document.id and payment.reversed_at is null
    ) as paid
    cross join lateral (
      select coalesce(sum(entry.amount), 0) as pence
      from huggg
      join ledger_transfer as transfer on transfer.reference_kind = 'huggg' and transfer.reference_id = huggg.id::text
      join ledger_entry as entry on entry.transfer_id = transfer.id
      join ledger_account as account on account.id = entry.account_id and account.kind = 'receivable'
      where huggg.transaction_id = purchase.id
    ) as credited
    -- What had stranded and was moved to a wallet.
    cross join lateral (
      select coalesce(sum(posted.amount), 0) as pence from repair_step as step
      join ${posted} as posted on posted.transfer_id = step.transfer_id and posted.account = 'receivable' where step.subject_id = purchase.id
    ) as repaired
    cross join lateral (select document.total - paid.pence - credited.pence - repaired.pence as pence) as owed
    where (owed.pence <= 0) <> (purchase.invoice_paid_at is not null) or owed.pence < 0`,
} satisfies Record<string, RawBuilder<unknown>>
