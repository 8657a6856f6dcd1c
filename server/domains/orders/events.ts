import type { ApprovalStatus } from '#contract/orders/approvals.ts'
import { eventType } from '#server/platform/queue.ts'

/** Makes the gifts of a large purchase, chunk by chunk. */
export const CREATE_HUGGGS_JOB = 'orders.create-hugggs'

/** All gifts of a purchase have been made. */
export const transactionCompleted = eventType<{ transactionId: string }>('transaction.completed')

/** An order no longer waits for approval; with its purchase where it was bought. */
export const orderDecided = eventType<{
  orderId: string
  status: Exclude<ApprovalStatus, 'pending'>
  transactionId: string | null
}>('order.decided')
