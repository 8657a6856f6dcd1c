import { eventType } from '#server/platform/queue.ts'

/** A code is to be sent, to prove an address or number. */
export const claimCodeIssued = eventType<{ codeId: string }>('superhuggg.code-issued')
/** Someone claimed a gift of theirs: it is sent to them. */
export const superHugggClaimed = eventType<{ hugggId: string; transactionId: string }>('superhuggg.claimed')
