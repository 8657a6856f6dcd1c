import type { Domain } from '#server/platform/http/domain.ts'
import { registerPurchaseDocuments } from './jobs.ts'

export { takeBackAndCharge } from './charge-again.ts'
export { ensureDocument } from './issue-purchase-documents.ts'
export { documentLines, type PricedForDocument, proFormaContent, ROUNDING, restLine } from './purchase-document.ts'
export { invoicePayments, lastPayments } from './queries.ts'
export { dueDate, setReminders } from './remind-overdue.ts'

/** What purchases are put on: receipts, invoices, credit notes and invoices of what is charged again. */
export const purchaseDocumentsDomain: Domain = {
  name: 'purchase documents',
  routes: [],
  register: registerPurchaseDocuments,
}
