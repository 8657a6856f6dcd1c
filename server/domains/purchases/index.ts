import { approvalsDomain } from './approvals/index.ts'
import { buyDomain } from './buy/index.ts'
import { purchaseDocumentsDomain } from './documents/index.ts'
import { purchaseGiftsDomain } from './gifts/index.ts'
import { recipientGroupsDomain } from './groups/index.ts'
import { invoicesDomain } from './invoices/index.ts'
import { ordersDomain } from './orders/index.ts'

/** Purchases, room by room, the lowest first. What was bought (record/) stands on a floor of its own below. */
export const purchasesDomains = [
  ordersDomain,
  recipientGroupsDomain,
  approvalsDomain,
  purchaseDocumentsDomain,
  invoicesDomain,
  buyDomain,
  purchaseGiftsDomain,
]
