import { type RawBuilder, sql } from 'kysely'
import { countsForVat, taxPoint } from '#server/domains/purchases/invoices/index.ts'

/** Every transfer that moved VAT, the London day it moved, and whether a paper says so, or (open) one is still to come. */
const moved = sql`(
  select transfer.id, transfer.currency, transfer.reference_kind, transfer.reference_id, london_day(transfer.occurred_at) as day, taxed.vat,
    case
      when about.by_month then exists (select from automated_budget_billed where transfer_id = transfer.id)
      when transfer.reference_kind = 'transaction' then exists (
        select from document where transaction_id = about.transaction_id and kind in ('receipt', 'invoice'))
      when transfer.kind = 'change' then exists (
        select from gift_change where gift_change.huggg_id = about.huggg_id and document_id is not null)
      when transfer.reference_kind = 'huggg' then exists (
        select from credited_gift join document on document.id = credited_gift.document_id
        where credited_gift.huggg_id = about.huggg_id and transfer.number = (
          select max(ended.number) from ledger_transfer as ended
          where ended.reference_kind = 'huggg' and ended.reference_id = transfer.reference_id and ended.kind in ('cancellation', 'expiry')
            and ended.reverses_transfer_id is null and ended.occurred_at <= document.issued_at))
        or exists (
          select from recharged_gift as again
          where again.expiry_id = transfer.id or again.reversal_id = transfer.id and again.document_id is not null)
      when transfer.reference_kind = 'plan_invoice' then exists (
        select from document where kind = 'invoice' and plan_invoice_id = transfer.reference_id::uuid)
      when transfer.reference_kind = 'plan_credit' then exists (
        select from plan_credit join document on document.kind = 'credit-note' and document.plan_invoice_id = plan_credit.plan_invoice_id
          and document.issued_at = plan_credit.created_at where plan_credit.id = transfer.reference_id::uuid)
      else false
    end as is_on_paper,
    -- A purchase waits for its paper until a job has made it; what is neither is another check's.
    about.by_month or transfer.reference_kind <> 'transaction' or about.awaits_document as is_awaited
  from ledger_transfer as transfer
  cross join lateral (
    select sum(entry.amount) as vat from ledger_entry as entry
    join ledger_account as account on account.id = entry.account_id and account.kind = 'vat' where entry.transfer_id = transfer.id
  ) as taxed
  left join lateral (
    select purchase.id as transaction_id, huggg.id as huggg_id, purchase.awaits_document,
      wallet.automation_id is not null and purchase.payment_method <> 'invoice' as by_month
    from transaction as purchase
    join wallet on wallet.id = purchase.wallet_id
    left join huggg on huggg.id = case transfer.reference_kind when 'huggg' then transfer.reference_id::uuid end
    where purchase.id = case transfer.reference_kind when 'transaction' then transfer.reference_id::uuid when 'huggg' then huggg.transaction_id end
  ) as about on true
  where taxed.vat <> 0
)`

/** Of business time, which only what happened in it tells. */
const today = sql`london_day((select max(occurred_at) from ledger_transfer))`

/** VAT of months against papers: each selects what is wrong as subject, expected, found. */
export const vatChecks = {
  /** VAT of a month that is over, as papers have it by their tax points, is what the ledger posted, but for what awaits its paper. */
  'vat-month': sql`
    with ledger as (
      select date_trunc('month', day)::date as month, currency, sum(vat) as vat from ${moved} as moved where is_on_paper group by 1, 2
    ), papers as (
      select date_trunc('month', ${taxPoint})::date as month, document.currency,
        sum(case when document.kind in ('credit-note', 'period-credit-note') then -document.vat else document.vat end) as vat
      from document where ${countsForVat} group by 1, 2
    )
    select format('%s %s', to_char(month, 'YYYY-MM'), currency) as subject, coalesce(ledger.vat, 0) as expected, coalesce(papers.vat, 0) as found
    from ledger full join papers using (month, currency)
    where coalesce(ledger.vat, 0) <> coalesce(papers.vat, 0) and month < date_trunc('month', ${today})`,

  /** Two days after a month's end nothing of it still waits for its document. */
  'vat-without-paper': sql`
    select concat_ws(' ', reference_kind, reference_id) as subject, 'a paper' as expected, format('none for VAT of %s since %s', sum(vat), min(day)) as found
    from ${moved} as moved
    where not is_on_paper and is_awaited and date_trunc('month', day) + interval '1 month 2 days' <= ${today}
    group by reference_kind, reference_id having sum(vat) <> 0`,

  /** What was closed says what its papers say, and they are its own team's or a subteam's. */
  'vat-period': sql`
    with papers as (
      select period.id, document.currency, coalesce((line->>'vatBasisPoints')::int, -1) as rate,
        sum(sign * (line->>'netPence')::bigint) as net, sum(sign * (line->>'vatPence')::bigint) as vat
      from vat_period as period
      join vat_period_paper as paper on paper.period_id = period.id
      join document on document.id = paper.document_id
      join team on team.id = document.team_id
      left join team as above on above.id = team.parent_team_id and period.team_id in (above.id, above.parent_team_id)
      cross join lateral jsonb_array_elements(document.content->'lines') as line
      cross join lateral (select case when document.kind in ('credit-note', 'period-credit-note') then -1 else 1 end as sign) as direction
      where period.team_id = team.id or above.id is not null
      group by 1, 2, 3
    ), filed as (
      select period.id, figure->>'currency' as currency, coalesce((figure->>'basisPoints')::int, -1) as rate, (figure->>'net')::bigint as net, (figure->>'vat')::bigint as vat
      from vat_period as period cross join lateral jsonb_array_elements(period.figures) as figure
    )
    select format('%s %s %s', id, currency, rate) as subject, format('%s + %s', filed.net, filed.vat) as expected, format('%s + %s', papers.net, papers.vat) as found
    from filed full join papers using (id, currency, rate)
    where filed.net is distinct from papers.net or filed.vat is distinct from papers.vat`,
} satisfies Record<string, RawBuilder<unknown>>
