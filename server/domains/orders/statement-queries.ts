import { sql } from 'kysely'
import { MAX_STATEMENT_LINES } from '#contract/invoices.ts'
import type { Db } from '#server/platform/database/database.ts'

/** What belongs to one paper on one day. */
export interface StatementRow {
  date: string
  kind: 'invoice' | 'credit' | 'payment' | 'plan-invoice' | 'plan-credit' | 'other'
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
export async function linesOf(db: Db, { teamId, currency, from, until }: Range): Promise<StatementRow[]> {
  const { rows } = await sql<StatementRow>`
    select (transfer.occurred_at at time zone 'Europe/London')::date::text as date, about.kind,
      case about.kind when 'credit' then credit.number when 'plan-credit' then plan_credit_note.number else coalesce(invoice.number, plan_paper.number) end as number, coalesce(invoice.number, plan_paper.number) as invoice,
      sum(case about.kind when 'invoice' then purchase.quantity else 1 end)::int as gifts, -sum(entry.amount)::bigint as amount
    from ledger_account as account
    join ledger_entry as entry on entry.account_id = account.id
    join ledger_transfer as transfer on transfer.id = entry.transfer_id
    left join huggg on huggg.id = case transfer.reference_kind when 'huggg' then transfer.reference_id::uuid end
    left join invoice_payment as payment on payment.id = case transfer.reference_kind when 'invoice_payment' then transfer.reference_id::uuid end
    left join document as paid on paid.id = payment.document_id
    left join transaction as purchase on purchase.id = coalesce(huggg.transaction_id, paid.transaction_id, case transfer.reference_kind when 'transaction' then transfer.reference_id::uuid end)
    left join document as invoice on invoice.transaction_id = purchase.id and invoice.kind = 'invoice'
    left join plan_credit on plan_credit.id = case transfer.reference_kind when 'plan_credit' then transfer.reference_id::uuid end
    left join plan_payment on plan_payment.id = case transfer.reference_kind when 'plan_payment' then transfer.reference_id::uuid end
    left join document as plan_credit_note on plan_credit_note.kind = 'credit-note' and plan_credit_note.plan_invoice_id = plan_credit.plan_invoice_id
      and plan_credit_note.issued_at = plan_credit.created_at
    left join document as plan_paper on plan_paper.kind = 'invoice' and plan_paper.plan_invoice_id = coalesce(
      plan_credit.plan_invoice_id, plan_payment.plan_invoice_id, paid.plan_invoice_id, case transfer.reference_kind when 'plan_invoice' then transfer.reference_id::uuid end)
    left join credited_gift on credited_gift.huggg_id = huggg.id
    left join document as credit on credit.id = credited_gift.document_id
    cross join lateral (select case
      when transfer.reference_kind = 'transaction' then 'invoice' when transfer.reference_kind = 'huggg' then 'credit'
      when transfer.reference_kind = 'plan_invoice' then 'plan-invoice' when transfer.reference_kind = 'plan_credit' then 'plan-credit'
      when transfer.reference_kind in ('invoice_payment', 'plan_payment') then 'payment' else 'other' end as kind) as about
    where account.team_id = ${teamId} and account.kind = 'receivable' and account.currency = ${currency}
      and transfer.occurred_at >= ${from} and transfer.occurred_at < ${until}
    group by 1, 2, 3, 4, case when about.kind = 'credit' then null else transfer.id end
    order by date, min(transfer.number)
    limit ${MAX_STATEMENT_LINES + 1}`.execute(db)
  return rows
}

/** What one paper says of one rate; credit notes below nought. */
export interface VatLine {
  date: string
  kind: 'receipt' | 'invoice' | 'credit-note'
  number: string
  transactionId: string | null
  teamName: string
  basisPoints: number | null
  net: number
  vat: number
  gross: number
}

/** Of a team, its subteams and its budgets' participants, in order of issue; one more than a summary holds, where there are as many. */
export async function vatLines(db: Db, { teamId, currency, from, until }: Range): Promise<VatLine[]> {
  const { rows } = await sql<VatLine>`
    select (document.issued_at at time zone 'Europe/London')::date::text as date, document.kind, document.number,
      document.transaction_id as "transactionId", team.name as "teamName", (line->>'vatBasisPoints')::int as "basisPoints",
      sum(sign * (line->>'netPence')::bigint)::bigint as net, sum(sign * (line->>'vatPence')::bigint)::bigint as vat,
      sum(sign * ((line->>'netPence')::bigint + (line->>'vatPence')::bigint))::bigint as gross
    from document
    join team on team.id = document.team_id
    cross join lateral jsonb_array_elements(document.content->'lines') as line
    cross join lateral (select case document.kind when 'credit-note' then -1 else 1 end as sign) as direction
    where document.team_id in (select id from team where id = ${teamId} or parent_team_id = ${teamId})
      and document.kind in ('receipt', 'invoice', 'credit-note') and document.currency = ${currency}
      and document.issued_at >= ${from} and document.issued_at < ${until}
    group by document.id, team.name, sign, line->>'vatBasisPoints'
    order by document.issued_at, sign desc, document.id, "basisPoints" desc nulls last
    limit ${MAX_STATEMENT_LINES + 1}`.execute(db)
  return rows
}
