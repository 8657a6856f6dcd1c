import type { ApprovalStatus } from '#contract/orders/approvals.ts'
import type { Work } from '#server/platform/posy.ts'
import { member, type Principal } from '#server/platform/principal.ts'
import { Problem } from '#server/platform/problem/problem.ts'
import { reopenOrder } from '../orders/index.ts'
import { type ApprovalRecord, alreadyDecided } from './approval.ts'
import { orderDecided } from './events.ts'
import { notifyBuyer } from './notify-buyer.ts'
import { isPerson, lockApproval, lockPending } from './queries.ts'

/** Says no, with a note to the buyer. @throws as {@link lockDecidable} */
export async function declineOrder(
  work: Work,
  caller: Principal,
  orderId: string,
  { version, note }: { version: number; note: string },
): Promise<void> {
  const approval = await lockDecidable(work, caller, orderId, version)
  await closeApproval(work, approval, { status: 'declined', decidedBy: member(caller).userId, note })
}

/** Takes the caller's own order back. @throws not_found (404), wrong_state (409), forbidden (403) for others' */
export async function withdrawOrder(work: Work, caller: Principal, orderId: string): Promise<void> {
  const approval = requirePending(await lockApproval(work.tx, caller, orderId))
  if (!approval.isOwn)
    throw new Problem('forbidden', 'Only the person who asked for it can withdraw it. You can decline it.')
  await closeApproval(work, approval, { status: 'withdrawn' })
}

/** Ends a request that no longer waits: its time is over, or its buyer has left. Does nothing where someone was faster. */
export async function endApproval(work: Work, orderId: string, status: 'withdrawn' | 'expired'): Promise<void> {
  const approval = await lockPending(work.tx, orderId)
  if (approval) await closeApproval(work, approval, { status })
}

/**
 * The approval of an order that the caller may decide on now, no one else's until the transaction ends.
 * @throws not_found (404); forbidden (403) for the buyer, who is behind the buyer's key, and programs; wrong_state (409) once it is
 *   decided; conflict (409) for another version
 */
export async function lockDecidable(
  work: Work,
  caller: Principal,
  orderId: string,
  version: number,
): Promise<ApprovalRecord> {
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

export async function closeApproval(work: Work, approval: ApprovalRecord, decision: Decision): Promise<void> {
  const { tx, at } = work
  const { status, decidedBy = null, note = null, transactionId = null } = decision
  await tx
    .updateTable('approval')
    .set({ status, decided_by: decidedBy, decided_at: at, note, transaction_id: transactionId })
    .where('id', '=', approval.id)
    .execute()
  if (status !== 'approved') await reopenOrder(work, approval.order_id)
  const detail = { amountPence: approval.total, currency: approval.currency, transactionId }
  await work.audit(
    `order.approval-${status}`,
    { kind: 'order', id: approval.order_id },
    { teamId: approval.team_id, detail },
  )
  if (status !== 'withdrawn') await notifyBuyer(work, approval, transactionId)
  await work.emit(orderDecided, { orderId: approval.order_id, status, transactionId })
}
