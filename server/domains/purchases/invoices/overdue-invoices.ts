import { sql } from 'kysely'
import { type DocumentRecord, PAYMENT_TERM_DAYS } from '#server/domains/documents/index.ts'
import type { Db } from '#server/platform/database/database.ts'

/** Invoices of a team on which something is owed past their last day, the longest overdue first: a page of them, and how many there are. */
export async function overdueInvoices(
  db: Db,
  { teamId, day, page, per_page: perPage }: { teamId: string; day: string; page: number; per_page: number },
): Promise<{ documents: DocumentRecord[]; total: number }> {
  const { rows } = await sql<{ id: string }>`
    select document.id
    from document
    left join transaction as purchase on purchase.id = document.transaction_id
    left join plan_invoice on plan_invoice.id = document.plan_invoice_id
    cross join lateral (select coalesce(
      (select printed->>'date' from jsonb_array_elements(document.content->'dates') as printed where printed->>'label' = 'Payment due' limit 1)::date,
      london_day(document.issued_at) + ${PAYMENT_TERM_DAYS}::int) as day) as due
    where document.team_id = ${teamId} and document.kind = 'invoice' and due.day < ${day}::date
      and case when purchase.id is not null then purchase.invoice_paid_at is null else plan_invoice.settled_at is null end
    order by due.day, document.number`.execute(db)
  const ids = rows.slice((page - 1) * perPage, page * perPage).map(({ id }) => id)
  const documents = ids.length ? await db.selectFrom('document').selectAll().where('id', 'in', ids).execute() : []
  const byId = new Map(documents.map((document) => [document.id, document]))
  return { documents: ids.map((id) => byId.get(id)!), total: rows.length }
}
