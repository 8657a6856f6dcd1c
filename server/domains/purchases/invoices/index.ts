import { sql } from 'kysely'
import type { Domain } from '#server/platform/http/domain.ts'
import type { Posy } from '#server/platform/posy.ts'
import { invoiceRoutes } from './routes.ts'
import { mailStatements } from './statement-emails.ts'

export { accountStatement } from './account-statement.ts'
export { invoiceMatcher } from './invoice-matcher.ts'
export { readInvoice, updateInvoice } from './invoices.ts'
export { invoiceDueDay, overdueCustomers } from './overdue-invoices.ts'
export { holdInvoiced, isInvoiceReference, payInvoice } from './pay-invoice.ts'
export { bankReceiveForInvoice, invoiceReceipt } from './receive-for-invoice.ts'
export {
  countsForVat,
  type PeriodBudgetsReader,
  startOfBusinessDay,
  taxPoint,
  type UnbilledReader,
  unpapered,
} from './vat-queries.ts'
export { countVat } from './vat-summary.ts'

/** Invoices as teams read and pay them: receipts, pro forma invoices, statements of account, VAT, and payments from the bank. */
export const invoicesDomain: Domain = { name: 'invoices', routes: invoiceRoutes, register: registerInvoices }

function registerInvoices(posy: Posy): void {
  posy.due.push({
    name: 'orders.account-statements',
    nextDueAt: sql`select min(next_at) from statement_email`,
    run: (now) => mailStatements(posy, now),
  })
}
