import { queueGiftMessages } from '#server/domains/delivery/index.ts'
import { releaseScheduled } from '#server/domains/hugggs/sender/index.ts'
import { asSystem, type Posy } from '#server/platform/posy.ts'
import { countDueSends, nextSendAt } from './queries.ts'

const SCHEDULED_PER_STEP = 1000

/** Releases gifts whose moment has come, and sends those that go by email or text. */
async function sendDue(posy: Posy, now: Date): Promise<void> {
  for (let released = SCHEDULED_PER_STEP; released === SCHEDULED_PER_STEP; ) {
    released = await asSystem(posy, async (work) => {
      const due = await releaseScheduled(work, { now, limit: SCHEDULED_PER_STEP })
      const toSend = new Map<string, string[]>()
      for (const { id, transactionId, isMessage } of due) {
        if (isMessage) toSend.set(transactionId, [...(toSend.get(transactionId) ?? []), id])
      }
      for (const [transactionId, hugggIds] of toSend) await queueGiftMessages(work, { transactionId, hugggIds })
      return due.length
    })
  }
}

export function registerGifts(posy: Posy): void {
  posy.due.push({
    name: 'orders.scheduled-sends',
    nextDueAt: nextSendAt,
    run: (now) => sendDue(posy, now),
    brake: { count: (after, until) => countDueSends(posy.db, after, until) },
  })
}
