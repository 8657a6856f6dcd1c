import { awardMessages } from '#server/domains/delivery/index.ts'
import { nextOrderAt, settlementTakenIn } from '#server/domains/rails/index.ts'
import type { Posy } from '#server/platform/posy.ts'
import { expireDueAwards } from './end-award.ts'
import { askAgain } from './make-code.ts'
import { countEnding, nextAwardDueAt } from './queries.ts'
import { noteMessage } from './send-link.ts'
import { SETTLE_JOB, settleAwards } from './settle-awards.ts'

export function registerAwards(posy: Posy): void {
  posy.due.push({
    name: 'awards.expiry',
    nextDueAt: nextAwardDueAt,
    run: (now) => expireDueAwards(posy, now),
    brake: { count: (after, until) => countEnding(posy.db, after, until) },
  })
  posy.due.push({ name: 'awards.codes', nextDueAt: nextOrderAt, run: (now) => askAgain(posy, now) })
  posy.queue.subscribe(awardMessages.changed, 'awards', (news) => noteMessage(posy, news))
  posy.queue.subscribe(settlementTakenIn, 'awards', () => settleAwards(posy))
  posy.queue.define<object>({ name: SETTLE_JOB, handle: () => settleAwards(posy) })
}
