import type { ApprovalStatus } from '#contract/orders/approvals.ts'
import { eventType } from '#server/platform/queue.ts'

/** An order no longer waits for approval; with its purchase where it was bought. */
export const orderDecided = eventType<{
  orderId: string
  status: Exclude<ApprovalStatus, 'pending'>
  transactionId: string | null
}>('order.decided')
