import type { ApprovalStatus } from '#contract/orders/approvals.ts'
import type { Work } from '#server/platform/posy.ts'
import { member, type Principal } from '#server/platform/principal.ts'
import { Problem } from '#server/platform/problem/problem.ts'
import { type ApprovalRecord, alreadyDecided } from './approval.ts'
import { approvalPayment, BUYER_GONE, isPerson, loadBuyer, lockApproval, lockPending } from './approval-queries.ts'
import { buy } from './create-transaction.ts'
import { orderDecided } from './events.ts'
import { notifyBuyer } from './notify-buyer.ts'
import { draftOfOrder } from './order.ts'
import { orderOfApproval } from './order-queries.ts'

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
    draftOfOrder(await orderOfApproval(work.tx, orderId)),
    { payment: approvalPayment(approval), quotedTotal: agreed.quotedTotal ?? approval.total },
    { isApproved: true },
  )
  if (!('transactionId' in bought)) throw new Error('an approved order was held again')
  await close(work, approval, { status: 'approved', decidedBy: member(caller).userId, ...bought })
}

/** Says no, with a note to the buyer. @throws as {@link approveOrder}, before anything is bought */
export async function declineOrder(
  work: Work,
  caller: Principal,
  orderId: string,
  { version, note }: { version: number; note: string },
): Promise<void> {
  const approval = await lockDecidable(work, caller, orderId, version)
  await close(work, approval, { status: 'declined', decidedBy: member(caller).userId, note })
}

/** Takes the caller's own order back. @throws not_found (404), wrong_state (409), forbidden (403) for others' */
export async function withdrawOrder(work: Work, caller: Principal, orderId: string): Promise<void> {
  const approval = requirePending(await lockApproval(work.tx, caller, orderId))
  if (!approval.isOwn)
    throw new Problem('forbidden', 'Only the person who asked for it can withdraw it. You can decline it.')
  await close(work, approval, { status: 'withdrawn' })
}

/** Ends a request that no longer waits: its time is over, or its buyer has left. Does nothing where someone was faster. */
export async function endApproval(work: Work, orderId: string, status: 'withdrawn' | 'expired'): Promise<void> {
  const approval = await lockPending(work.tx, orderId)
  if (approval) await close(work, approval, { status })
}

async function lockDecidable(work: Work, caller: Principal, orderId: string, version: number): Promise<ApprovalRecord> {
  const approval = requirePending(await lockApproval(work.tx, caller, orderId))
  if (!isPerson(caller)) throw new Problem('forbidden', 'Only someone who has signed in decides on orders.')
  if (approval.isOwn)
    throw new Problem('forbidden', 'Someone else has to decide on what you buy, and on what your keys buy.')
  if (approval.ends_at <= work.at) throw alreadyDecided('expired')
  if (approval.order_version !== version)
    throw new Problem('conflict', 'This order has been asked for again since you looked at it.')
  return approval
}

function requirePending<A extends ApprovalRecord>(approval: A): A {
  if (approval.status !== 'pending') throw alreadyDecided(approval.status)
  return approval
}

interface Decision {
  status: Exclude<ApprovalStatus, 'pending'>
  decidedBy?: string
  note?: string
  transactionId?: string
}

async function close(work: Work, approval: ApprovalRecord, decision: Decision): Promise<void> {
  const { tx, at } = work
  const { status, decidedBy = null, note = null, transactionId = null } = decision
  await tx
    .updateTable('approval')
    .set({ status, decided_by: decidedBy, decided_at: at, note, transaction_id: transactionId })
    .where('id', '=', approval.id)
    .execute()
  // What was not bought is a draft again, and asking for it again is another request.
  if (status !== 'approved')
    await tx
      .updateTable('basket')
      .set((e) => ({ version: e('version', '+', 1), updated_at: at }))
      .where('id', '=', approval.order_id)
      .execute()
  const detail = { amountPence: approval.total, currency: approval.currency, transactionId }
  await work.audit(
    `order.approval-${status}`,
    { kind: 'order', id: approval.order_id },
    { teamId: approval.team_id, detail },
  )
  if (status !== 'withdrawn') await notifyBuyer(work, approval, transactionId)
  await work.emit(orderDecided, { orderId: approval.order_id, status, transactionId })
}
