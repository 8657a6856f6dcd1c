import { orderDecided } from '#server/domains/purchases/approvals/index.ts'
import { asSystem, type Posy } from '#server/platform/posy.ts'
import { countDueRules, nextCelebrationDueAt } from './queries.ts'
import { noteDecision, runDueRules } from './run-rule.ts'

export function registerCelebrations(posy: Posy): void {
  posy.queue.subscribe(orderDecided, 'celebrations', (event) => asSystem(posy, (work) => noteDecision(work, event)))
  posy.due.push({
    name: 'celebrations',
    nextDueAt: nextCelebrationDueAt,
    run: (now) => runDueRules(posy, now),
    brake: { count: (after, until) => countDueRules(posy.db, after, until) },
  })
}
