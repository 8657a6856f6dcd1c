import type { Domain } from '#server/platform/http/domain.ts'
import { registerBuying } from './jobs.ts'
import { transactionRoutes } from './routes.ts'

export { createTransaction } from './create-transaction.ts'
export { type Quoted, quotePurchase } from './quote-purchase.ts'
export { serializePurchases } from './transaction-answer.ts'

/** Buying: quotes, purchases, and approving one. */
export const buyDomain: Domain = { name: 'buy', routes: transactionRoutes, register: registerBuying }
