import type { Domain } from '#server/platform/http/domain.ts'
import { purchasesPersonalData } from './personal-data.ts'

export {
  finishMaking,
  markDocumentsIssued,
  markInvoicePaid,
  markInvoiceUnpaid,
  moveDates,
  passPurchasesOn,
  recordMadeGifts,
  rewordPurchase,
} from './change-purchases.ts'
export { eraseRecipients } from './erase-recipients.ts'
export { isTheirs } from './personal-data.ts'
export { purchaseProcessing, purchaseStatus } from './purchase-status.ts'
export {
  type Letter,
  lettersOfPurchases,
  lockFinishedTransaction,
  lockPurchases,
  lockTransaction,
  nextAwaitingDocument,
  receiversByIds,
  type TransactionRecord,
  takeAwaitingDocument,
  transactionInScope,
  transactionsByIds,
} from './queries.ts'
export { addRecipients, recordPurchase } from './record-purchase.ts'
export { replaceRecipient } from './replace-recipient.ts'
export { serializePurchase } from './serialize.ts'
export { updateTransaction } from './update-transaction.ts'

/** What was bought and for whom: purchases, what was written to their recipients, and the recipients. */
export const purchaseRecordDomain: Domain = { name: 'purchases', routes: [], personalData: purchasesPersonalData }
