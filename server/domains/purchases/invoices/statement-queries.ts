import { sql } from 'kysely'
import { MAX_STATEMENT_LINES } from '#contract/orders/invoices.ts'
import type { Pence } from '#kit/money.ts'
import { loadTeamTree } from '#server/domains/teams/team/index.ts'
import type { Db } from '#server/platform/database/database.ts'

/** What belongs to one paper on one day. */
export interface AccountStatementRow {
  date: string
  kind: 'invoice' | 'credit' | 'payment' | 'plan-invoice' | 'plan-credit' | 'recharge' | 'repair' | 'other'
  number: string | null
  invoice: string | null
  gifts: number
  amount: number
}

interface Range {
  teamId: string
  currency: string
  from: Date
  until: Date
}

/** What a team owed before a range, in pence. */
export async function owedBefore(db: Db, { teamId, currency, from }: Range): Promise<number> {
  const { rows } = await sql<{ pence: number }>`
    select coalesce(-sum(entry.amount), 0)::bigint as pence
    from ledger_account as account
    join ledger_entry as entry on entry.account_id = account.id
    join ledger_transfer as transfer on transfer.id = entry.transfer_id
    where account.team_id = ${teamId} and account.kind = 'receivable' and account.currency = ${currency} and transfer.occurred_at < ${from}`.execute(
    db,
  )
  return rows[0]!.pence
}

/** What changed it in the range, in order: one row more than a statement holds, where there are as many. */
export async function listStatementLines(
  db: Db,
  { teamId, currency, from, until }: Range,
): Promise<AccountStatementRow[]> {
  const { rows } = await sql<AccountStatementRow>`
    select (transfer.occurred_at at time zone 'Europe/London')::date::text as date, about.kind,
      case about.kind when 'recharge' then again_paper.number when 'credit' then credit.number when 'plan-credit' then plan_credit_note.number else coalesce(invoice.number, plan_paper.number) end as number, coalesce(invoice.number, plan_paper.number) as invoice,
      sum(case about.kind when 'invoice' then purchase.quantity else 1 end)::int as gifts, -sum(entry.amount)::bigint as amount
    from ledger_account as account
    join ledger_entry as entry on entry.account_id = account.id
    join ledger_transfer as transfer on transfer.id = entry.transfer_id
    left join huggg on huggg.id = case transfer.reference_kind when 'huggg' then transfer.reference_id::uuid end
    left join invoice_payment as payment on payment.id = case transfer.reference_kind when 'invoice_payment' then transfer.reference_id::uuid end
    left join repair_step as step on step.id = case transfer.reference_kind when 'repair_step' then transfer.reference_id::uuid end
    left join document as paid on paid.id = payment.document_id
    left join transaction as purchase on purchase.id = coalesce(huggg.transaction_id, paid.transaction_id, step.subject_id, case transfer.reference_kind when 'transaction' then transfer.reference_id::uuid end)
    left join document as invoice on invoice.transaction_id = purchase.id and invoice.kind = 'invoice'
    left join plan_credit on plan_credit.id = case transfer.reference_kind when 'plan_credit' then transfer.reference_id::uuid end
    left join plan_payment on plan_payment.id = case transfer.reference_kind when 'plan_payment' then transfer.reference_id::uuid end
    left join document as plan_credit_note on plan_credit_note.kind = 'credit-note' and plan_credit_note.plan_invoice_id = plan_credit.plan_invoice_id
      and plan_credit_note.issued_at = plan_credit.created_at
    left join document as plan_paper on plan_paper.kind = 'invoice' and plan_paper.plan_invoice_id = coalesce(
      plan_credit.plan_invoice_id, plan_payment.plan_invoice_id, paid.plan_invoice_id, case transfer.reference_kind when 'plan_invoice' then transfer.reference_id::uuid end)
    left join credited_gift on credited_gift.huggg_id = huggg.id
    left join gift_change on gift_change.huggg_id = huggg.id and transfer.kind = 'change'
    left join recharged_gift as undone on undone.expiry_id = transfer.id
    left join recharged_gift as again on again.reversal_id = transfer.id
    left join document as again_paper on again_paper.id = again.document_id
    left join document as credit on credit.id = case when transfer.kind = 'change' then gift_change.document_id else coalesce(undone.credit_id, credited_gift.document_id) end
    cross join lateral (select case
      when again.reversal_id is not null then 'recharge'
      when transfer.reference_kind = 'transaction' then 'invoice' when transfer.reference_kind = 'huggg' then 'credit'
      when transfer.reference_kind = 'plan_invoice' then 'plan-invoice' when transfer.reference_kind = 'plan_credit' then 'plan-credit'
      when transfer.reference_kind in ('invoice_payment', 'plan_payment') then 'payment'
      when transfer.reference_kind = 'repair_step' then 'repair' else 'other' end as kind) as about
    where account.team_id = ${teamId} and account.kind = 'receivable' and account.currency = ${currency}
      and transfer.occurred_at >= ${from} and transfer.occurred_at < ${until}
    group by 1, 2, 3, 4, case when about.kind in ('credit', 'recharge') then null else transfer.id end
    order by date, min(transfer.number)
    limit ${MAX_STATEMENT_LINES + 1}`.execute(db)
  return rows
}

/** What one paper says of one rate; credit notes below zero. */
export interface VatLine {
  date: string
  kind: 'receipt' | 'invoice' | 'supplementary-invoice' | 'credit-note' | 'period-invoice' | 'period-credit-note'
  number: string
  transactionId: string | null
  teamName: string
  basisPoints: number | null
  net: number
  vat: number
  gross: number
}

/**
 * Whether a `document` counts for VAT: a budget's invoices and credit notes of its periods do, in the place of the receipts
 * that they bill.
 */
export const countsForVat = sql<boolean>`(document.kind in ('invoice', 'supplementary-invoice', 'credit-note', 'period-invoice', 'period-credit-note')
  or document.kind = 'receipt' and not exists (
    select from transaction as billed join wallet on wallet.id = billed.wallet_id
    where billed.id = document.transaction_id and wallet.automation_id is not null and billed.payment_method <> 'invoice'))`

/**
 * The London day on which a `document` counts: the tax point it prints. A credit note that prints none is of a time when
 * none did: it counts when the money of its gifts moved.
 */
export const taxPoint = sql<string>`coalesce(
  (select printed->>'date' from jsonb_array_elements(document.content->'dates') as printed where printed->>'label' = 'Tax point' limit 1)::date,
  (select max(london_day(transfer.occurred_at))
    from (select huggg_id, document_id from credited_gift union all select huggg_id, credit_id from recharged_gift) as credited
    join ledger_transfer as transfer on transfer.reference_kind = 'huggg' and transfer.reference_id = credited.huggg_id::text
    where credited.document_id = document.id and transfer.kind in ('cancellation', 'expiry')
      and transfer.reverses_transfer_id is null and transfer.occurred_at <= document.issued_at),
  london_day(document.issued_at))`

/** Of a team, its subteams and its budgets, by tax point; one more than a summary holds, where there are as many. */
export async function vatLines(
  db: Db,
  { teamId, currency, from, until }: { teamId: string; currency: string; from: string; until: string },
): Promise<VatLine[]> {
  const { rows } = await sql<VatLine>`
    select dated.day::text as date, document.kind, document.number,
      document.transaction_id as "transactionId", team.name as "teamName", (line->>'vatBasisPoints')::int as "basisPoints",
      sum(sign * (line->>'netPence')::bigint)::bigint as net, sum(sign * (line->>'vatPence')::bigint)::bigint as vat,
      sum(sign * ((line->>'netPence')::bigint + (line->>'vatPence')::bigint))::bigint as gross
    from document
    join team on team.id = document.team_id
    cross join lateral (select ${taxPoint} as day) as dated
    cross join lateral jsonb_array_elements(document.content->'lines') as line
    cross join lateral (select case when document.kind in ('credit-note', 'period-credit-note') then -1 else 1 end as sign) as direction
    where document.team_id = any(${await loadTeamTree(db, teamId)}::uuid[])
      and document.currency = ${currency} and ${countsForVat}
      -- No paper is issued before its tax point.
      and document.issued_at >= ${from}::date::timestamp at time zone 'Europe/London'
      and dated.day >= ${from}::date and dated.day <= ${until}::date
    group by document.id, dated.day, team.name, sign, line->>'vatBasisPoints'
    order by dated.day, sign desc, document.issued_at, document.id, "basisPoints" desc nulls last
    limit ${MAX_STATEMENT_LINES + 1}`.execute(db)
  return rows
}

/** What was charged (below zero: given back) in a range and is on no paper yet. */
export interface Unpapered {
  count: number
  grossPence: Pence
  vatPence: Pence
}

/** Of purchases whose receipt or invoice is not made yet, of gifts that no credit note holds, and of those charged again. */
export async function unpapered(db: Db, { teamId, currency, from, until }: Range): Promise<Unpapered> {
  const teams = await loadTeamTree(db, teamId)
  const { rows } = await sql<Unpapered>`
    select count(*)::int as count, coalesce(sum(gross), 0)::bigint as "grossPence", coalesce(sum(vat), 0)::bigint as "vatPence"
    from (
      select purchase.quantity * (face_pence + fee_pence + fee_vat_pence) as gross, purchase.quantity * (face_vat_pence + fee_vat_pence) as vat
      from transaction as purchase join wallet on wallet.id = purchase.wallet_id
      where purchase.team_id = any(${teams}::uuid[]) and purchase.currency = ${currency} and purchase.awaits_document
        and purchase.created_at >= ${from} and purchase.created_at < ${until} and (wallet.automation_id is null or purchase.payment_method = 'invoice')
      union all
      select -gift.refunded_pence, moved.vat
      from huggg as gift
      join transaction as purchase on purchase.id = gift.transaction_id
      join wallet on wallet.id = purchase.wallet_id
      join ledger_transfer as transfer on transfer.reference_kind = 'huggg' and transfer.reference_id = gift.id::text
        and transfer.kind in ('cancellation', 'expiry') and transfer.occurred_at >= ${from} and transfer.occurred_at < ${until}
      cross join lateral (
        select coalesce(sum(entry.amount), 0) as vat from ledger_entry as entry
        join ledger_account as account on account.id = entry.account_id and account.kind = 'vat' where entry.transfer_id = transfer.id
      ) as moved
      where gift.team_id = any(${teams}::uuid[]) and gift.currency = ${currency} and gift.refunded_pence > 0 and gift.updated_at >= ${from}
        and (wallet.automation_id is null or purchase.payment_method = 'invoice')
        and not exists (select from credited_gift where huggg_id = gift.id)
      union all
      select again.pence, (
        select coalesce(sum(entry.amount), 0) from ledger_entry as entry
        join ledger_account as account on account.id = entry.account_id and account.kind = 'vat' where entry.transfer_id = again.reversal_id)
      from recharged_gift as again join huggg as gift on gift.id = again.huggg_id
      where again.document_id is null and gift.team_id = any(${teams}::uuid[]) and gift.currency = ${currency} and again.at >= ${from} and again.at < ${until}
      union all
      select -gift.change_pence, -gift.change_vat_pence
      from gift_change join huggg as gift on gift.id = gift_change.huggg_id
      join transaction as purchase on purchase.id = gift.transaction_id
      join wallet on wallet.id = purchase.wallet_id
      where gift_change.awaits_credit and gift.team_id = any(${teams}::uuid[]) and gift.currency = ${currency}
        and gift.chosen_at >= ${from} and gift.chosen_at < ${until}
        and (wallet.automation_id is null or purchase.payment_method = 'invoice')
    ) as open`.execute(db)
  return rows[0]!
}

/** What is on none of the papers by which budgets are invoiced by the month. */
export type UnbilledReader = (db: Db, range: Range) => Promise<Unpapered>

declare module '#server/platform/posy.ts' {
  interface Hooks {
    unbilled: UnbilledReader
  }
}
