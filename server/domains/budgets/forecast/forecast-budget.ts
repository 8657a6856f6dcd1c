import type { z } from 'zod'
import type { Forecast, getForecast } from '#contract/budgets/budget-runs.ts'
import type { Pence } from '#kit/money.ts'
import { type Instant, iso, isoOrNull, toDate, toInstant } from '#kit/time.ts'
import { loadBalances } from '#server/domains/ledger/index.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { type BudgetRecord, budgetSchedule, participantAmountPence, remainingRuns } from '../budget/budget.ts'
import {
  budgetsOnWallet,
  invitedParticipants,
  lastRunError,
  listCurrentParticipants,
  loadUsualCost,
} from '../budget/queries.ts'
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

type LoadFacts = (budget: BudgetRecord) => Promise<ForecastFacts>

/** The same, loaded once for each of many budgets. */
export function forecastFactsOnce(db: Db | Tx, now: Date): LoadFacts {
  const known = new Map<string, Promise<ForecastFacts>>()
  return (budget) => {
    const facts = known.get(budget.id) ?? forecastFacts(db, budget, now)
    known.set(budget.id, facts)
    return facts
  }
}

/** The same of the other budgets that will be paid from its wallet. */
export async function othersOnWallet(
  db: Db | Tx,
  budget: BudgetRecord,
  now: Date,
  load: LoadFacts = (other) => forecastFacts(db, other, now),
): Promise<ForecastFacts[]> {
  const others: ForecastFacts[] = []
  for (const other of await budgetsOnWallet(db, budget)) others.push(await load(other))
  return others
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

/** @param load facts of budgets that were loaded already */
export async function forecastBudget(
  db: Db,
  budget: BudgetRecord,
  now: Date,
  limit: number,
  load: LoadFacts = (each) => forecastFacts(db, each, now),
): Promise<Forecast> {
  const facts = await load(budget)
  const isOver = budget.status === 'ended' || budget.sub_status === 'stopping'
  const others = isOver ? [] : await othersOnWallet(db, budget, now, load)
  const runs = isOver ? [] : forecastRuns(facts, limit, others)
  const likely = isOver ? () => null : await likelyCosts(db, budget, facts)
  const mostPence = maximumCostPence(facts)
  const year = runsInYear(facts.schedule, { index: facts.nextIndex, remaining: remainingRuns(budget) })
  const date = (run: { at: Parameters<typeof toDate>[0] } | null | undefined) => (run ? iso(toDate(run.at)) : null)
  return {
    currency: budget.currency,
    walletId: budget.wallet_id,
    available: facts.availablePence,
    otherBudgets: others.length,
    participants: { funded: facts.funded.length, invited: facts.invited.length },
    runs: runs.map((run) => ({
      date: iso(toDate(run.at)),
      cost: run.costPence,
      likelyCost: likely(run),
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
      others: run.othersPence,
      mostShortfall: run.mostShortfallPence,
    })),
    invites: isOver ? null : await openInvites(db, budget, facts),
    manualRun: budget.status === 'live' && !isOver ? forecastManualRun(facts) : null,
    shared: sharedBy(facts, runs),
    cardEnds: facts.card && iso(toDate(facts.card.endsAt)),
    costPerRun: mostPence,
    costPerYear: isOver ? 0 : mostPence * year + facts.invited.reduce((sum, pence) => sum + pence, 0),
    firstUncovered: date(runs.find(({ covered }) => !covered)),
    firstAtRisk: date(firstAtRisk(runs)),
    ends: isOver ? isoOrNull(budget.ended_at) : forecastEnd(budget, facts),
  }
}

/**
 * What a run will likely cost: what each person spent before the latest, never more than it may. Where unspent money is kept,
 * the amount is paid each time. Null where no run tells of a period in which people spent.
 */
async function likelyCosts(
  db: Db | Tx,
  budget: BudgetRecord,
  { funded }: Pick<ForecastFacts, 'funded'>,
): Promise<(run: Pick<ForecastRun, 'costPence' | 'mostCostPence'>) => Pence | null> {
  if (budget.unspent_action === 'rollover') return ({ costPence }) => costPence
  const usualPence = await loadUsualCost(db, budget.id)
  if (usualPence === null) return () => null
  const likelyPence = Math.max(0, Math.round(usualPence * funded.length))
  return ({ costPence, mostCostPence }) => Math.min(mostCostPence, Math.max(likelyPence, costPence))
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
