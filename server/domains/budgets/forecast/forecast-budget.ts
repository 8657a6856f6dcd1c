import type { z } from 'zod'
import type { Forecast, getForecast } from '#contract/budgets/budget-runs.ts'
import { type Instant, iso, isoOrNull, toDate, toInstant } from '#kit/time.ts'
import { loadBalances } from '#server/domains/ledger/index.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { type BudgetRecord, budgetSchedule, participantAmountPence, remainingRuns } from '../budget/budget.ts'
import { invitedParticipants, lastRunError, listCurrentParticipants } from '../budget/queries.ts'
import { loadPersonLimit } from '../limits/person-limit.ts'
import { loadSharedPeople } from '../limits/queries.ts'
import { countUntil, occurrenceAt, occurrencesFrom, plannedAt, runsInYear } from '../schedule/schedule.ts'
import {
  type ForecastFacts,
  type ForecastRun,
  firstAtRisk,
  forecastManualRun,
  forecastRuns,
  maximumCostPence,
} from './forecast.ts'
import { payingCards } from './paying-card.ts'

/** The first occurrence that is still to be run: while one is failing, the one after it. */
const nextRunIndex = (budget: BudgetRecord): number =>
  budget.status === 'live' ? budget.next_index + (budget.retry_at ? 1 : 0) : 0

const isBeforeStart = ({ status }: BudgetRecord) => status === 'draft' || status === 'scheduled'

const isDeclined = (error: string | undefined) => error === 'CARD_INSUFCCIENT_FUNDS' || error === 'CARD_UNKNOWN'

/** All that a forecast needs to know. Before the start everybody who was added is taken to accept; whose invite has ended is left out. */
export async function forecastFacts(db: Db | Tx, budget: BudgetRecord, now: Date): Promise<ForecastFacts> {
  const active = (await listCurrentParticipants(db, budget.id)).filter(({ status }) => status === 'active')
  const expected = await invitedParticipants(db, budget.id, now)
  const [funded, invited] = isBeforeStart(budget) ? [[...active, ...expected], []] : [active, expected]
  const balances = await loadBalances(db, [budget.wallet_id, ...funded.flatMap(({ wallet_id }) => wallet_id ?? [])])
  const available = (walletId: string | null) => balances.get(walletId ?? '')?.available ?? 0
  const isOwing = budget.retry_at !== null
  const limit = await loadPersonLimit(db, budget, { at: now })
  const shared = limit ? await loadSharedPeople(db, budget, limit) : new Set<string>()
  return {
    budget,
    now: toInstant(now),
    card: (await payingCards(db, [budget])).get(budget.id) ?? null,
    isDeclined: (isOwing || budget.join_retry_at !== null) && isDeclined(await lastRunError(db, budget.id)),
    schedule: budgetSchedule(budget, now),
    nextIndex: nextRunIndex(budget),
    availablePence: available(budget.wallet_id),
    funded: funded.map((each) => ({
      amountPence: participantAmountPence(budget, each),
      availablePence: available(each.wallet_id),
      waits: isOwing || each.joins_occurrence !== null,
      person: limit?.people.get(each.id),
    })),
    invited: invited.map((each) => participantAmountPence(budget, each)),
    limit,
    shared,
  }
}

/** A budget as it would be with some of its rules changed. */
export const changedBudget = (
  budget: BudgetRecord,
  changes: Pick<
    z.output<NonNullable<typeof getForecast.query>>,
    'unspentParticipantBalanceAction' | 'budgetAmount' | 'isVariable' | 'numberOfRuns' | 'scheduledEndDate'
  >,
): BudgetRecord => ({
  ...budget,
  unspent_action: changes.unspentParticipantBalanceAction ?? budget.unspent_action,
  budget_amount: changes.budgetAmount ?? budget.budget_amount,
  is_variable: changes.isVariable === undefined ? budget.is_variable : changes.isVariable === 'true',
  number_of_runs: changes.numberOfRuns ?? budget.number_of_runs,
  scheduled_end_date:
    changes.scheduledEndDate === undefined
      ? budget.scheduled_end_date
      : changes.scheduledEndDate === 'none'
        ? null
        : new Date(changes.scheduledEndDate),
})

/** The dates of the runs to come. */
export function executionDates(budget: BudgetRecord, now: Date, limit: number): Date[] {
  if (budget.status === 'ended' || budget.sub_status === 'stopping') return []
  const from = { index: nextRunIndex(budget), remaining: remainingRuns(budget), limit }
  return occurrencesFrom(budgetSchedule(budget, now), from).map(({ at }) => toDate(at))
}

/** The most runs that a forecast has before a moment. */
export const mostRunsUntil = (budget: BudgetRecord, now: Date, until: Instant): number =>
  countUntil(budgetSchedule(budget, now), nextRunIndex(budget), until)

export async function forecastBudget(db: Db, budget: BudgetRecord, now: Date, limit: number): Promise<Forecast> {
  const facts = await forecastFacts(db, budget, now)
  const isOver = budget.status === 'ended' || budget.sub_status === 'stopping'
  const runs = isOver ? [] : forecastRuns(facts, limit)
  const mostPence = maximumCostPence(facts)
  const year = runsInYear(facts.schedule, { index: facts.nextIndex, remaining: remainingRuns(budget) })
  const date = (run: { at: Parameters<typeof toDate>[0] } | null | undefined) => (run ? iso(toDate(run.at)) : null)
  return {
    currency: budget.currency,
    walletId: budget.wallet_id,
    available: facts.availablePence,
    participants: { funded: facts.funded.length, invited: facts.invited.length },
    runs: runs.map((run) => ({
      date: iso(toDate(run.at)),
      cost: run.costPence,
      returned: run.returnedPence,
      returnedFrom: run.returnedFrom,
      cut: run.cutPence,
      mostCost: run.mostCostPence,
      walletAfter: run.walletAfterPence,
      cardCharge: run.cardChargePence,
      covered: run.covered,
      atRisk: run.atRisk,
      problem: run.problem,
      shortfall: run.shortfallPence,
    })),
    invites: isOver ? null : await openInvites(db, budget, facts),
    manualRun: budget.status === 'live' && !isOver ? forecastManualRun(facts) : null,
    shared: sharedBy(facts, runs),
    cardEnds: facts.card && iso(toDate(facts.card.endsAt)),
    costPerRun: mostPence,
    costPerYear: isOver ? 0 : mostPence * year,
    firstUncovered: date(runs.find(({ covered }) => !covered)),
    firstAtRisk: date(firstAtRisk(runs)),
    ends: isOver ? isoOrNull(budget.ended_at) : forecastEnd(budget, facts),
  }
}

function sharedBy({ funded, shared }: ForecastFacts, runs: readonly ForecastRun[]): Forecast['shared'] {
  const people = new Set(funded.flatMap(({ person }) => (person !== undefined && shared.has(person) ? person : [])))
  return people.size ? { people: people.size, upTo: Math.max(0, ...runs.map(({ sharedPence }) => sharedPence)) } : null
}

/** What those who have yet to accept may still get before the next run: before the start, in the time of the first one. */
async function openInvites(db: Db, budget: BudgetRecord, facts: ForecastFacts): Promise<Forecast['invites']> {
  const invited = await invitedParticipants(db, budget.id, toDate(facts.now))
  if (invited.length === 0) return null
  const { schedule, nextIndex } = facts
  const first = isBeforeStart(budget) ? occurrenceAt(schedule, 0) : null
  const by = plannedAt(schedule, first ? 1 : nextIndex) ?? schedule.endsAt
  return {
    people: invited.length,
    upTo: invited.reduce((total, each) => total + participantAmountPence(budget, each), 0),
    from: first && iso(toDate(first)),
    by: by && iso(toDate(by)),
  }
}

/** If every run succeeds: its end date, or when the period of its last run is over. */
function forecastEnd(budget: BudgetRecord, { schedule, nextIndex }: ForecastFacts): string | null {
  const remaining = remainingRuns(budget)
  const last = remaining === null ? null : nextIndex + remaining
  const end =
    last === null ? schedule.endsAt : (plannedAt(schedule, last) ?? schedule.endsAt ?? occurrenceAt(schedule, last))
  return end && iso(toDate(end))
}
