import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type {
  AwaitedPayment,
  CustomerBankPayment,
  CustomerDocument,
  listCustomerDocuments,
} from '#contract/operator/customer-papers.ts'
import { iso, isoOrNull } from '#kit/time.ts'
import { documentById } from '#server/domains/documents/index.ts'
import { setPlanReminders } from '#server/domains/plans/index.ts'
import { setReminders } from '#server/domains/purchases/documents/index.ts'
import { invoiceDueDay } from '#server/domains/purchases/invoices/index.ts'
import { announcedPayments } from '#server/domains/wallets/index.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { cursorPage, cursorPlace } from '#server/platform/http/page.ts'
import type { Posy, Work } from '#server/platform/posy.ts'
import { found, Problem } from '#server/platform/problem/problem.ts'
import { customerTeamIds } from './customer-lists.ts'

interface Page {
  limit: number
  next?: string | undefined
  previous?: string | undefined
}

/** What comes after or before the place of a cursor, in an order by moment and id. */
function placed(query: Page, at: RawBuilder<unknown>, id: RawBuilder<unknown>) {
  const after = cursorPlace(query.next, 'next', ['bigint', 'uuid'])
  const before = cursorPlace(query.previous, 'previous', ['bigint', 'uuid'])
  // In whole milliseconds, as they are written.
  const place = ([ms, of]: [number, string]) =>
    sql`('epoch'::timestamptz + ${ms} * interval '1 millisecond', ${of}::uuid)`
  const order = sql.raw(before ? 'asc' : 'desc')
  return {
    condition: sql`${after ? sql`and (${at}, ${id}) < ${place(after)}` : sql``} ${before ? sql`and (${at}, ${id}) > ${place(before)}` : sql``}`,
    order: sql`order by ${at} ${order}, ${id} ${order} limit ${query.limit + 1}`,
  }
}

type DocumentRow = Omit<CustomerDocument, 'issuedAt' | 'paidAt' | 'remindAt'> & {
  issuedAt: Date
  paidAt: Date | null
  remindAt: Date | null
}

const documentRows = sql<DocumentRow>`
  select document.id, document.kind, document.number, team.name as team, document.currency, document.total as "totalPence",
    document.issued_at as "issuedAt", document.transaction_id as "purchaseId",
    case when document.kind = 'invoice' then ${invoiceDueDay}::text end as "dueOn",
    case when document.kind = 'invoice' then coalesce(purchase.invoice_paid_at, plan_invoice.settled_at) end as "paidAt",
    case when document.kind = 'invoice' and coalesce(purchase.invoice_paid_at, plan_invoice.settled_at) is null
      then coalesce(reminder.remind_at, plan_invoice.remind_at) end as "remindAt"
  from document join team on team.id = document.team_id
  left join transaction purchase on purchase.id = document.transaction_id
  left join plan_invoice on plan_invoice.id = document.plan_invoice_id
  left join invoice_reminder reminder on reminder.document_id = document.id`

/** The documents that a condition names. */
export const documentsWhere = async (db: Db | Tx, condition: RawBuilder<unknown>): Promise<DocumentRow[]> =>
  (await sql<DocumentRow>`${documentRows} where ${condition}`.execute(db)).rows

const serializeDocument = ({ issuedAt, paidAt, remindAt, ...row }: DocumentRow): CustomerDocument => ({
  ...row,
  issuedAt: iso(issuedAt),
  paidAt: isoOrNull(paidAt),
  remindAt: isoOrNull(remindAt),
})

/** @throws not_found (404); invalid_fields (422) for a cursor that is none of ours */
export async function documentList(
  db: Db,
  { teamId, today }: { teamId: string; today: string },
  query: z.output<typeof listCustomerDocuments.query>,
) {
  const teamIds = await customerTeamIds(db, teamId)
  const { condition, order } = placed(query, sql`document.issued_at`, sql`document.id`)
  const { rows } = await sql<DocumentRow>`
    ${documentRows} where document.team_id = any(${teamIds}::uuid[])
      ${query.number ? sql`and strpos(document.number, ${query.number.trim().toUpperCase()}) > 0` : sql``}
      ${query.overdue ? sql`and document.kind = 'invoice' and coalesce(purchase.invoice_paid_at, plan_invoice.settled_at) is null and ${invoiceDueDay} < ${today}::date` : sql``}
      ${query.from ? sql`and document.issued_at >= ${query.from}::timestamptz` : sql``}
      ${query.to ? sql`and document.issued_at < ${query.to}::timestamptz` : sql``} ${condition} ${order}`.execute(db)
  return cursorPage(rows.map(serializeDocument), query, ({ issuedAt, id }) => [Date.parse(issuedAt), id])
}

type PaymentRow = Omit<CustomerBankPayment, 'at' | 'target'> & {
  at: Date
  kind: CustomerBankPayment['target']['kind']
  name: string
  reference: string | null
}

/** @throws not_found (404); invalid_fields (422) for a cursor that is none of ours */
export async function bankPaymentList(db: Db, teamId: string, query: Page) {
  const teamIds = await customerTeamIds(db, teamId)
  const { condition, order } = placed(query, sql`payment.at`, sql`payment.id`)
  const { rows } = await sql<PaymentRow>`
    select payment.id, payment.at, team.name as team, payment.currency, payment.amount as "amountPence", payment.kind, payment.name,
      payment.reference, payment.reversed_at is not null as "isReversed"
    from (
      select receipt.id, receipt.received_at as at, receipt.team_id, receipt.currency, receipt.amount, 'wallet' as kind, wallet.name,
        wallet.reference, receipt.reversed_at
      from bank_receipt receipt join wallet on wallet.id = receipt.wallet_id where wallet.team_id = any(${teamIds}::uuid[])
      union all
      select paid.id, paid.received_at, paid.team_id, paid.currency, paid.amount, 'invoice', document.number, null, paid.reversed_at
      from invoice_payment paid join document on document.id = paid.document_id) as payment
    join team on team.id = payment.team_id
    where payment.team_id = any(${teamIds}::uuid[]) ${condition} ${order}`.execute(db)
  const payments = rows.map(
    ({ at, kind, name, reference, ...row }): CustomerBankPayment => ({
      ...row,
      at: iso(at),
      target: { kind, name, reference },
    }),
  )
  return cursorPage(payments, query, ({ at, id }) => [Date.parse(at), id])
}

/** @throws not_found (404) */
export async function awaitedPayments(posy: Posy, db: Db, teamId: string): Promise<AwaitedPayment[]> {
  const announced = await announcedPayments(posy, db, { teamIds: await customerTeamIds(db, teamId) })
  const { rows: waiting } = await sql<{ pence: number; currency: string }>`
    select distinct amount as pence, currency from bank_line where state in ('new', 'parked') and amount > 0`.execute(
    db,
  )
  const amounts = new Set(waiting.map(({ pence, currency }) => `${currency} ${pence}`))
  return announced.map(({ at, teamId: _, ...payment }) => ({
    ...payment,
    at: iso(at),
    lineWaits: amounts.has(`${payment.currency} ${payment.amountPence}`),
  }))
}

/** @throws not_found (404) for what is no invoice; wrong_state (409) for one that is paid, or when no reminder is left to send */
export async function changeReminders(work: Work, { id, isOn }: { id: string; isOn: boolean }) {
  const [shown] = await documentsWhere(work.tx, sql`document.id = ${id} and document.kind = 'invoice'`)
  const { number, paidAt } = found(shown, 'invoice')
  if (paidAt) throw new Problem('wrong_state', 'This invoice is paid: no one is reminded of it.')
  const invoice = (await documentById(work.tx, id))!
  const { plan_invoice_id: planInvoiceId, team_id: teamId } = invoice
  const remindAt = planInvoiceId
    ? await setPlanReminders(work, planInvoiceId, isOn)
    : await setReminders(work, invoice, isOn)
  if (isOn && !remindAt) throw new Problem('wrong_state', 'All reminders of this invoice have been sent.')
  await work.audit(
    isOn ? 'invoice.reminders-resumed' : 'invoice.reminders-stopped',
    { kind: 'document', id },
    { teamId, detail: { number } },
  )
  return { teamId, number, remindAt: isoOrNull(remindAt) }
}
