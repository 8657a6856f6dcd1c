import { sql } from 'kysely'
import { PAYMENT_TERM_DAYS } from '#contract/core/payment-term.ts'
import { BUSINESS_ZONE } from '#kit/time.ts'
import type { Db } from '#server/platform/database/database.ts'

/** The last day to pay an invoice, as it is printed on it. */
export const invoiceDueDay = sql<string>`coalesce(
      (select printed->>'date' from jsonb_array_elements(document.content->'dates') as printed where printed->>'label' = 'Payment due' limit 1)::date,
      london_day(document.issued_at) + ${PAYMENT_TERM_DAYS}::int)`

/** Every `document` that is an invoice, with the last day to pay it (`due.day`) and what it is for. */
export const invoicesWithDue = sql`document
    left join transaction as purchase on purchase.id = document.transaction_id
    left join plan_invoice on plan_invoice.id = document.plan_invoice_id
    cross join lateral (select ${invoiceDueDay} as day) as due`

/** Something is still to be paid. */
export const isOpen = sql<boolean>`(case when document.transaction_id is not null then purchase.invoice_paid_at is null else plan_invoice.settled_at is null end)`

interface OverdueCustomer {
  id: string
  name: string
  invoices: number
  /** Of the longest overdue: the last day to pay it. */
  since: Date
}

/** Customers with overdue invoices, the longest overdue first. Only a team that owes something is looked at. */
export async function overdueCustomers(db: Db, day: string): Promise<OverdueCustomer[]> {
  const { rows } = await sql<OverdueCustomer>`
    select team.id, team.name, count(*)::int as invoices, min(due.day)::timestamp at time zone ${BUSINESS_ZONE} as since
    from ${invoicesWithDue} join team on team.id = document.team_id
    where document.team_id in (select team_id from ledger_account where kind = 'receivable' and balance <> 0 and team_id is not null)
      and document.kind = 'invoice' and due.day < ${day}::date and ${isOpen}
    group by team.id order by since, team.name, team.id`.execute(db)
  return rows
}
