import { toDate } from '#kit/time.ts'
import { maySell } from '#server/domains/documents/index.ts'
import { employeesSynced } from '#server/domains/integrations/index.ts'
import {
  automationInviteAccepted,
  automationInviteDeclined,
  automationInviteEnded,
} from '#server/domains/invites/index.ts'
import { teamMemberRemoved } from '#server/domains/teams/members/index.ts'
import { asSystem, type Posy } from '#server/platform/posy.ts'
import {
  ADVANCE_BUDGET_JOB,
  allowancesChanged,
  budgetEnded,
  budgetFundsLow,
  budgetRan,
  budgetRunFailed,
  participantLeft,
  participantsRemoved,
} from './budget/events.ts'
import { countDueBudgets, dueBudgets, nextPapersDueAt, nextRunDueAt, participantsStillThere } from './budget/queries.ts'
import { followGroups } from './feeds/follow-group.ts'
import { issueDueInvoices } from './invoices/issue-period-invoices.ts'
import { endParticipations, removeLeaver } from './participants/change-participants.ts'
import { joinBudget } from './participants/join-budget.ts'
import { advanceBudget } from './runs/advance-budget.ts'
import {
  notifyAllowancesChanged,
  notifyBudgetEnded,
  notifyFundsLow,
  notifyInviteDeclined,
  notifyInvitesEnded,
  notifyLeft,
  notifyParticipants,
  notifyRunFailed,
} from './runs/notifications.ts'
import { nextEndReminderAt, remindOfEnds } from './runs/remind-of-end.ts'

/** Budgets that one worker runs at a time. */
const CONCURRENCY = 4
const BATCH = 200

/**
 * Brings every budget that is due up to date. Several workers share them: each leaves alone what another is at. One that
 * fails does not hold up the others, and stays due.
 */
export async function runDueBudgets(posy: Posy, now: Date): Promise<void> {
  const seen = new Set<string>()
  for (;;) {
    const due = (await dueBudgets(posy.db, now, seen.size + BATCH)).filter((id) => !seen.has(id))
    if (due.length === 0) return
    const waiting = due.values()
    const work = async () => {
      for (const budgetId of waiting) {
        seen.add(budgetId)
        await advanceBudget(posy, budgetId).catch((error: unknown) =>
          posy.log.error({ budgetId, err: error }, 'a budget could not be brought up to date'),
        )
      }
    }
    await Promise.all(Array.from({ length: posy.database.kind === 'postgres' ? CONCURRENCY : 1 }, work))
  }
}

export function registerBudgets(posy: Posy): void {
  posy.queue.define<{ budgetId: string }>({
    name: ADVANCE_BUDGET_JOB,
    concurrency: 2,
    handle: ({ budgetId }) => advanceBudget(posy, budgetId),
  })
  posy.queue.subscribe(automationInviteAccepted, 'budgets', (accepted) =>
    asSystem(posy, (work) => joinBudget(work, accepted)),
  )
  posy.queue.subscribe(automationInviteEnded, 'budgets', ({ automationId, at }) =>
    notifyInvitesEnded(posy, automationId, at),
  )
  posy.queue.subscribe(automationInviteDeclined, 'budgets', (declined) => notifyInviteDeclined(posy, declined))
  posy.queue.subscribe(participantLeft, 'budgets', (left) => notifyLeft(posy, left))
  posy.queue.subscribe(participantsRemoved, 'budgets', ({ budgetId, participantIds }) =>
    asSystem(posy, async (work) =>
      endParticipations(work, await participantsStillThere(work.tx, budgetId, participantIds)),
    ),
  )
  posy.queue.subscribe(teamMemberRemoved, 'budgets', (leaver) => asSystem(posy, (work) => removeLeaver(work, leaver)))
  posy.queue.subscribe(employeesSynced, 'budgets', ({ linkedAccountId }) => followGroups(posy, linkedAccountId))
  posy.queue.subscribe(budgetRan, 'budgets', ({ executionId }) => notifyParticipants(posy, executionId))
  posy.queue.subscribe(budgetRunFailed, 'budgets', (failed) => notifyRunFailed(posy, failed))
  posy.queue.subscribe(budgetFundsLow, 'budgets', (low) => notifyFundsLow(posy, low))
  posy.queue.subscribe(allowancesChanged, 'budgets', (change) => notifyAllowancesChanged(posy, change))
  posy.queue.subscribe(budgetEnded, 'budgets', ({ budgetId, returnedPence }) =>
    notifyBudgetEnded(posy, budgetId, returnedPence),
  )
  posy.due.push({
    name: 'budgets.invoices',
    // Without a seller to name, they wait.
    nextDueAt: maySell(posy.config) ? nextPapersDueAt : async () => null,
    run: (now) => issueDueInvoices(posy, now),
  })
  posy.due.push({
    name: 'budgets.end-reminders',
    nextDueAt: () => nextEndReminderAt(posy.db, toDate(posy.clock.now())),
    run: (now) => remindOfEnds(posy, now),
  })
  posy.due.push({
    name: 'budgets',
    nextDueAt: nextRunDueAt,
    run: (now) => runDueBudgets(posy, now),
    brake: { count: (after, until) => countDueBudgets(posy.db, after, until) },
  })
}
