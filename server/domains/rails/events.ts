import { eventType } from '#server/platform/queue.ts'

/** A settlement file was taken in: what it says of codes is to be booked. */
export const settlementTakenIn = eventType<{ fileId: string }>('rails.settlement-taken-in')
