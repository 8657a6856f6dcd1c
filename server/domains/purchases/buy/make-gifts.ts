import { queueGiftMessages } from '#server/domains/delivery/index.ts'
import { createHugggs, redeemInline } from '#server/domains/hugggs/sender/index.ts'
import type { Work } from '#server/platform/posy.ts'

/** Makes the gifts of some ordinals and starts them on their way, in the caller's transaction. */
export async function makeGifts(
  work: Work,
  gifts: { id: string; from: number; to: number; deliveryMethod: string | null; isScheduled: boolean },
): Promise<void> {
  const transactionId = gifts.id
  await createHugggs(work, { transactionId, fromOrdinal: gifts.from, toOrdinal: gifts.to })
  if (gifts.deliveryMethod === 'inline-redeem')
    await redeemInline(work, { transactionId, fromOrdinal: gifts.from, toOrdinal: gifts.to })
  if ((gifts.deliveryMethod === 'email' || gifts.deliveryMethod === 'sms') && !gifts.isScheduled)
    await queueGiftMessages(work, { transactionId, fromOrdinal: gifts.from, toOrdinal: gifts.to })
}
