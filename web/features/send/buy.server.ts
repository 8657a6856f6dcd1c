import { ApiError, type CallError } from '#client/errors.ts'
import { isPass, type Result } from '#client/result.ts'
import type { HugggOrder } from '#contract/orders.ts'
import type { Charge } from '#contract/payments.ts'
import type { Payment } from '#contract/transactions.ts'
import type { Session } from '../../session/session.ts'
import { capitalise, formatMoney } from '../../ui/format.ts'
import { type Failure, failureOf } from '../../ui/kit/failure.ts'

/** Why a purchase was not made: what happened, whether money moved, what to do. */
export type PaymentFailure = Pick<Failure, 'message' | 'help' | 'status'>

const NOTHING_MOVED = 'No money has moved and nothing was sent. Your draft is kept.'

/** The typed words of what stands against a purchase, without the names of fields. */
function reasons(error: ApiError): string {
  const details = Array.isArray(error.details) ? (error.details as { message?: unknown }[]) : []
  const words = [...new Set(details.map(({ message }) => String(message)))].slice(0, 4).map(inPounds)
  return words.length ? `${words.join('; ')}.` : error.errorMessage
}

/** `costs 1250 pence` as people say it. */
const inPounds = (message: string): string => {
  const text = message
    .replace(/(\d+) pence/g, (_, pence: string) => formatMoney(Number(pence), 'GBX'))
    .replace(/wallet has (\d+)$/, (_, pence: string) => `wallet has ${formatMoney(Number(pence), 'GBX')}`)
  return capitalise(text)
}

const titles: Record<string, string> = {
  insufficient_funds: 'There is not enough money in that wallet',
  credit_limit_reached: 'Your team’s credit does not reach so far',
  plan_limit_reached: 'Your plan does not allow this purchase',
  restricted: 'Your team does not allow this purchase',
  forbidden: 'Your role does not allow this purchase',
  invalid_fields: 'Something in the draft is not right yet',
}

export function purchaseFailure(error: CallError): PaymentFailure {
  if (!(error instanceof ApiError) || error.response.status >= 500)
    return {
      status: 503,
      message: 'We could not tell whether the purchase went through',
      help: 'Press the button again: it buys these gifts once, however often it is pressed.',
    }
  const message = titles[error.code] ?? 'The purchase was not made'
  return { status: error.response.status, message, help: `${reasons(error)} ${NOTHING_MOVED}` }
}

/**
 * Buys a draft as it was saved. The key comes from the draft, and an order can be bought once: a second press, another
 * tab and a repeated request all end at the same purchase.
 */
export async function buy(session: Session, order: HugggOrder, payment: Payment): Promise<PaymentFailure | null> {
  const bought = await answered(() =>
    session.api.createTransaction(
      { body: { purchase: { type: 'order', reference: order.id }, payment } },
      { idempotencyKey: `order-${order.id}` },
    ),
  )
  if (isPass(bought)) return null
  const again = await session.api.getOrder({ params: { id: order.id } })
  if (isPass(again) && again.pass.data.transactionId) return null
  return purchaseFailure((bought as { fail: CallError }).fail)
}

/** A call that got no answer at all is a failure like any other. */
export async function answered<T>(call: () => Promise<Result<T, CallError>>): Promise<Result<T, CallError>> {
  try {
    return await call()
  } catch {
    return { fail: new ApiError(new Response(null, { status: 503 }), null) }
  }
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
  order: HugggOrder,
  { amountPence, currency, attempt, card }: ChargeWish,
): Promise<Charge | PaymentFailure> {
  const made = await answered(() =>
    session.api.createCharge(
      { body: { ...card, amount: amountPence, currency, returnUrl: `/payments/3ds?order=${order.id}` } },
      { idempotencyKey: `order-${order.id}-${attempt}` },
    ),
  )
  if (isPass(made)) return made.pass.data
  const { message, status } = failureOf((made as { fail: CallError }).fail)
  return {
    status,
    message: status >= 500 ? 'The card could not be charged just now' : message,
    help: status >= 500 ? 'Nothing was bought. Try again in a moment, or pay in another way.' : NOTHING_MOVED,
  }
}
