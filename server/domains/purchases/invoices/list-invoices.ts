import { type RawBuilder, sql } from 'kysely'
import type { InvoiceTotals, invoiceKinds, invoiceStatuses } from '#contract/orders/invoices.ts'
import type { Pence } from '#kit/money.ts'
import { Temporal } from '#kit/time.ts'
import type { DocumentRecord } from '#server/domains/documents/index.ts'
import { invoiceDebts } from '#server/domains/hugggs/money/index.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import type { Posy } from '#server/platform/posy.ts'
import { invalidFields } from '#server/platform/problem/problem.ts'
import { invoicesWithDue, isOpen } from './overdue-invoices.ts'
import { startOfBusinessDay } from './vat-queries.ts'

export interface InvoiceFilter {
  teamId: string
  /** The present day in London. */
  today: string
  overdue: boolean
  from?: string | undefined
  until?: string | undefined
  status?: (typeof invoiceStatuses)[number] | undefined
  kind?: (typeof invoiceKinds)[number] | undefined
}

const matching = (
  { teamId, today, overdue, from, until, status, kind }: InvoiceFilter,
  joined: RawBuilder<unknown> = sql``,
) => {
  const isOverdue = sql`${isOpen} and due.day < ${today}::date`
  const filters = [sql`document.team_id = ${teamId}`, sql`document.kind = 'invoice'`]
  if (overdue || status === 'overdue') filters.push(isOverdue)
  if (status === 'open') filters.push(isOpen)
  if (status === 'paid') filters.push(sql`not ${isOpen}`)
  if (from) filters.push(sql`document.issued_at >= ${startOfBusinessDay(from)}`)
  if (until) {
    const after = Temporal.PlainDate.from(until).add({ days: 1 }).toString()
    filters.push(sql`document.issued_at < ${startOfBusinessDay(after)}`)
  }
  if (kind) filters.push(kind === 'plan' ? sql`plan_invoice.id is not null` : sql`purchase.id is not null`)
  return sql`from ${invoicesWithDue} ${joined} where ${sql.join(filters, sql` and `)}`
}

/**
 * Invoices of a team, the newest first (of overdue ones the longest overdue): a page of them, how many there are, and
 * the sums of all.
 * @throws invalid_fields (422) for days that end before they begin
 */
export async function listInvoices(
  posy: Posy,
  db: Db,
  { page, per_page: perPage, ...filter }: InvoiceFilter & { page: number; per_page: number },
): Promise<{ documents: DocumentRecord[]; total: number; totals: InvoiceTotals[] }> {
  if (filter.from && filter.until && filter.until < filter.from)
    throw invalidFields([{ path: 'until', message: 'must not be before from' }])
  const order = filter.overdue ? sql`due.day, document.number` : sql`document.issued_at desc, document.id desc`
  const { rows } = await sql<{ id: string }>`select document.id ${matching(filter)}
    order by ${order} limit ${perPage} offset ${(page - 1) * perPage}`.execute(db)
  if (rows.length === 0 && page === 1) return { documents: [], total: 0, totals: [] }
  const totals = await sumInvoices(posy, db, filter)
  const ids = rows.map(({ id }) => id)
  const documents = ids.length ? await db.selectFrom('document').selectAll().where('id', 'in', ids).execute() : []
  const byId = new Map(documents.map((document) => [document.id, document]))
  const total = totals.reduce((sum, { count }) => sum + count, 0)
  return { documents: ids.map((id) => byId.get(id)!), total, totals }
}

/** The sums of an invoice's papers: what is charged again is on one of its own. */
const ownPapers = sql`cross join lateral (
    select coalesce(sum(paper.total) filter (where paper.kind in ('invoice', 'supplementary-invoice')), 0) as charged,
      coalesce(sum(paper.total) filter (where paper.kind = 'credit-note'), 0) as credited
    from document as paper where paper.transaction_id = document.transaction_id or paper.plan_invoice_id = document.plan_invoice_id
  ) as papers`

/** What they were issued for, less what was credited and paid: of purchases that is the ledger's to say. */
export async function sumInvoices(posy: Posy, db: Db | Tx, filter: InvoiceFilter): Promise<InvoiceTotals[]> {
  const { rows } = await sql<Omit<InvoiceTotals, 'outstanding'> & { planPence: Pence; openPurchases: string[] }>`
    select document.currency, count(*)::int as count, sum(papers.charged)::bigint as total, sum(papers.credited)::bigint as credited,
      coalesce(sum(plan_invoice.total - plan_invoice.paid - plan_invoice.credited), 0)::bigint as "planPence",
      coalesce(array_agg(purchase.id) filter (where purchase.id is not null and ${isOpen}), '{}') as "openPurchases"
    ${matching(filter, ownPapers)}
    group by document.currency order by document.currency desc`.execute(db)
  const debts = await invoiceDebts(
    posy,
    db,
    rows.flatMap(({ openPurchases }) => openPurchases),
  )
  return rows.map(({ planPence, openPurchases, ...sums }) => ({
    ...sums,
    outstanding: openPurchases.reduce((sum, id) => sum + Math.max(0, debts.get(id)?.owedPence ?? 0), planPence),
  }))
}
