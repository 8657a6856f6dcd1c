import type { StopReason } from '#contract/payments/automatic-top-ups.ts'
import { eventType } from '#server/platform/queue.ts'

/** Asks the provider about a charge and does what is left to do: capture, void, or nothing. */
export const SETTLE_CHARGE_JOB = 'payments.settle-charge'
/** Gives back the money of a refund. */
export const SEND_REFUND_JOB = 'payments.send-refund'
/** Asks the provider about a dispute and books what it means. */
export const SETTLE_DISPUTE_JOB = 'payments.settle-dispute'
/** Has the provider forget a deleted card. */
export const FORGET_CARD_JOB = 'payments.forget-card'

/** A wallet is no longer topped up automatically, until someone sets it again. `stopId` is of this time alone. */
export interface AutomaticTopUpStopped {
  stopId: string
  walletId: string
  teamId: string
  /** Whose card it was. */
  userId: string
  because: StopReason
}
export const automaticTopUpStopped = eventType<AutomaticTopUpStopped>('wallet.automatic-top-up-stopped')

/** A card can no longer be charged: deleted, expired, or its holder left the team. */
export const cardStopped = eventType<{ cardId: string; teamId: string }>('card.stopped')
