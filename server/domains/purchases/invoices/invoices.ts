import type { Invoice, InvoiceChanges, TransactionReceipt } from '#contract/orders/invoices.ts'
import { iso } from '#kit/time.ts'
import {
  type DocumentContent,
  type DocumentRecord,
  documentById,
  documentFileKeys,
  documentsOfPlanInvoices,
  documentsOfTransaction,
  noteDocument,
  produceMissing,
  serializeCreditNotes,
} from '#server/domains/documents/index.ts'
import { invoiceDebts } from '#server/domains/hugggs/money/index.ts'
import { serializePlanInvoices } from '#server/domains/plans/index.ts'
import { bankAccount } from '#server/domains/wallets/index.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import type { Posy, Work } from '#server/platform/posy.ts'
import type { Principal } from '#server/platform/principal.ts'
import { found, invalidFields } from '#server/platform/problem/problem.ts'
import { dueDate, ensureDocument, lastPayments } from '../documents/index.ts'
import { transactionInScope } from '../record/index.ts'

/** The papers of a purchase; what no one has asked for before is issued and drawn now. */
export async function getReceipt(posy: Posy, caller: Principal, transactionId: string): Promise<TransactionReceipt> {
  await transactionInScope(posy.db, caller, transactionId)
  const main = await ensureDocument(posy, transactionId)
  const documents = await produceMissing(posy, await documentsOfTransaction(posy.db, transactionId))
  const last = documents.reduce((latest, each) => (each.issued_at > latest ? each.issued_at : latest), main.issued_at)
  return {
    id: main.id,
    dateCreated: iso(main.issued_at),
    dateModified: iso(last),
    objectKeys: documents.flatMap((document) => document.object_key ?? []),
    teamId: main.team_id,
    transactionId,
    userId: main.user_id,
    files: await documentFileKeys(posy, caller, documents),
    papers: documents
      .filter(({ object_key }) => object_key)
      .map(({ kind, number, total, currency, issued_at }) => ({
        kind: kind as TransactionReceipt['papers'][number]['kind'],
        ...{ number, total, currency, dateCreated: iso(issued_at) },
      })),
  }
}

/** An invoice of the caller's teams. @throws not_found for foreign and missing alike */
async function invoiceInScope(db: Db | Tx, caller: Principal, id: string): Promise<DocumentRecord> {
  const document = await documentById(db, id)
  const isTheirs = document?.kind === 'invoice' && caller.teamIds.includes(document.team_id)
  return found(isTheirs ? document : undefined, 'invoice')
}

/** The invoice of a purchase, its papers drawn. @throws not_found */
export async function readInvoice(posy: Posy, caller: Principal, id: string): Promise<Invoice> {
  const invoice = await invoiceInScope(posy.db, caller, id)
  await produceMissing(
    posy,
    invoice.plan_invoice_id
      ? await documentsOfPlanInvoices(posy.db, [invoice.plan_invoice_id])
      : await documentsOfTransaction(posy.db, invoice.transaction_id!),
  )
  const [serialized] = await serializeInvoices(posy, posy.db, caller, [await invoiceInScope(posy.db, caller, id)])
  return serialized!
}

/** Keeps notes on the invoice of a purchase. @throws not_found; invalid_fields for taking its publication back */
export async function updateInvoice(
  work: Work,
  caller: Principal,
  id: string,
  { notes, published }: InvoiceChanges,
): Promise<Invoice> {
  const { team_id: teamId } = await invoiceInScope(work.tx, caller, id)
  if (published === false)
    throw invalidFields([{ path: 'published', message: 'the invoice of a purchase is always published' }])
  if (notes !== undefined) {
    await noteDocument(work, id, notes)
    await work.audit('invoice.noted', { kind: 'document', id }, { teamId })
  }
  const [serialized] = await serializeInvoices(work.posy, work.tx, caller, [await invoiceInScope(work.tx, caller, id)])
  return serialized!
}

/** Invoices on the wire, in the order given, with links to their files for who reads them. */
export async function serializeInvoices(
  posy: Posy,
  db: Db | Tx,
  reader: Principal | null,
  invoices: readonly DocumentRecord[],
): Promise<Invoice[]> {
  const serialized = [
    ...(await serializePurchaseInvoices(
      posy,
      db,
      reader,
      invoices.filter(({ plan_invoice_id }) => plan_invoice_id === null),
    )),
    ...(await serializePlanInvoices(
      posy,
      db,
      reader,
      invoices.filter(({ plan_invoice_id }) => plan_invoice_id !== null),
    )),
  ]
  const byId = new Map(serialized.map((invoice) => [invoice.id, invoice]))
  return invoices.map(({ id }) => byId.get(id)!)
}

async function serializePurchaseInvoices(
  posy: Posy,
  db: Db | Tx,
  reader: Principal | null,
  invoices: readonly DocumentRecord[],
): Promise<Invoice[]> {
  if (invoices.length === 0) return []
  const transactionIds = invoices.map((invoice) => invoice.transaction_id!)
  const debts = await invoiceDebts(posy, db, transactionIds)
  const payments = await lastPayments(
    db,
    invoices.map((invoice) => invoice.id),
  )
  return Promise.all(
    invoices.map(async (invoice) => {
      const transactionId = invoice.transaction_id!
      const all = await documentsOfTransaction(db, transactionId)
      const { owedPence, paidPence, paidAt } = debts.get(transactionId)!
      const isPaid = owedPence <= 0
      const own = [invoice, ...all.filter((each) => each.kind === 'supplementary-invoice')]
      const credits = all.filter((each) => each.kind === 'credit-note')
      const keys = (documents: DocumentRecord[]) => documents.flatMap((document) => document.object_key ?? [])
      const bought = (invoice.content as unknown as DocumentContent).dates[0]!.date
      return {
        id: invoice.id,
        number: invoice.number,
        published: true,
        from: bought,
        until: bought,
        period: null,
        objectKeys: { periodReports: [], creditNotes: keys(credits), invoices: keys(own) },
        notes: invoice.notes,
        automationId: null,
        planId: null,
        userId: invoice.user_id,
        teamId: invoice.team_id,
        files: {
          periodReports: [],
          creditNotes: await documentFileKeys(posy, reader, credits),
          invoices: await documentFileKeys(posy, reader, own),
        },
        transactionId,
        currency: invoice.currency,
        total: own.reduce((sum, each) => sum + each.total, 0),
        credited: credits.reduce((sum, credit) => sum + credit.total, 0),
        creditNotes: serializeCreditNotes(credits),
        underWay: false,
        outstanding: Math.max(0, owedPence),
        bankDetails: isPaid ? null : bankAccount(posy.config),
        status: isPaid ? ('paid' as const) : paidPence > 0 ? ('part-paid' as const) : ('unpaid' as const),
        dueDate: dueDate(invoice),
        datePaid: isPaid && paidAt ? iso(datePaid(paidAt, payments.get(invoice.id))) : null,
        dateCreated: iso(invoice.issued_at),
      }
    }),
  )
}

/** The bank's day where a payment left nothing to pay; else when what came back for its gifts did. */
const datePaid = (paidAt: Date, last: { receivedAt: Date; bookedAt: Date } | undefined): Date =>
  last && last.bookedAt >= paidAt ? last.receivedAt : paidAt
