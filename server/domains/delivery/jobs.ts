import { toDate } from '#kit/time.ts'
import { recipientCorrected } from '#server/domains/hugggs/change/index.ts'
import { superHugggClaimed } from '#server/domains/superhugggs/index.ts'
import { asSystem, type Posy, transact } from '#server/platform/posy.ts'
import { recipientActor } from '#server/platform/principal.ts'
import { sendAskedFor } from './ask-for-gifts.ts'
import { deliverDue } from './deliver-due.ts'
import { families } from './emails/families.ts'
import { nextSummaryDueAt, queueSummaries } from './emails/reaction-summary.ts'
import { heldGiftsSource } from './held-gifts.ts'
import { DELIVER_JOB, giftsAskedFor, giftsSought } from './messages/events.ts'
import { onEvent } from './messages/queue-message.ts'
import { hasDueMessage } from './outbox.ts'
import { queueGiftMessages } from './queue-gift-messages.ts'
import { reminderSource } from './queue-reminders.ts'
import { deliveryRetention } from './retention.ts'
import { sendGiftLinks } from './sought-gifts.ts'

/**
 * Messages left waiting (after a pause, or by a worker that died) are due by the wall clock. They only wake the job: the
 * sending itself would hold up everything else that falls due.
 */
const wakeForWaitingMessages = (posy: Posy) => ({
  name: 'delivery.waiting-messages',
  nextDueAt: async () =>
    (await hasDueMessage(posy.db, new Date(posy.wall.nowMs()))) ? toDate(posy.clock.now()) : null,
  run: () => asSystem(posy, (work) => posy.queue.send(work.tx, DELIVER_JOB, {}, { unlessWaiting: true })),
})

/** Gifts that leave, and those that are sent once more. */
function subscribeToGifts(posy: Posy): void {
  onEvent(posy, superHugggClaimed, (work, { hugggId, transactionId }) =>
    queueGiftMessages(work, { transactionId, hugggIds: [hugggId] }),
  )
  // The link changed with the address: anyone who has the gift now gets it at once, unless its time has yet to come.
  onEvent(posy, recipientCorrected, async (work, { hugggId }) => {
    const gift = await work.tx.selectFrom('huggg').select('transaction_id').where('id', '=', hugggId).executeTakeFirst()
    if (gift) await queueGiftMessages(work, { transactionId: gift.transaction_id, hugggIds: [hugggId] })
  })
  posy.queue.subscribe(giftsSought, 'delivery', (sought) =>
    transact(posy, { actor: recipientActor }, (work) => sendGiftLinks(work, sought)),
  )
  posy.queue.subscribe(giftsAskedFor, 'delivery', async ({ hugggIds }) => {
    for (const id of hugggIds) await transact(posy, { actor: recipientActor }, (work) => sendAskedFor(work, id))
  })
}

export function registerDelivery(posy: Posy): void {
  posy.queue.define({
    name: DELIVER_JOB,
    urgency: 'urgent',
    // What is left waiting wakes it again.
    retries: 0,
    handle: async () => void (await deliverDue(posy)),
  })
  subscribeToGifts(posy)
  for (const { subscribe } of families) subscribe?.(posy)
  posy.due.push(wakeForWaitingMessages(posy), reminderSource(posy), heldGiftsSource(posy), {
    name: 'delivery.reaction-summaries',
    nextDueAt: nextSummaryDueAt,
    run: (now) => queueSummaries(posy, now),
  })
  posy.retention.push(...deliveryRetention(posy.config.retention))
}
