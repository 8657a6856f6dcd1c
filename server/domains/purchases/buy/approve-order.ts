import type { Work } from '#server/platform/posy.ts'
import { member, type Principal } from '#server/platform/principal.ts'
import { Problem } from '#server/platform/problem/problem.ts'
import { approvalPayment, BUYER_GONE, closeApproval, loadBuyer, lockDecidable } from '../approvals/index.ts'
import { orderOfApproval, requestFromOrder } from '../orders/index.ts'
import { buy } from './create-transaction.ts'

/**
 * Buys an order that waits, in its buyer's name and at the price it was asked for: everything is checked again, and all of
 * it is one transaction.
 * @param agreed the version that was read, and the new price where it has changed
 * @throws not_found (404); forbidden (403) for the buyer, who is behind the buyer's key, and programs; wrong_state (409)
 *   once it is decided, or its buyer is gone; conflict (409) for another version; price_changed (409) and what createTransaction throws
 */
export async function approveOrder(
  work: Work,
  caller: Principal,
  orderId: string,
  agreed: { version: number; quotedTotal?: number | undefined },
): Promise<void> {
  const approval = await lockDecidable(work, caller, orderId, agreed.version)
  const buyer = await loadBuyer(work.tx, approval)
  if (!buyer) throw new Problem('wrong_state', `${BUYER_GONE}.`, { help: 'Decline it. No money has moved.' })
  const bought = await buy(
    work,
    buyer,
    requestFromOrder(await orderOfApproval(work.tx, orderId)),
    { payment: approvalPayment(approval), quotedTotal: agreed.quotedTotal ?? approval.total },
    { isApproved: true },
  )
  if (!('transactionId' in bought)) throw new Error('an approved order was held again')
  await closeApproval(work, approval, { status: 'approved', decidedBy: member(caller).userId, ...bought })
}
