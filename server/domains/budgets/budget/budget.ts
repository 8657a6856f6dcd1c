import type { Selectable } from 'kysely'
import type { DeliveryMethod } from '#contract/orders/purchase.ts'
import type { TeamPreferences } from '#contract/teams/preferences.ts'
import type { Pence } from '#kit/money.ts'
import { type Instant, iso, isoOrNull, type Temporal, toDate, toInstant } from '#kit/time.ts'
import type {
  AutomatedBudgetExecutionTable,
  AutomatedBudgetInvoiceTable,
  AutomatedBudgetParticipantTable,
  AutomatedBudgetTable,
} from '#server/platform/database/schema.ts'
import { isSubDaily, occurrenceAt, plannedAt, type Schedule } from '../schedule/schedule.ts'

export type BudgetRecord = Selectable<AutomatedBudgetTable>
export type ParticipantRecord = Selectable<AutomatedBudgetParticipantTable>
export type ExecutionRecord = Selectable<AutomatedBudgetExecutionTable>
export type PeriodInvoiceRecord = Selectable<AutomatedBudgetInvoiceTable>

const instantOrNull = (date: Date | null): Instant | null => date && toInstant(date)

/** When a budget runs: as it does, or (before its start) as it would, started at the start date or at `now`. */
export function budgetSchedule(
  budget: Pick<
    BudgetRecord,
    'frequency' | 'starting_at' | 'scheduled_start_date' | 'recurrence_date' | 'scheduled_end_date'
  >,
  now: Date,
): Schedule {
  const { scheduled_start_date: planned } = budget
  return {
    frequency: budget.frequency,
    startingAt: toInstant(budget.starting_at ?? (planned && planned > now ? planned : now)),
    recurrenceDate: instantOrNull(budget.recurrence_date),
    endsAt: instantOrNull(budget.scheduled_end_date),
  }
}

/** The next run that has yet to come; while one is failing, the one after it. */
export function nextScheduledRun(budget: BudgetRecord): string | null {
  if (budget.status === 'scheduled') return isoOrNull(budget.scheduled_start_date)
  if (budget.status !== 'live' || !budget.next_run_at) return null
  if (!budget.retry_at) return iso(budget.next_run_at)
  const following = plannedAt(budgetSchedule(budget, budget.next_run_at), budget.next_index + 1)
  return following && iso(toDate(following))
}

/** Until when participants can give what they have; null where they keep it. */
export function availableUntil(budget: BudgetRecord): string | null {
  const next = nextScheduledRun(budget)
  const end = isoOrNull(budget.ends_at)
  return budget.unspent_action === 'reset' || next === null ? (next ?? end) : end
}

/** Runs still to come, by number; null: without end. */
export const remainingRuns = ({
  number_of_runs,
  runs_executed,
}: Pick<BudgetRecord, 'number_of_runs' | 'runs_executed'>) =>
  number_of_runs === 0 ? null : Math.max(0, number_of_runs - runs_executed)

/** What a participant is to have, or to get. */
export const participantAmountPence = (
  budget: Pick<BudgetRecord, 'is_variable' | 'budget_amount'>,
  participant: Pick<ParticipantRecord, 'budget_amount'>,
): Pence => (budget.is_variable && participant.budget_amount) || budget.budget_amount

/** What a run changes for someone: under `reset` they end at exactly the amount, under `rollover` they gain it. */
export const runDeltaPence = (action: BudgetRecord['unspent_action'], amountPence: Pence, beforePence: Pence): Pence =>
  action === 'reset' ? amountPence - beforePence : amountPence

const WARN_AHEAD_MS = 3 * 86_400_000

type Times = Pick<BudgetRecord, 'next_run_at' | 'ends_at' | 'warn_at' | 'due_at'>

/**
 * When something is next to be done for a live budget, given which occurrence is next. With the last run done, the budget
 * lives on until that run's period is over: its participants have as long for the money as for any other.
 * @param warned the wallet has been looked at ahead of the next run
 */
export function nextRunTimes(
  budget: BudgetRecord,
  now: Date,
  { warned }: { warned: boolean } = { warned: false },
): Times {
  const schedule = budgetSchedule(budget, now)
  const { next_index: index, retry_at: retryAt } = budget
  const isLastDone = remainingRuns(budget) === 0
  const next = isLastDone ? null : plannedAt(schedule, index)
  const end = isLastDone ? (plannedAt(schedule, index) ?? schedule.endsAt) : schedule.endsAt
  const following = next && !warned && retryAt === null ? warnAt(schedule, index, next, now) : null
  const moments = [
    retryAt ?? (next && toDate(next)),
    // A run that fails is given up when the next one comes.
    retryAt && toDate(occurrenceAt(schedule, index + 1)),
    end && toDate(end),
    following,
    budget.join_retry_at,
  ]
  return {
    next_run_at: next && toDate(next),
    ends_at: end && toDate(end),
    warn_at: following,
    due_at: earliest(moments),
  }
}

export const earliest = (moments: readonly (Date | null)[]): Date | null =>
  moments.reduce((first, each) => (each && (!first || each < first) ? each : first), null)

/** Before a start that is planned: three days ahead, or now where it is closer. */
export const warnBeforeStart = (start: Date, now: Date): Date =>
  new Date(Math.max(now.getTime(), start.getTime() - WARN_AHEAD_MS))

/** Three days ahead, or half of a shorter period; never of minutes and hours. */
function warnAt(schedule: Schedule, index: number, next: Instant, now: Date): Date | null {
  if (index === 0 || isSubDaily(schedule.frequency)) return null
  const periodMs = next.epochMilliseconds - occurrenceAt(schedule, index - 1).epochMilliseconds
  const at = new Date(next.epochMilliseconds - Math.min(WARN_AHEAD_MS, periodMs / 2))
  return at < now ? now : at
}

/** Pauses after the first, second … failed try; from then on the last. Less than the next occurrence, in any case. */
const RETRY_PAUSES: Temporal.DurationLike[] = [{ minutes: 5 }, { hours: 1 }, { hours: 6 }, { hours: 24 }]

export const retryAfter = (now: Date, failures: number): Date =>
  toDate(toInstant(now).add(RETRY_PAUSES[Math.min(failures, RETRY_PAUSES.length) - 1]!))

/** What a budget allows, as the preferences of its participants' teams: purchases are checked against those. */
export const budgetRestrictions = (
  budget: BudgetRecord,
): { preferences: Partial<TeamPreferences>; reasonCodes: string[] } => ({
  reasonCodes: budget.reason_codes,
  preferences: {
    requireReasonCode: budget.reason_codes.length > 0,
    deliveryMethods: budget.delivery_methods as DeliveryMethod[],
    maximumHugggExpiryDays: budget.maximum_huggg_expiry_days,
    deliveryEmailDomains: budget.delivery_email_domains.length ? budget.delivery_email_domains : null,
    giftingRestrictions: {
      price: { min: budget.price_min, max: budget.price_max },
      categories: { allow: budget.categories_allow, disallow: budget.categories_disallow },
    },
  },
})

/**
 * The occurrence whose money participants have now; null before the first run, and while one is due or failing: anyone
 * who joins then is in that one.
 */
export const serializeOccurrence = (budget: BudgetRecord, now: Date): number | null => {
  const isRunDue = budget.retry_at !== null || (budget.next_run_at !== null && budget.next_run_at <= now)
  return budget.status === 'live' && budget.next_index > 0 && !isRunDue ? budget.next_index - 1 : null
}
