import { sql } from 'kysely'
import { MAX_STATEMENT_LINES } from '#contract/orders/account-statements.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'

/** What belongs to one paper on one day. */
export interface AccountStatementRow {
  date: string
  kind: 'invoice' | 'credit' | 'payment' | 'plan-invoice' | 'plan-credit' | 'recharge' | 'repair' | 'other'
  number: string | null
  invoice: string | null
  invoiceId: string | null
  gifts: number
  amount: number
}

export interface StatementRange {
  teamId: string
  currency: string
  from: Date
  until: Date
}

/** What a team owed before a range, in pence. */
export async function owedBefore(db: Db | Tx, { teamId, currency, from }: StatementRange): Promise<number> {
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

/** What changed it in the range: what belongs to one paper on one day is one row. */
const changes = ({ teamId, currency, from, until }: StatementRange) => sql`
    select (transfer.occurred_at at time zone 'Europe/London')::date::text as date, about.kind,
      case about.kind when 'recharge' then again_paper.number when 'credit' then credit.number when 'plan-credit' then plan_credit_note.number else coalesce(invoice.number, plan_paper.number) end as number, coalesce(invoice.number, plan_paper.number) as invoice,
      coalesce(invoice.id, plan_paper.id) as "invoiceId",
      sum(case about.kind when 'invoice' then purchase.quantity else 1 end)::int as gifts, -sum(entry.amount)::bigint as amount, min(transfer.number) as place
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
    group by 1, 2, 3, 4, 5, case when about.kind in ('credit', 'recharge') then null else transfer.id end`

/** In order: one row more than a statement holds, where there are as many. */
export async function listStatementLines(db: Db | Tx, range: StatementRange): Promise<AccountStatementRow[]> {
  const { rows } = await sql<AccountStatementRow>`
    select date, kind, number, invoice, "invoiceId", gifts, amount from (${changes(range)}) as change
    order by date, place limit ${MAX_STATEMENT_LINES + 1}`.execute(db)
  return rows
}

/** Their sums, however many there are. */
export async function sumStatementLines(
  db: Db | Tx,
  range: StatementRange,
): Promise<Pick<AccountStatementRow, 'kind' | 'amount'>[]> {
  const { rows } = await sql<Pick<AccountStatementRow, 'kind' | 'amount'>>`
    select kind, sum(amount)::bigint as amount from (${changes(range)}) as change group by kind`.execute(db)
  return rows
}

/** Teams whose monthly statement is due, locked: twins take others. */
export async function lockDueStatements(
  tx: Tx,
  now: Date,
  limit: number,
): Promise<{ team_id: string; next_at: Date }[]> {
  return tx
    .selectFrom('statement_email')
    .selectAll()
    .where('next_at', '<=', now)
    .orderBy('next_at')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute()
}

/** When a team's next monthly statement is due; null where it gets none. */
export async function nextStatementAt(db: Db | Tx, teamId: string): Promise<Date | null> {
  const row = await db.selectFrom('statement_email').select('next_at').where('team_id', '=', teamId).executeTakeFirst()
  return row?.next_at ?? null
}
