import type { Quote } from '#contract/orders/orders.ts'
import type { Payment } from '#contract/orders/purchase.ts'
import { newId } from '#kit/ids.ts'
import type { Work } from '#server/platform/posy.ts'
import { member, type Principal } from '#server/platform/principal.ts'
import { fieldProblem } from '#server/platform/problem/problem.ts'
import { saveRequest } from '../orders/index.ts'
import type { LoadedFacts, PurchaseRequest } from '../request/index.ts'
import { endOfWaiting, type NeededApproval } from './approval.ts'
import { listApprovers } from './approval-limits.ts'
import { askApprovers } from './notify-buyer.ts'

interface Held {
  request: PurchaseRequest
  payment: Payment
  quote: Quote
  facts: Pick<LoadedFacts, 'teamId' | 'cover' | 'hugggMeta' | 'pictures'> & {
    payment: NonNullable<LoadedFacts['payment']>
  }
  needed: NeededApproval
}

/**
 * Puts a purchase that nothing else stands against before another person: its order is kept as it is until they have
 * decided. No money moves.
 * @returns the order
 * @throws restricted (403) for what cannot wait: a card's reservation, and more gifts for a link that is out
 */
export async function holdForApproval(work: Work, caller: Principal, held: Held): Promise<{ orderId: string }> {
  const { request, payment, quote, facts, needed } = held
  const { tx, at } = work
  const { userId, teamId } = member(caller)
  const method = requireHoldable(request, payment, { quote, needed })
  const order = request.order ?? (await saveRequest(work, caller, request, facts))
  const id = newId()
  await tx
    .insertInto('approval')
    .values({
      ...{ id, order_id: order.id, order_version: order.version },
      ...{ team_id: facts.teamId, acting_team_id: teamId, user_id: userId },
      ...{ api_key_id: caller.apiKey?.id ?? null, client_id: caller.clientId },
      ...{ payment_method: method, wallet_id: facts.payment.wallet.id },
      ...{ currency: quote.currency, total: quote.total, quote: JSON.stringify(quote) },
      ...{ reason: needed.reason, limit_pence: needed.limitPence, spent_pence: needed.spentPence },
      ...{ asked_at: at, ends_at: endOfWaiting(at) },
    })
    .execute()
  const subject = { kind: 'order', id: order.id }
  const detail = { amountPence: quote.total, currency: quote.currency, reason: needed.reason }
  await work.audit('order.approval-asked', subject, { teamId: facts.teamId, detail })
  const approvers = await listApprovers(tx, { userId, teamId: facts.teamId })
  await askApprovers(work, { id, orderId: order.id, teamId: facts.teamId, userId, quote }, approvers)
  return { orderId: order.id }
}

/** @returns how it is going to be paid */
function requireHoldable(
  request: PurchaseRequest,
  { method }: Payment,
  { quote, needed }: Pick<Held, 'quote' | 'needed'>,
): Exclude<Payment['method'], 'charge'> {
  if (method !== 'charge' && !request.raises) return method
  const { limitPence } = needed
  const detail =
    method === 'charge'
      ? {
          path: 'payment.method',
          message: 'this waits for approval, and a card’s reservation cannot: pay from a wallet or by invoice',
          reason: { code: 'approval_needed' as const, limitPence, costsPence: quote.total, currency: quote.currency },
        }
      : {
          path: 'limit',
          message: 'more gifts for this link need approval: buy a new shareable gift, which can wait for it',
        }
  throw fieldProblem('restricted', { code: 'restricted', ...detail })
}
