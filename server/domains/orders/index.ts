import type { Domain } from '#server/platform/http/domain.ts'
import { approvalRoutes } from './approval-routes.ts'
import { invoiceRoutes } from './invoice-routes.ts'
import { registerOrders } from './jobs.ts'
import { orderRoutes } from './order-routes.ts'
import { ordersPersonalData } from './personal-data.ts'
import { transactionRoutes } from './routes.ts'

export { takeBackAndCharge } from './charge-again.ts'
export { createTransaction } from './create-transaction.ts'
export { endApproval } from './decide-approval.ts'
export { orderDecided } from './events.ts'
export { readInvoice, updateInvoice } from './invoices.ts'
export {
  isInvoiceReference,
  payInvoice,
} from './pay-invoice.ts'
export { documentLines, type PricedForDocument, ROUNDING, restLine } from './purchase-document.ts'
export { type Quoted, quotePurchase } from './quote-purchase.ts'
export { bankReceiveForInvoice } from './receive-for-invoice.ts'
export { refuse } from './refuse-purchase.ts'
export { askForRepair, confirmRepair, repairable } from './repair.ts'
export { type RepairKind, repairKinds } from './repair-kinds.ts'
export { serializePurchases } from './routes.ts'
export { countsForVat, provideUnbilled, taxPoint, type UnbilledReader } from './statement-queries.ts'

/** Buying: saved orders, quotes, purchases, and what is done to all gifts of one. */
export const ordersDomain: Domain = {
  name: 'orders',
  routes: [...transactionRoutes, ...orderRoutes, ...approvalRoutes, ...invoiceRoutes],
  personalData: ordersPersonalData,
  register: registerOrders,
}
