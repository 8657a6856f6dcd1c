import type { Domain } from '#server/platform/http/domain.ts'
import { registerPayments } from './jobs.ts'
import { paymentsRoutes } from './routes.ts'

export { askRefund, cardRefund, cardRefundAct } from './ask-refund.ts'
export { topUpBlocksWalletClosure } from './automatic-top-up.ts'
export type { ChargeRecord } from './charge.ts'
export { chargeStoredCard, type StoredCardCharge } from './charge-stored-card.ts'
export { requireChargeable } from './create-charge.ts'
export { type DeclineKind, declineKind } from './declines.ts'
export { automaticTopUpStopped } from './events.ts'
export { cardInScope, chargeInScope, openDisputes, type TopUpRecord, topUpInScope, waitingDisputes } from './queries.ts'
export { spendCharge, spendChargeAsSystem } from './spend-charge.ts'
export { serializeTopUp, topUpWallet } from './top-up-wallet.ts'

/** Cards and charges: money that comes from outside by card. */
export const paymentsDomain: Domain = { name: 'payments', routes: paymentsRoutes, register: registerPayments }
