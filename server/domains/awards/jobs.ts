import type { Posy } from '#server/platform/posy.ts'
import { expireDueAwards } from './end-award.ts'
import { countEnding, nextAwardDueAt } from './queries.ts'

export function registerAwards(posy: Posy): void {
  posy.due.push({
    name: 'awards.expiry',
    nextDueAt: () => nextAwardDueAt(posy.db),
    run: (now) => expireDueAwards(posy, now),
    brake: { count: (after, until) => countEnding(posy.db, after, until) },
  })
}
