import { eventType } from '#server/platform/queue.ts'

/** Makes the gifts of a large purchase, chunk by chunk. */
export const CREATE_HUGGGS_JOB = 'orders.create-hugggs'

/** All gifts of a purchase have been made. */
export const transactionCompleted = eventType<{ transactionId: string }>('transaction.completed')
