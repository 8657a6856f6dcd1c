import { sql } from 'kysely'
import { allows } from '#contract/core/permissions.ts'
import type { Invoice, InvoiceChanges } from '#contract/orders/invoices.ts'
import { iso } from '#kit/time.ts'
import {
  type DocumentRecord,
  documentFileKeys,
  documentsOfPeriods,
  produceMissing,
  serializeCreditNotes,
} from '#server/domains/documents/index.ts'
import { readInvoice, updateInvoice } from '#server/domains/purchases/invoices/index.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import type { Posy, Work } from '#server/platform/posy.ts'
import type { Principal } from '#server/platform/principal.ts'
import { notFound } from '#server/platform/problem/problem.ts'
import type { PeriodInvoiceRecord } from '../budget/budget.ts'
import { firstDay, lastPeriodDay } from './period-documents.ts'

/** Until a month is published, only those who manage billing see its papers. */
export const seesUnpublished = (caller: Pick<Principal, 'permissions'>): boolean =>
  allows(caller.permissions, 'manage-billing')

/** A period's invoice by its id, or undefined where it is none of the caller's teams'. */
const periodInScope = (
  db: Db | Tx,
  caller: Pick<Principal, 'teamIds'>,
  id: string,
): Promise<(PeriodInvoiceRecord & { currency: string }) | undefined> =>
  db
    .selectFrom('automated_budget_invoice')
    .innerJoin('automated_budget', 'automated_budget.id', 'automated_budget_invoice.budget_id')
    .selectAll('automated_budget_invoice')
    .select('automated_budget.currency')
    .where('automated_budget_invoice.id', '=', id)
    .where(sql<boolean>`automated_budget_invoice.team_id = any(${[...caller.teamIds]}::uuid[])`)
    .executeTakeFirst()

/** Draws the PDFs of periods that no one has asked for before. */
export const drawPeriods = async (posy: Posy, periods: readonly PeriodInvoiceRecord[]): Promise<unknown> =>
  produceMissing(
    posy,
    await documentsOfPeriods(
      posy.db,
      periods.map(({ id }) => id),
    ),
  )

/** Periods on the wire, in the order given, with the papers that have been drawn. */
export async function serializePeriodInvoices(
  posy: Posy,
  db: Db | Tx,
  reader: Principal,
  periods: readonly (PeriodInvoiceRecord & { currency: string })[],
): Promise<Invoice[]> {
  const issued = await documentsOfPeriods(
    db,
    periods.map(({ id }) => id),
  )
  const byPeriod = Map.groupBy(issued, ({ budget_invoice_id }) => budget_invoice_id)
  return Promise.all(
    periods.map((period) => serializePeriodInvoice(posy, reader, period, byPeriod.get(period.id) ?? [])),
  )
}

async function serializePeriodInvoice(
  posy: Posy,
  reader: Principal,
  period: PeriodInvoiceRecord & { currency: string },
  documents: DocumentRecord[],
): Promise<Invoice> {
  const of = (kind: DocumentRecord['kind']) => documents.filter((document) => document.kind === kind)
  const [invoices, creditNotes, periodReports] = [of('period-invoice'), of('period-credit-note'), of('period-report')]
  const keys = (each: DocumentRecord[]) => each.flatMap(({ object_key }) => object_key ?? [])
  const total = (each: DocumentRecord[]) => each.reduce((sum, document) => sum + document.total, 0)
  return {
    id: period.id,
    number: invoices[0]?.number ?? null,
    published: period.published,
    from: firstDay({ from: period.from_at }),
    until: lastPeriodDay({ until: period.until_at }),
    period: period.period,
    objectKeys: { periodReports: keys(periodReports), creditNotes: keys(creditNotes), invoices: keys(invoices) },
    notes: period.notes,
    planId: null,
    automationId: period.budget_id,
    userId: period.user_id,
    teamId: period.team_id,
    files: {
      periodReports: await documentFileKeys(posy, reader, periodReports),
      creditNotes: await documentFileKeys(posy, reader, creditNotes),
      invoices: await documentFileKeys(posy, reader, invoices),
    },
    transactionId: null,
    currency: period.currency,
    total: total(invoices),
    credited: total(creditNotes),
    creditNotes: serializeCreditNotes(creditNotes),
    underWay: periodReports.length === 0,
    outstanding: 0,
    bankDetails: null,
    status: 'paid',
    dueDate: null,
    datePaid: iso(period.created_at),
    dateCreated: iso(period.created_at),
  }
}

/** An invoice of either kind: a budget's period, or a purchase. @throws not_found for foreign and missing alike */
export async function invoiceById(posy: Posy, caller: Principal, id: string): Promise<Invoice> {
  const period = await periodInScope(posy.db, caller, id)
  if (!period) return readInvoice(posy, caller, id)
  if (!period.published && !seesUnpublished(caller)) throw notFound('invoice')
  await drawPeriods(posy, [period])
  const [serialized] = await serializePeriodInvoices(posy, posy.db, caller, [period])
  return serialized!
}

/** Publishes or notes on an invoice of either kind. @throws not_found, and what updateInvoice refuses */
export async function changeInvoice(
  work: Work,
  caller: Principal,
  id: string,
  changes: InvoiceChanges,
): Promise<Invoice> {
  const period = await periodInScope(work.tx, caller, id)
  return period ? changePeriod(work, caller, period, changes) : updateInvoice(work, caller, id, changes)
}

/** As changeInvoice, of one budget. @throws not_found also for another budget's */
export async function changeBudgetInvoice(
  work: Work,
  caller: Principal,
  { budgetId, invoiceId }: { budgetId: string; invoiceId: string },
  changes: InvoiceChanges,
): Promise<Invoice> {
  const period = await periodInScope(work.tx, caller, invoiceId)
  if (period?.budget_id !== budgetId) throw notFound('invoice')
  return changePeriod(work, caller, period, changes)
}

async function changePeriod(
  work: Work,
  caller: Principal,
  period: PeriodInvoiceRecord & { currency: string },
  { published, notes }: InvoiceChanges,
): Promise<Invoice> {
  const { posy, tx, at } = work
  const change = { ...(published === undefined ? {} : { published }), ...(notes === undefined ? {} : { notes }) }
  await tx
    .updateTable('automated_budget_invoice')
    .set({ ...change, updated_at: at })
    .where('id', '=', period.id)
    .execute()
  await work.audit(
    'automated-budget.invoice-changed',
    { kind: 'automatedBudgetInvoice', id: period.id },
    { teamId: period.team_id, detail: { published: published ?? period.published } },
  )
  const [serialized] = await serializePeriodInvoices(posy, tx, caller, [{ ...period, ...change }])
  return serialized!
}
