import { Temporal } from '#kit/time.ts'
import { newIdentifier } from './identifiers.ts'
import type { Provider } from './provider.ts'
import type { Action, SandboxPayment } from './records.ts'
import { codeForAmount, declineSummary, REQUIRES_3DS } from './test-cards.ts'
import { publicCard } from './tokens.ts'

const CHALLENGE_LAPSES = { minutes: 15 }

export const actOnPayment = (
  payment: SandboxPayment,
  type: Action['type'],
  at: string,
  details: Partial<Action> = {},
): Action => {
  const response_code = details.response_code ?? '10000'
  const action: Action = {
    id: newIdentifier('act'),
    type,
    processed_on: at,
    amount: payment.amount,
    approved: response_code === '10000',
    reference: payment.reference,
    ...details,
    response_code,
    response_summary: declineSummary(response_code),
  }
  payment.actions.push(action)
  return action
}

/** The bank's word on a payment: the card's own habit first, then what the amount says. */
export function authorise(payment: SandboxPayment, at: string, { authenticated }: { authenticated: boolean }): Action {
  const { card, amount } = payment
  const unconfirmed = card.requires3ds && !authenticated ? REQUIRES_3DS : null
  const code = card.declines ?? unconfirmed ?? codeForAmount(amount)
  const action = actOnPayment(payment, amount === 0 ? 'Card Verification' : 'Authorization', at, {
    response_code: code,
  })
  payment.approved = action.approved
  payment.status = !action.approved ? 'Declined' : amount === 0 ? 'Card Verified' : 'Authorized'
  return action
}

/** A challenge no one answered in time has lapsed, no matter who looks first. @returns whether it lapsed now */
export function lapse(payment: SandboxPayment, now: Temporal.Instant): boolean {
  if (payment.status !== 'Pending') return false
  const end = Temporal.Instant.from(payment.requested_on).add(CHALLENGE_LAPSES)
  if (Temporal.Instant.compare(now, end) < 0) return false
  payment.status = 'Expired'
  actOnPayment(payment, 'Authorization', now.toString(), { response_code: '20152' })
  return true
}

/** A payment on the wire. */
export function serializeSandboxPayment(payment: SandboxPayment, { pagesUrl }: Provider) {
  const { card, instrument, session, actions } = payment
  const decided = actions.find(({ type }) => type === 'Authorization' || type === 'Card Verification')
  return {
    id: payment.id,
    requested_on: payment.requested_on,
    source: { ...(instrument && { id: instrument }), type: 'card', ...publicCard(card) },
    amount: payment.amount,
    currency: payment.currency,
    payment_type: payment.payment_type,
    reference: payment.reference,
    approved: payment.approved,
    status: payment.status,
    ...(decided && { response_code: decided.response_code, response_summary: decided.response_summary }),
    '3ds': { downgraded: false, enrolled: card.challenge ? 'Y' : 'N' },
    balances: {
      total_authorized: payment.approved ? payment.amount : 0,
      total_voided: payment.status === 'Voided' ? payment.amount : 0,
      available_to_void: payment.status === 'Authorized' ? payment.amount : 0,
      total_captured: payment.captured,
      available_to_capture: payment.status === 'Authorized' ? payment.amount : 0,
      total_refunded: payment.refunded,
      available_to_refund: payment.captured - payment.refunded,
    },
    _links: {
      self: { href: `${pagesUrl}/payments/${payment.id}` },
      actions: { href: `${pagesUrl}/payments/${payment.id}/actions` },
      ...(payment.status === 'Pending' && session && { redirect: { href: `${pagesUrl}/3ds/${session}` } }),
    },
  }
}

/** What a notice tells of a payment. */
export const buildNotice = (payment: SandboxPayment, action: Action) => ({
  id: payment.id,
  action_id: action.id,
  reference: payment.reference,
  amount: action.amount,
  currency: payment.currency,
  processed_on: action.processed_on,
  response_code: action.response_code,
  response_summary: action.response_summary,
})
