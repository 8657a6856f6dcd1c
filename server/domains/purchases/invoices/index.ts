import type { Domain } from '#server/platform/http/domain.ts'
import { invoiceRoutes } from './routes.ts'

export { invoiceMatcher } from './invoice-matcher.ts'
export { readInvoice, updateInvoice } from './invoices.ts'
export { overdueCustomers } from './overdue-invoices.ts'
export { holdInvoiced, isInvoiceReference, payInvoice } from './pay-invoice.ts'
export { bankReceiveForInvoice, invoiceReceipt } from './receive-for-invoice.ts'
export { countsForVat, taxPoint, type UnbilledReader } from './vat-queries.ts'

/** Invoices as teams read and pay them: receipts, pro forma invoices, statements of account, VAT, and payments from the bank. */
export const invoicesDomain: Domain = { name: 'invoices', routes: invoiceRoutes }
