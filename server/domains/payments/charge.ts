import type { Selectable } from 'kysely'
import type { Charge } from '#contract/payments/payments.ts'
import { iso } from '#kit/time.ts'
import type { ChargeTable } from '#server/platform/database/schema.ts'
import type { ProviderPayment } from '#server/providers/checkout/types.ts'
import { authenticationError, type ChargeError, friendlyError } from './declines.ts'

export type ChargeRecord = Selectable<ChargeTable>
export type ChargeState = ChargeRecord['state']

/** An authorisation no one used is given back after this. */
export const UNUSED_AFTER_MS = 30 * 60_000
/** The provider ends a 3-D Secure session after this. */
const CHALLENGE_LAPSES_MS = 15 * 60_000
/** An attempt the provider knows nothing of after this never reached it: far longer than any request lives. */
const UNHEARD_AFTER_MS = 5 * 60_000
/** A challenge the provider still calls pending so long after it lapsed is given up. */
const CHALLENGE_GIVEN_UP_MS = 60 * 60_000
/** Until the provider is asked again about what it has not finished. */
export const ASK_AGAIN_MS = 60_000

const wireStatus: Record<ChargeState, Charge['status']> = {
  requested: 'pending',
  challenged: 'pending',
  authorised: 'processed',
  spent: 'processed',
  captured: 'processed',
  verified: 'processed',
  voiding: 'void',
  voided: 'void',
  declined: 'failed',
  lost: 'failed',
}

/** The states that a status on the wire stands for. */
export const toChargeStates = (statuses: readonly Charge['status'][]): ChargeState[] =>
  (Object.keys(wireStatus) as ChargeState[]).filter((state) => statuses.includes(wireStatus[state]))

/** By the beginning of the key under which a charge was used. */
const uses: Record<string, Charge['paidFor']> = {
  'top-up': 'wallet-top-up',
  purchase: 'purchase',
  'budget-run': 'budget-run',
  'plan-invoice': 'plan-invoice',
}

/** Nothing more will happen to it automatically. */
export const isSettled = (state: ChargeState): boolean =>
  ['captured', 'voided', 'verified', 'declined', 'lost'].includes(state)

export interface Transition {
  state: ChargeState
  /** When to look again; null when there is nothing to wait for. */
  dueAt: Date | null
  error?: ChargeError
}

const later = (at: Date, ms: number): Date => new Date(at.getTime() + ms)

/**
 * What the provider's word makes of a charge at a moment; null where nothing changes. Only the provider's present word
 * counts, never the order in which notices came, so it may be applied again and again.
 * @param payment null where the provider knows of no payment for the charge
 */
export function chargeTransition(charge: ChargeRecord, payment: ProviderPayment | null, at: Date): Transition | null {
  switch (charge.state) {
    case 'requested':
    case 'challenged':
      return payment ? answered(charge, payment, at) : unheard(charge, at)
    case 'declined':
      // Given up, and yet money was reserved: it is given back.
      return payment?.status === 'authorised' ? { state: 'voiding', dueAt: at } : null
    case 'authorised':
      return payment && isGone(payment) ? { state: 'voided', dueAt: null } : null
    case 'voiding':
      if (payment && isGone(payment)) return { state: 'voided', dueAt: null }
      return { state: 'voiding', dueAt: later(at, ASK_AGAIN_MS) }
    case 'spent':
      if (payment?.status === 'captured') return { state: 'captured', dueAt: null }
      if (payment && isGone(payment)) return { state: 'lost', dueAt: null, error: 'not-captured' }
      return { state: 'spent', dueAt: later(at, ASK_AGAIN_MS) }
    default:
      return null
  }
}

const isGone = ({ status }: ProviderPayment) => status === 'voided' || status === 'expired' || status === 'declined'

function answered(charge: ChargeRecord, payment: ProviderPayment, at: Date): Transition {
  switch (payment.status) {
    case 'authorised':
    case 'captured':
      return { state: 'authorised', dueAt: later(at, UNUSED_AFTER_MS) }
    case 'verified':
      return { state: 'verified', dueAt: null }
    case 'voided':
      return { state: 'voided', dueAt: null }
    case 'expired':
      return { state: 'declined', dueAt: null, error: '3ds-lapsed' }
    case 'declined': {
      const silent = charge.state === 'challenged' && payment.responseCode === null ? '3ds-failed' : 'declined'
      return { state: 'declined', dueAt: null, error: authenticationError(payment.responseCode) ?? silent }
    }
    case 'pending':
      return waiting(charge, payment, at)
  }
}

function waiting(charge: ChargeRecord, payment: ProviderPayment, at: Date): Transition {
  const age = at.getTime() - charge.created_at.getTime()
  if (age > CHALLENGE_GIVEN_UP_MS) return { state: 'declined', dueAt: null, error: '3ds-lapsed' }
  if (!payment.redirectUrl && charge.state !== 'challenged')
    return { state: 'requested', dueAt: later(at, ASK_AGAIN_MS) }
  const lapsesAt = later(charge.created_at, CHALLENGE_LAPSES_MS)
  return { state: 'challenged', dueAt: lapsesAt > at ? lapsesAt : later(at, ASK_AGAIN_MS) }
}

function unheard(charge: ChargeRecord, at: Date): Transition {
  if (at.getTime() - charge.created_at.getTime() > UNHEARD_AFTER_MS)
    return { state: 'declined', dueAt: null, error: 'not-processed' }
  return { state: charge.state, dueAt: later(at, ASK_AGAIN_MS) }
}

/** A charge on the wire. */
export function serializeCharge(charge: ChargeRecord): Charge {
  const error = charge.error as ChargeError | null
  const requires3ds = charge.state === 'challenged'
  return {
    id: charge.id,
    method: charge.method,
    status: wireStatus[charge.state],
    amount: charge.amount,
    spent: charge.spent,
    refunded: charge.refunded,
    currency: charge.currency,
    cardId: charge.card_id,
    transactionId: charge.transaction_id,
    paidFor: uses[charge.spent_key?.split('/')[0] ?? ''] ?? null,
    walletId: charge.wallet_id,
    methodPaymentId: charge.method_payment_id,
    userId: charge.user_id,
    ...(error && {
      error,
      ...(charge.error_code && { errorCode: charge.error_code }),
      ...(charge.error_summary && { errorSummary: charge.error_summary }),
      friendlyError: friendlyError(error, charge.error_code),
    }),
    requires3ds,
    ...(requires3ds && charge.redirect_url && { redirectUrl: charge.redirect_url }),
    intent: charge.intent_wallet_id ? { walletId: charge.intent_wallet_id, automatic: charge.intent_automatic } : null,
    dateCreated: iso(charge.created_at),
    dateModified: iso(charge.updated_at),
  }
}
