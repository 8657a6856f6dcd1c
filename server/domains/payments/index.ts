import type { Domain } from '#server/platform/http/domain.ts'
import { registerPayments } from './jobs.ts'
import { paymentsRoutes } from './routes.ts'

export type { CardRecord } from './card.ts'
export type { ChargeRecord, ChargeState } from './charge.ts'
export { chargeStoredCard, type StoredCardCharge } from './charge-stored-card.ts'
export { type DeclineKind, declineKind } from './declines.ts'
export { type AutomaticTopUpStopped, automaticTopUpStopped } from './events.ts'
export { cardInScope, chargeInScope, type TopUpRecord } from './queries.ts'
export { cardRefund, refundCharge } from './refund-charge.ts'
export { type ChargeUse, type SpentCharge, spendCharge, spendChargeAsSystem } from './spend-charge.ts'
export { type NewTopUp, presentTopUp, topUpWallet } from './top-up-wallet.ts'

/** Cards and charges: money that comes from outside by card. */
export const paymentsDomain: Domain = { name: 'payments', routes: paymentsRoutes, register: registerPayments }
