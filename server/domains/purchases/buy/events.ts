import { eventType } from '#server/platform/queue.ts'

/** Makes the gifts of a large purchase, chunk by chunk. */
export const CREATE_HUGGGS_JOB = 'orders.create-hugggs'

/** All gifts have been made of a purchase whose buyer asked to be told. */
export const completionAwaited = eventType<{ transactionId: string }>('transaction.completed')
