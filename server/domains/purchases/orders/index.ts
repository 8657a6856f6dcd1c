import type { Domain } from '#server/platform/http/domain.ts'
import { ordersPersonalData } from './personal-data.ts'
import { orderRoutes } from './routes.ts'

export { draftLetter } from './draft-email.ts'
export { type OrderRecord, requestFromOrder } from './order.ts'
export { holdOrder, orderInScope, orderOfApproval } from './queries.ts'
export { type RepeatRecipient, recipientsToRepeat } from './repeat-purchase.ts'
export { alreadyBought, closeOrder, deleteUserDrafts, lockOpenOrder, reopenOrder, saveRequest } from './save-order.ts'
export { serializeOrder } from './serialize.ts'

/** Saved orders: purchases that are written down and not made yet. */
export const ordersDomain: Domain = { name: 'orders', routes: orderRoutes, personalData: ordersPersonalData }
