import { eventType } from '#server/platform/queue.ts'

/** Events carry ids only; what happened is read from the rows. Lists hold at most {@link EVENT_BATCH} ids. */
export const hugggOpened = eventType<{ hugggId: string }>('huggg.opened')
export const hugggClaimed = eventType<{ hugggId: string }>('huggg.claimed')
/** A code that its maker takes without asking us was handed out; the supplier is owed. */
export const hugggFetched = eventType<{ hugggId: string }>('huggg.fetched')
/** The issuer has refused the code of a gift so often that someone should look; its recipient was told to try again. */
export const voucherRefused = eventType<{ hugggId: string }>('huggg.voucher-refused')
/** Someone was turned away because a product has no supplied code left; said once until more are imported. */
export const codesExhausted = eventType<{ productId: string }>('codes.exhausted')
/** The code of a gift could not be had for days: it was cancelled, its money returned, and its sender is to be told. */
export const codeGivenUp = eventType<{ hugggId: string }>('huggg.code-given-up')
/** A recipient says that a shop would not take the code; their sender is to be told. */
export const codeRefused = eventType<{ hugggId: string; refusalId: string }>('huggg.code-refused')
/** An operator has settled what a recipient said of a shop. */
export const codeRefusalSettled = eventType<{ hugggId: string; refusalId: string }>('huggg.code-refusal-settled')
/** A recipient chose something that costs less: what was left over has been returned, and the sender is to be told. */
export const choiceLeftOver = eventType<{ hugggId: string }>('huggg.choice-left-over')
export const hugggRedeemed = eventType<{ hugggId: string; redemptionId: string }>('huggg.redeemed')
export const hugggRedemptionUndone = eventType<{ hugggId: string; redemptionId: string }>('huggg.redemption-undone')
export const hugggExpired = eventType<{ hugggIds: string[] }>('huggg.expired')
export const hugggCancelled = eventType<{ hugggIds: string[] }>('huggg.cancelled')
/** Their last day was brought forward after their recipients had been told another. */
export const hugggEndsSooner = eventType<{ hugggIds: string[] }>('huggg.ends-sooner')
/** The address was corrected and the link is a new one: the sender must send again, and not to the old address. */
export const recipientCorrected = eventType<{ hugggId: string }>('huggg.recipient-corrected')
export const reactionReceived = eventType<{ hugggId: string; reactionId: string }>('huggg.reaction-received')

export const EVENT_BATCH = 1000
