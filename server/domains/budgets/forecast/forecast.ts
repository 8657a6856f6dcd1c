import type { Forecast } from '#contract/budgets/budget-runs.ts'
import type { Pence } from '#kit/money.ts'
import { type Instant, Temporal } from '#kit/time.ts'
import { type BudgetRecord, remainingRuns, runDeltaPence } from '../budget/budget.ts'
import { cutToRoom } from '../limits/cut.ts'
import type { PersonLimit } from '../limits/person-limit.ts'
import { taxYearAt } from '../limits/tax-year.ts'
import { plannedAt, type Schedule } from '../schedule/schedule.ts'
import type { PayingCard } from './paying-card.ts'

export interface ForecastFacts {
  budget: Pick<BudgetRecord, 'unspent_action' | 'number_of_runs' | 'runs_executed'>
  schedule: Schedule
  now: Instant
  /** The first occurrence to come. */
  nextIndex: number
  /** Free money in the budget's wallet. */
  availablePence: Pence
  /** Each person a run funds: their amount, what they have left, and whether they wait for what a past run owes them. */
  funded: readonly { amountPence: Pence; availablePence: Pence; waits?: boolean; person?: string | undefined }[]
  /** Amounts of those who have yet to accept. */
  invited: readonly Pence[]
  /** What pays where the wallet does not; null: nothing does. */
  card: PayingCard | null
  /** What one person may be paid in a tax year, and what each was paid in this one; null: nothing is limited. */
  limit: Pick<PersonLimit, 'limitPence' | 'paid'> | null
  /** Persons of a limit whom other budgets pay too. */
  shared: ReadonlySet<string>
  /** The card was declined the last time that a run asked it. */
  isDeclined: boolean
}

type ForecastProblem = NonNullable<Forecast['runs'][number]['problem']>

export interface ForecastRun {
  index: number
  at: Instant
  costPence: Pence
  returnedPence: Pence
  returnedFrom: number
  /** What the limit for each person keeps back. */
  cutPence: Pence
  /** What it pays persons whom other budgets pay too: by then their limit may be used up. */
  sharedPence: Pence
  mostCostPence: Pence
  walletAfterPence: Pence
  cardChargePence: Pence
  covered: boolean
  atRisk: boolean
  problem: ForecastProblem | null
  shortfallPence: Pence
}

/** What a run takes back, from each whom it takes from. */
const takenBack = (deltas: readonly Pence[]) => deltas.filter((each) => each < 0).map((each) => -each)

const sum = (amounts: readonly Pence[]) => amounts.reduce((total, each) => total + each, 0)

/** What a run costs if everybody has spent everything and all invited take part. */
export const maximumCostPence = ({ funded, invited }: Pick<ForecastFacts, 'funded' | 'invited'>): Pence =>
  sum(funded.map(({ amountPence }) => amountPence)) + sum(invited)

/** Why money that the wallet lacks at a moment would not come; null where the card brings it. */
export function whyNotByCard(card: PayingCard | null, at: Instant): ForecastProblem | null {
  if (!card) return 'WALLET_INSUFCCIENT_FUNDS'
  return Temporal.Instant.compare(card.endsAt, at) <= 0 ? card.problem : null
}

/** The wallets of a budget as they are run after run, and what each person was paid in the tax year that begins then. */
interface Purse {
  walletPence: Pence
  balances: Pence[]
  yearFrom: Date
  paid: Map<string, Pence>
}

const openPurse = ({ availablePence, funded, limit, now }: ForecastFacts): Purse => ({
  walletPence: availablePence,
  balances: funded.map((each) => each.availablePence),
  yearFrom: taxYearAt(now).from,
  paid: new Map(limit?.paid),
})

/** What a run gives each, under the limit as it is by then. */
function sharesAt(purse: Purse, { funded, budget, limit }: ForecastFacts, { at, places }: RunAt) {
  const wanted = places.map((place) => {
    const { amountPence, person } = funded[place]!
    return { place, person, deltaPence: runDeltaPence(budget.unspent_action, amountPence, purse.balances[place]!) }
  })
  if (!limit) return wanted.map((share) => ({ ...share, cutPence: 0 }))
  const { from } = taxYearAt(at)
  if (from > purse.yearFrom) Object.assign(purse, { yearFrom: from, paid: new Map() })
  const rooms = funded.flatMap(({ person }): [string, Pence][] =>
    person === undefined ? [] : [[person, limit.limitPence - (purse.paid.get(person) ?? 0)]],
  )
  return cutToRoom(wanted, new Map(rooms))
}

interface RunAt {
  at: Instant
  /** Which of the people. */
  places: number[]
}

/** Pays some of the people as a run does: all of them, or no one. */
function payFrom(purse: Purse, facts: ForecastFacts, run: RunAt) {
  const shares = sharesAt(purse, facts, run)
  const deltas = shares.map(({ deltaPence }) => deltaPence)
  const costPence = sum(deltas)
  const shortfallPence = Math.max(0, costPence - purse.walletPence)
  const problem = shortfallPence > 0 ? whyNotByCard(facts.card, run.at) : null
  const cardChargePence = problem ? 0 : shortfallPence
  if (!problem) {
    purse.walletPence += cardChargePence - costPence
    for (const { place, person, deltaPence } of shares) {
      purse.balances[place] = purse.balances[place]! + deltaPence
      if (person !== undefined) purse.paid.set(person, Math.max(0, (purse.paid.get(person) ?? 0) + deltaPence))
    }
  }
  const returned = takenBack(deltas)
  return {
    costPence,
    paidPence: sum(deltas.filter((each) => each > 0)),
    returnedPence: sum(returned),
    returnedFrom: returned.length,
    cutPence: sum(shares.map(({ cutPence }) => cutPence)),
    sharedPence: sum(
      shares.flatMap(({ person, deltaPence }) =>
        person !== undefined && facts.shared.has(person) ? Math.max(0, deltaPence) : [],
      ),
    ),
    shortfallPence: problem ? shortfallPence : 0,
    problem,
    cardChargePence,
  }
}

/**
 * Which of the runs to come could fail: by then everybody has accepted and spent all they have before each, or the card is
 * declined again. A run after one that could is in doubt too.
 */
function doubts(facts: ForecastFacts) {
  const mostPence = maximumCostPence(facts)
  const joiningPence = sum(facts.invited)
  let isFound = false
  return ({ at, cardChargePence }: Pick<ForecastRun, 'at' | 'cardChargePence'>, place: number): boolean => {
    isFound ||=
      (facts.isDeclined && cardChargePence > 0) ||
      (whyNotByCard(facts.card, at) !== null && joiningPence + mostPence * (place + 1) > facts.availablePence)
    return isFound
  }
}

/**
 * The next runs as they will happen if no one spends, accepts or tops up meanwhile: worked out by the rules that the
 * runs themselves follow. What is still owed from a run that failed is paid first, where there is money by now. A run
 * that is not covered moves nothing and does not count.
 */
export function forecastRuns(facts: ForecastFacts, limit: number): ForecastRun[] {
  const { budget, schedule, funded } = facts
  const purse = openPurse(facts)
  const places = [...funded.keys()]
  const waiting = places.filter((place) => funded[place]!.waits)
  const owing = { ...facts, card: facts.isDeclined ? null : facts.card }
  if (waiting.length > 0) payFrom(purse, owing, { at: facts.now, places: waiting })
  const isDoubtful = doubts(facts)
  let remaining = remainingRuns(budget)
  const runs: ForecastRun[] = []
  for (let index = facts.nextIndex; runs.length < limit && remaining !== 0; index++) {
    const at = plannedAt(schedule, index)
    if (!at) break
    const { paidPence: _, ...paid } = payFrom(purse, facts, { at, places })
    if (!paid.problem && remaining !== null) remaining--
    runs.push({
      index,
      at,
      ...paid,
      mostCostPence: maximumCostPence(facts),
      walletAfterPence: purse.walletPence,
      covered: paid.problem === null,
      atRisk: isDoubtful({ at, cardChargePence: paid.cardChargePence }, runs.length),
    })
  }
  return runs
}

/** What a run made by hand at this moment would move. */
export function forecastManualRun(facts: ForecastFacts) {
  const { funded, now } = facts
  const run = payFrom(openPurse(facts), facts, { at: now, places: [...funded.keys()] })
  return {
    participants: funded.length,
    paid: run.paidPence,
    returned: run.returnedPence,
    cut: run.cutPence,
    cardCharge: run.cardChargePence,
    problem: run.problem,
    shortfall: run.shortfallPence,
  }
}

/** The first run that could fail. */
export const firstAtRisk = (runs: readonly ForecastRun[]): ForecastRun | null =>
  runs.find(({ atRisk }) => atRisk) ?? null
