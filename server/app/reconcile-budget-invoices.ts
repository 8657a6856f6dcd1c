import { type RawBuilder, sql } from 'kysely'

/**
 * What participants of budgets were charged for gifts and given back, transfer by transfer. Found by the records of
 * purchases and gifts, not by the accounts that the invoices are made from.
 */
const charged = sql`(
  select transfer.id as transfer_id, about.budget_id, transfer.occurred_at, money.pence, money.vat
  from (
    select 'transaction' as kind, purchase.id, wallet.automation_id as budget_id
    from transaction as purchase join wallet on wallet.id = purchase.wallet_id
    where wallet.automation_id is not null and purchase.payment_method <> 'invoice'
    union all
    select 'huggg', huggg.id, wallet.automation_id
    from huggg join transaction as purchase on purchase.id = huggg.transaction_id join wallet on wallet.id = purchase.wallet_id
    where wallet.automation_id is not null and purchase.payment_method <> 'invoice'
  ) as about
  join ledger_transfer as transfer on transfer.reference_kind = about.kind and transfer.reference_id = about.id::text
  cross join lateral (
    select -coalesce(sum(amount) filter (where account.kind = 'available'), 0) as pence,
      coalesce(sum(amount) filter (where account.kind = 'vat'), 0) as vat
    from ledger_entry as entry join ledger_account as account on account.id = entry.account_id where entry.transfer_id = transfer.id
  ) as money
  where money.pence <> 0
)`

/** Period invoices of automated budgets against the ledger: each selects what is wrong as subject, expected, found. */
export const budgetInvoiceChecks = {
  /** Every transfer of a period that was invoiced is on one invoice of its budget, and no other transfer is on any. */
  'budget-billed': sql`
    select coalesce(charged.transfer_id, billed.transfer_id) as subject, coalesce('on an invoice of budget ' || charged.budget_id, 'on none') as expected,
      coalesce('on one of budget ' || invoice.budget_id, 'on none') as found
    from ${charged} as charged
    full join automated_budget_billed as billed on billed.transfer_id = charged.transfer_id
    left join automated_budget_invoice as invoice on invoice.id = billed.invoice_id
    left join automated_budget as budget on budget.id = charged.budget_id
    where invoice.budget_id is distinct from charged.budget_id and (billed.transfer_id is not null or charged.occurred_at < budget.invoiced_until)`,

  /** A period's invoice is what was charged, its credit notes what came back, its report, once it is over, the one less the other. */
  'budget-invoice': sql`
    select invoice.id as subject,
      format('invoiced %s (VAT %s), credited %s (VAT %s), reported %s', due.invoiced, due.invoiced_vat, due.credited, due.credited_vat, due.reported) as expected,
      format('invoiced %s (VAT %s), credited %s (VAT %s), reported %s', papers.invoiced, papers.invoiced_vat, papers.credited, papers.credited_vat, papers.reported) as found
    from automated_budget_invoice as invoice
    join automated_budget as budget on budget.id = invoice.budget_id
    left join (
      select invoice_id, sum(pence) filter (where pence > 0) as invoiced, sum(vat) filter (where pence > 0) as invoiced_vat,
        -sum(pence) filter (where pence < 0) as credited, -sum(vat) filter (where pence < 0) as credited_vat
      from automated_budget_billed as billed join ${charged} as charged on charged.transfer_id = billed.transfer_id
      group by invoice_id
    ) as moved on moved.invoice_id = invoice.id
    cross join lateral (
      select coalesce(moved.invoiced, 0) as invoiced, coalesce(moved.invoiced_vat, 0) as invoiced_vat,
        coalesce(moved.credited, 0) as credited, coalesce(moved.credited_vat, 0) as credited_vat,
        case when invoice.until_at <= budget.invoiced_until then coalesce(moved.invoiced, 0) - coalesce(moved.credited, 0) else 0 end as reported
    ) as due
    cross join lateral (
      select coalesce(sum(total) filter (where kind = 'period-invoice'), 0) as invoiced, coalesce(sum(vat) filter (where kind = 'period-invoice'), 0) as invoiced_vat,
        coalesce(sum(total) filter (where kind = 'period-credit-note'), 0) as credited, coalesce(sum(vat) filter (where kind = 'period-credit-note'), 0) as credited_vat,
        coalesce(sum(total) filter (where kind = 'period-report'), 0) as reported
      from document where document.budget_invoice_id = invoice.id
    ) as papers
    where (due.invoiced, due.invoiced_vat, due.credited, due.credited_vat, due.reported)
      <> (papers.invoiced, papers.invoiced_vat, papers.credited, papers.credited_vat, papers.reported)`,

  /** What came back is on a credit note 14 days later. Business time is told by what happened in it. */
  'budget-credit-due': sql`
    select charged.transfer_id as subject, format('a credit note by %s', london_day(charged.occurred_at) + 14) as expected, 'none' as found
    from ${charged} as charged
    where charged.pence < 0 and london_day(charged.occurred_at) + 14 < london_day((select max(occurred_at) from ledger_transfer))
      and not exists (select from automated_budget_billed as billed where billed.transfer_id = charged.transfer_id)`,

  /** No moment of a budget is in two periods. */
  'budget-period': sql`
    select invoice.id as subject, 'a period of its own' as expected, 'shared with ' || other.id as found
    from automated_budget_invoice as invoice
    join automated_budget_invoice as other on other.budget_id = invoice.budget_id and other.id <> invoice.id
      and other.from_at < invoice.until_at and invoice.from_at < other.until_at`,
} satisfies Record<string, RawBuilder<unknown>>
