import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { seesBills, seesPurchases } from '../core/permissions.ts'
import { civilDate, currency, cursorPage, cursorQuery, data, id, page, pageQuery, text } from '../core/shapes.ts'
import { BankDetails } from '../wallets/wallets.ts'

/** A PDF, by a link that expires within the hour. */
export const DocumentFile = z.object({ fileName: z.string(), url: z.string() })
export type DocumentFile = z.infer<typeof DocumentFile>

/** The papers of one purchase: its receipt or invoice, then a credit note for whatever was given back. */
export const TransactionReceipt = z.object({
  id: z.string(),
  dateCreated: z.string(),
  dateModified: z.string(),
  /** Where the files lie, one for one with `files`. */
  objectKeys: z.array(z.string()),
  teamId: z.string(),
  transactionId: z.string(),
  userId: z.string(),
  files: z.array(DocumentFile),
  /** What each of `files` is, one for one. */
  papers: z.array(
    z.object({
      kind: z.enum(['receipt', 'invoice', 'supplementary-invoice', 'credit-note']),
      number: z.string(),
      /** Pence. */
      total: z.int(),
      currency: z.string(),
      dateCreated: z.string(),
    }),
  ),
})
export type TransactionReceipt = z.infer<typeof TransactionReceipt>

export const ProFormaInvoice = z.object({
  id: z.string(),
  orderId: z.string(),
  teamId: z.string(),
  userId: z.string(),
  /** `queued` until its PDF has been made. */
  status: z.enum(['pending', 'queued', 'processed']),
  files: z.array(DocumentFile),
})
export type ProFormaInvoice = z.infer<typeof ProFormaInvoice>

const byPurpose = <S extends z.ZodType>(item: S) =>
  z.object({ periodReports: z.array(item), creditNotes: z.array(item), invoices: z.array(item) })

export const CreditNote = z.object({
  number: z.string(),
  /** The day it counts on for VAT; null on older ones, which print none. */
  taxPoint: z.string().nullable(),
  /** Pence, and the VAT in them. */
  total: z.int(),
  vat: z.int(),
  dateCreated: z.string(),
})
export type CreditNote = z.infer<typeof CreditNote>

/**
 * An invoice, and what has happened to it: for a purchase by invoice, or for all purchases of a budget's participants in a
 * period (`automationId`), which were paid as they were made.
 */
export const Invoice = z.object({
  id: z.string(),
  /** Null for a period in which nothing was bought, and of one that is under way. */
  number: z.string().nullable(),
  /** Shown to everybody who may see its budget; a purchase's always is. */
  published: z.boolean(),
  /** What it is for happened between these days. */
  from: z.string(),
  until: z.string(),
  /** Of a budget's: the month, YYYY-MM. */
  period: z.string().nullable(),
  objectKeys: byPurpose(z.string()),
  notes: z.string().nullable(),
  automationId: z.string().nullable(),
  /** Of a plan’s: which plan. */
  planId: z.string().nullable(),
  userId: z.string(),
  teamId: z.string(),
  files: byPurpose(DocumentFile),
  transactionId: z.string().nullable(),
  currency: z.string(),
  /** Pence: as it was issued. */
  total: z.int(),
  /** Pence on its credit notes. */
  credited: z.int(),
  /** Its credit notes, oldest first: of a budget’s month there can be three. */
  creditNotes: z.array(CreditNote),
  /** Of a budget’s month that is not over: some of it is credited already, its invoice and report follow. */
  underWay: z.boolean(),
  /** Pence that are still to be paid. */
  outstanding: z.int(),
  /** Where to pay it, quoting its number; null where nothing is to be paid, and where no bank payments are taken. */
  bankDetails: BankDetails.nullable(),
  status: z.enum(['unpaid', 'part-paid', 'paid']),
  dueDate: z.string().nullable(),
  datePaid: z.string().nullable(),
  dateCreated: z.string(),
})
export type Invoice = z.infer<typeof Invoice>

export const invoiceStatuses = ['open', 'overdue', 'paid'] as const
export const invoiceKinds = ['gifts', 'plan'] as const

/** Sums of all invoices of a list, on whatever page. */
export const InvoiceTotals = z.object({
  currency: z.string(),
  count: z.int(),
  /** Pence: as they were issued, on their credit notes, and still to be paid. */
  total: z.int(),
  credited: z.int(),
  outstanding: z.int(),
})
export type InvoiceTotals = z.infer<typeof InvoiceTotals>

const InvoiceChanges = z
  .object({ published: z.boolean().optional(), notes: text(2000).nullish() })
  .refine((body) => body.published !== undefined || body.notes !== undefined, {
    path: ['notes'],
    message: 'give notes or published',
  })
export type InvoiceChanges = z.output<typeof InvoiceChanges>

const base = { tag: 'Invoices', access: 'session', errors: ['not_found', 'unavailable'] } as const
const toSee = ['view-team-transactions', 'purchase-hugggs'] as const

export const getTransactionReceipt = endpoint({
  ...base,
  id: 'getTransactionReceipt',
  // The first look issues the document.
  impersonation: 'never',
  method: 'GET',
  path: '/api/v2/transactions/{id}/receipt',
  permission: seesPurchases,
  summary: 'The receipt or invoice of a purchase and its credit notes, as PDFs.',
  params: z.object({ id: id('transaction') }),
  response: data(TransactionReceipt),
})
export const createProFormaInvoice = endpoint({
  ...base,
  id: 'createProFormaInvoice',
  method: 'POST',
  path: '/api/v2/pro-forma-invoices',
  permission: 'purchase-hugggs',
  scope: 'send',
  summary: 'A pro forma invoice for an order as it stands. While the order has not changed, the same one again.',
  body: z.object({ orderId: id('order') }),
  response: data(ProFormaInvoice),
  status: 201,
  errors: ['not_found', 'wrong_state', 'unavailable'],
})
export const getOrderProFormaInvoice = endpoint({
  ...base,
  id: 'getOrderProFormaInvoice',
  // The first look issues the document.
  impersonation: 'never',
  method: 'GET',
  path: '/api/v2/orders/{id}/pro-forma-invoice',
  permission: toSee,
  summary: 'The latest pro forma invoice of an order.',
  params: z.object({ id: id('order') }),
  response: data(ProFormaInvoice),
})
export const listTeamInvoices = endpoint({
  ...base,
  id: 'listTeamInvoices',
  method: 'GET',
  path: '/api/v2/teams/{id}/invoices',
  permission: seesBills,
  summary:
    'Invoices of a team for purchases by invoice and for its plan, newest first, and their sums; with `overdue`, those on which something is owed past their last day, the longest overdue first.',
  params: z.object({ id: id('team') }),
  query: z.object({
    ...pageQuery,
    overdue: z.stringbool().default(false),
    /** Issued between these days. */
    from: civilDate().optional(),
    until: civilDate().optional(),
    status: z.enum(invoiceStatuses).optional(),
    kind: z.enum(invoiceKinds).optional(),
  }),
  response: page(Invoice).extend({
    /** Of all that the list holds, by currency. */
    totals: z.array(InvoiceTotals),
  }),
})
export const getInvoice = endpoint({
  ...base,
  id: 'getInvoice',
  method: 'GET',
  path: '/v3/invoices/{id}',
  permission: seesBills,
  summary: 'One invoice. Without manage-billing, a budget’s is found once it is published.',
  params: z.object({ id: id('invoice') }),
  response: data(Invoice),
})
export const updateInvoice = endpoint({
  ...base,
  id: 'updateInvoice',
  method: 'PATCH',
  path: '/v3/invoices/{id}',
  permission: 'manage-billing',
  summary: 'Notes on an invoice, and whether a budget’s is published. The invoice itself never changes.',
  params: z.object({ id: id('invoice') }),
  body: InvoiceChanges,
  sentBack: { record: Invoice, statusBy: 'payments change it' },
  response: data(Invoice),
})

export const listBudgetInvoices = endpoint({
  ...base,
  id: 'listBudgetInvoices',
  method: 'GET',
  path: '/v3/automated-budgets/{id}/invoices',
  permission: 'view-automated-budget',
  summary:
    'What a budget’s participants were charged and given back, month by month, the newest first. Without manage-billing: those that are published.',
  params: z.object({ id: id('automatedBudget') }),
  query: z.object(cursorQuery),
  response: cursorPage(Invoice).extend({
    /** What is on no paper yet; null without manage-billing, and before the budget starts. */
    open: z
      .object({
        /** Pence that participants were charged, and that came back to them or the budget. */
        bought: z.int(),
        returned: z.int(),
        /** How many gifts came back. */
        giftsReturned: z.int(),
        /** When the last credit note was made, of this month or an earlier one. */
        lastCreditNote: z.string().nullable(),
        /** When the next papers are made: a credit note where something came back, or the month’s invoice. */
        nextPapers: z.string().nullable(),
      })
      .nullable(),
  }),
})
export const updateBudgetInvoice = endpoint({
  ...base,
  id: 'updateBudgetInvoice',
  method: 'PATCH',
  path: '/v3/automated-budgets/{id}/invoices/{invoiceId}',
  permission: 'manage-billing',
  summary: 'Publishes a budget’s invoice, or takes that back, and keeps notes on it. The papers never change.',
  params: z.object({ id: id('automatedBudget'), invoiceId: id('invoice') }),
  body: InvoiceChanges,
  sentBack: { record: Invoice, statusBy: 'payments change it' },
  response: data(Invoice),
})

export const vatAmounts = {
  /** Pence, without VAT. */
  net: z.int(),
  /** Pence. */
  vat: z.int(),
  /** Pence: net and VAT. */
  gross: z.int(),
}

/**
 * VAT that a team, its subteams and its budgets' participants were charged between two days, from VAT documents by their
 * tax points, late ones in the period after the one that was closed. What a credit note gives back is negative. What participants buy counts on their budget's invoices and credit
 * notes of its periods, in the place of the receipts that they bill.
 */
export const VatSummary = z.object({
  teamId: z.string(),
  currency: z.string(),
  from: z.string(),
  until: z.string(),
  /** By rate, the highest first; per cent, null for what is outside the scope of VAT. They add up to the totals. */
  rates: z.array(z.object({ rate: z.number().nullable(), ...vatAmounts })),
  ...vatAmounts,
  /** Charged and given back in these days, and on no paper yet: of a month that is not over, mostly. In no total. */
  notYetInvoiced: z.object({ count: z.int(), ...vatAmounts }),
  /** Everything to the end of this day is closed: its figures stay, and later papers count from the day after. Null where nothing is. */
  closedUntil: z.string().nullable(),
  /** One for each rate of each paper, by tax point. They add up to the rates. */
  lines: z.array(
    z.object({
      /** The tax point: of a credit note, the day its money moved. */
      date: z.string(),
      /** Its tax point lies in a period that was closed before it came: it counts in the next one, from `countsOn`. */
      late: z.boolean(),
      /** The day it counts on: its tax point, or, where it is late, the first day of the period that it counts in. */
      countsOn: z.string(),
      kind: z.enum([
        'receipt',
        'invoice',
        'supplementary-invoice',
        'credit-note',
        'period-invoice',
        'period-credit-note',
      ]),
      number: z.string(),
      /** Null on the papers of a plan or of a budget’s month. */
      transactionId: z.string().nullable(),
      /** Of a budget’s month: which budget’s. */
      budgetId: z.string().nullable(),
      /** Of a plan: the invoice, whose page has its credit notes, too. */
      planInvoiceId: z.string().nullable(),
      teamName: z.string(),
      rate: z.number().nullable(),
      ...vatAmounts,
    }),
  ),
})
export type VatSummary = z.infer<typeof VatSummary>

export const getVatSummary = endpoint({
  ...base,
  id: 'getVatSummary',
  method: 'GET',
  path: '/v3/teams/{id}/vat-summary',
  permission: seesBills,
  summary: 'VAT by rate between two days (London), by tax point, for a VAT return, with the papers it stands on.',
  params: z.object({ id: id('team') }),
  query: z.object({
    /** The first day, and the last; the last quarter that has ended unless told. */
    from: civilDate().optional(),
    until: civilDate().optional(),
    currency: currency().default('GBX'),
  }),
  response: data(VatSummary),
})

export const invoiceEndpoints = {
  getTransactionReceipt,
  createProFormaInvoice,
  getOrderProFormaInvoice,
  listTeamInvoices,
  getInvoice,
  updateInvoice,
  listBudgetInvoices,
  updateBudgetInvoice,
  getVatSummary,
}
