import { eventType } from '#server/platform/queue.ts'

/** Someone to whom these were sent says that they did not arrive. */
export const giftsAskedFor = eventType<{ hugggIds: string[] }>('delivery.gifts-asked-for')
/** A gift's message will not arrive: refused for good, or given up after three days. */
export const deliveryFailed = eventType<{ hugggId: string; transactionId: string }>('delivery.failed')

/** Sends whatever is due; queued with every message, and again while messages wait. */
export const DELIVER_JOB = 'delivery.deliver-messages'
