import { type RawBuilder, sql } from 'kysely'
import { BUSINESS_ZONE } from '#kit/time.ts'
import { type DocumentRecord, PAYMENT_TERM_DAYS } from '#server/domains/documents/index.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'

/** The last day to pay an invoice, as it is printed on it. */
export const invoiceDueDay = sql<string>`coalesce(
      (select printed->>'date' from jsonb_array_elements(document.content->'dates') as printed where printed->>'label' = 'Payment due' limit 1)::date,
      london_day(document.issued_at) + ${PAYMENT_TERM_DAYS}::int)`

/** Invoices on which something is owed past their last day. */
const overdue = (teams: RawBuilder<unknown>, day: string) => sql`
    select document.id, document.number, document.team_id, due.day
    from document
    left join transaction as purchase on purchase.id = document.transaction_id
    left join plan_invoice on plan_invoice.id = document.plan_invoice_id
    cross join lateral (select ${invoiceDueDay} as day) as due
    where document.team_id in (${teams}) and document.kind = 'invoice' and due.day < ${day}::date
      and case when purchase.id is not null then purchase.invoice_paid_at is null else plan_invoice.settled_at is null end`

interface OverdueCustomer {
  id: string
  name: string
  invoices: number
  /** Of the longest overdue: the last day to pay it. */
  since: Date
}

/** Customers with overdue invoices, the longest overdue first. Only a team that owes something is looked at. */
export async function overdueCustomers(db: Db, day: string): Promise<OverdueCustomer[]> {
  const owing = sql`select team_id from ledger_account where kind = 'receivable' and balance <> 0 and team_id is not null`
  const { rows } = await sql<OverdueCustomer>`
    select team.id, team.name, count(*)::int as invoices, min(overdue.day)::timestamp at time zone ${BUSINESS_ZONE} as since
    from (${overdue(owing, day)}) as overdue join team on team.id = overdue.team_id
    group by team.id order by since, team.name, team.id`.execute(db)
  return rows
}

/** Invoices of a team on which something is owed past their last day, the longest overdue first: a page of them, and how many there are. */
export async function overdueInvoices(
  db: Db | Tx,
  { teamId, day, page, per_page: perPage }: { teamId: string; day: string; page: number; per_page: number },
): Promise<{ documents: DocumentRecord[]; total: number }> {
  const { rows } = await sql<{ id: string }>`
    ${overdue(sql`${teamId}`, day)} order by due.day, document.number`.execute(db)
  const ids = rows.slice((page - 1) * perPage, page * perPage).map(({ id }) => id)
  const documents = ids.length ? await db.selectFrom('document').selectAll().where('id', 'in', ids).execute() : []
  const byId = new Map(documents.map((document) => [document.id, document]))
  return { documents: ids.map((id) => byId.get(id)!), total: rows.length }
}
