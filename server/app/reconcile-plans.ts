import { type RawBuilder, sql } from 'kysely'
import { posted } from './reconcile-money.ts'

/** What plans brought in, against their invoices, credits, payments and papers: each selects what is wrong. */
export const planChecks = {
  /** An invoice is one transfer, from the team's debt to our income and VAT, and its paper says the same. */
  'plan-invoice': sql`
    select invoice.id as subject, format('receivable %s, income %s, vat %s, paper %s', -invoice.total, invoice.net, invoice.vat, invoice.total) as expected,
      format('receivable %s, income %s, vat %s, paper %s', receivable, income, vat_posted, paper) as found
    from plan_invoice as invoice
    cross join lateral (
      select coalesce(sum(amount) filter (where account = 'receivable' and posted.team_id = invoice.team_id), 0) as receivable,
        coalesce(sum(amount) filter (where account = 'plan-income'), 0) as income, coalesce(sum(amount) filter (where account = 'vat'), 0) as vat_posted
      from ${posted} as posted where posted.transfer_id = invoice.transfer_id and posted.currency = invoice.currency
    ) as ledger
    cross join lateral (
      select coalesce(sum(total), 0) as paper, coalesce(sum(vat), 0) as vat_paper from document where plan_invoice_id = invoice.id and kind = 'invoice'
    ) as papers
    where (receivable, income, vat_posted, paper, vat_paper) <> (-invoice.total, invoice.net, invoice.vat, invoice.total, invoice.vat)`,

  /** What was credited is on credit notes, to the penny. */
  'plan-credit': sql`
    select invoice.id as subject, format('%s net, %s vat', coalesce(sum(credit.net), 0), coalesce(sum(credit.vat), 0)) as expected,
      format('%s net, %s vat', papers.net, papers.vat) as found
    from plan_invoice as invoice
    left join plan_credit as credit on credit.plan_invoice_id = invoice.id
    cross join lateral (
      select coalesce(sum(net), 0) as net, coalesce(sum(vat), 0) as vat from document where plan_invoice_id = invoice.id and kind = 'credit-note'
    ) as papers
    group by invoice.id, papers.net, papers.vat
    having (coalesce(sum(credit.net), 0), coalesce(sum(credit.vat), 0)) <> (papers.net, papers.vat)`,

  /** What an invoice says was paid and credited is what the ledger moved for it. */
  'plan-invoice-paid': sql`
    select invoice.id as subject, format('%s paid, %s credited', by_bank + by_card, to_debt) as expected,
      format('%s paid, %s credited', invoice.paid, invoice.credited) as found
    from plan_invoice as invoice
    cross join lateral (
      select coalesce(sum(payment.amount), 0) as by_bank from invoice_payment as payment
      join document on document.id = payment.document_id where document.plan_invoice_id = invoice.id
    ) as bank
    cross join lateral (
      select coalesce(sum(posted.amount), 0) as by_card from plan_payment as payment
      join ${posted} as posted on posted.transfer_id = payment.transfer_id and posted.account = 'receivable'
      where payment.plan_invoice_id = invoice.id
    ) as card
    cross join lateral (select coalesce(sum(to_debt), 0) as to_debt from plan_credit where plan_invoice_id = invoice.id) as credits
    where (invoice.paid, invoice.credited) <> (by_bank + by_card, to_debt)`,

  /** Our income from plans is what was invoiced less what was credited, and nothing else. */
  'plan-income': sql`
    select currency as subject, invoiced - credited as expected, income as found
    from (
      select currencies.currency,
        coalesce((select sum(net) from plan_invoice where currency = currencies.currency), 0) as invoiced,
        coalesce((select sum(credit.net) from plan_credit as credit join plan_invoice as invoice on invoice.id = credit.plan_invoice_id
          where invoice.currency = currencies.currency), 0) as credited,
        coalesce((select sum(amount) from ${posted} as posted where account = 'plan-income' and posted.currency = currencies.currency), 0) as income
      from (select distinct currency from ledger_account where kind = 'plan-income') as currencies
    ) as summed where invoiced - credited <> income`,
} satisfies Record<string, RawBuilder<unknown>>
