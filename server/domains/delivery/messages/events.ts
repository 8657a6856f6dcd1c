import { eventType } from '#server/platform/queue.ts'

/** Someone to whom these were sent says that they did not arrive. */
export const giftsAskedFor = eventType<{ hugggIds: string[] }>('delivery.gifts-asked-for')
/** Someone asks for the links of gifts that were sent to an address, which is sealed. */
export const giftsSought = eventType<{ request: string; sealed: string }>('delivery.gifts-sought')
/** A gift's message will not arrive: refused for good, or given up after three days. */
export const deliveryFailed = eventType<{ hugggId: string; transactionId: string }>('delivery.failed')
/** A message to an award's person left, arrived, or will not arrive. */
export const awardMessageChanged = eventType<{
  awardId: string
  nth: number
  channel: string
  status: string
  isLost: boolean
}>('delivery.award-message-changed')

/** Sends whatever is due; queued with every message, and again while messages wait. */
export const DELIVER_JOB = 'delivery.deliver-messages'
