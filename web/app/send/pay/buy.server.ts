import type { CallProblem } from '#contract/core/invoke.ts'
import type { Order } from '#contract/orders/orders.ts'
import type { Payment } from '#contract/orders/purchase.ts'
import type { Charge } from '#contract/payments/payments.ts'
import { readForm, ticked } from '#web/http/read-form.ts'
import { sentenceFor } from '#web/messages.ts'
import { paths } from '#web/paths.ts'
import type { Session } from '#web/session/session.ts'
import { type Failure, toFormFailure } from '#web/ui/kit/failure.ts'

/** Why a purchase was not made: what happened, whether money moved, what to do. */
export type PaymentFailure = Pick<Failure, 'message' | 'help' | 'status'>

const NOTHING_MOVED = 'No money has moved and nothing was sent. Your draft is saved.'

/** What stands against a purchase, each thing once, without the names of fields. */
function reasons({ details, message }: CallProblem): string {
  const words = [...new Set(details.map(sentenceFor))].slice(0, 4)
  return words.length ? `${words.join('; ')}.` : message
}

const titles: Record<string, string> = {
  insufficient_funds: 'There is not enough money in that wallet',
  credit_limit_reached: 'Over your team’s credit limit',
  plan_limit_reached: 'Your plan does not allow this purchase',
  restricted: 'Your team does not allow this purchase',
  forbidden: 'Your role does not allow this purchase',
  invalid_fields: 'Something in the draft is not right yet',
  price_changed: 'The price has changed since this page was opened',
  idempotency_key_reused: 'This page has sent a gift already',
}

/** @param unmoved what to say of the money where none has moved */
export function purchaseFailure(problem: CallProblem, unmoved = NOTHING_MOVED): PaymentFailure {
  if (problem.status >= 500)
    return {
      status: 503,
      message: 'We could not tell whether the purchase went through',
      help: 'Press the button again: it buys these gifts once, however often it is pressed.',
    }
  // A step without scripts does not say for which team it was opened (decision 504).
  if (problem.code === 'not_found')
    return {
      status: problem.status,
      message: 'This page names something that is not in the budget or team you act in now',
      help: `${problem.message} If you switched in another tab, switch back, or open this page again to pay from where you act now. ${unmoved}`,
    }
  const message = titles[problem.code] ?? 'The purchase was not made'
  return { status: problem.status, message, help: `${reasons(problem)} ${unmoved}` }
}

/**
 * Buys a draft as it was saved, or asks for approval. The key comes from the draft as it stands, and an order can be bought
 * once: a second press, another tab and a repeated request all end at the same purchase. What was shown is what is charged: a draft that has changed in
 * another tab is refused with its new price.
 */
export async function buy(
  session: Session,
  order: Order,
  payment: Payment,
  quotedTotal?: number,
): Promise<PaymentFailure | null> {
  const bought = await session.api.createTransaction(
    { body: { purchase: { type: 'order', reference: order.id }, payment, quotedTotal } },
    { idempotencyKey: `order-${order.id}-${order.version}` },
  )
  if (bought.ok) return null
  const again = await session.api.getOrder({ params: { id: order.id } })
  if (again.ok && (again.value.data.transactionId || again.value.data.approval === 'pending')) return null
  return purchaseFailure(bought.problem)
}

/**
 * Keeps with the draft that everyone who gets a gift for adults is one, where its sender says so.
 * @returns what stands against it where they do not; null where nothing does
 */
export async function confirmAdults(session: Session, order: Order, form: FormData): Promise<PaymentFailure | null> {
  const { over18, asksOver18 } = readForm(form, { over18: ticked, asksOver18: ticked })
  if (!asksOver18 || over18 === (order.over18 ?? false)) return null
  const kept = await session.api.updateOrder({ params: { id: order.id }, body: { entity: { over18 } } })
  return kept.ok ? null : purchaseFailure(kept.problem)
}

interface ChargeWish {
  amountPence: number
  currency: 'GBX' | 'EUX'
  /** Made with the page: one press, one charge. */
  attempt: string
  card: { cardId: string } | { token: string; storeCard: boolean }
}

/** Reserves the price on a card. A decline and a wish for 3-D Secure are charges too: read them. */
export async function reserve(
  session: Session,
  order: Order,
  { amountPence, currency, attempt, card }: ChargeWish,
): Promise<Charge | PaymentFailure> {
  const made = await session.api.createCharge(
    { body: { ...card, amount: amountPence, currency, returnUrl: paths.afterBank({ order: order.id }) } },
    { idempotencyKey: `order-${order.id}-${attempt}` },
  )
  if (made.ok) return made.value.data
  const { message, status } = toFormFailure(made.problem)
  return {
    status,
    message: status >= 500 ? 'The card could not be charged just now' : message,
    help: status >= 500 ? 'Nothing was bought. Try again in a moment, or pay in another way.' : NOTHING_MOVED,
  }
}
