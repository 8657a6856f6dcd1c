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
  /** What other budgets take from the wallet before it, or still wait for. */
  othersPence: Pence
  /** What the wallet lacks for it, if by then all these budgets cost the most they may. */
  mostShortfallPence: Pence
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

/** The wallet that pays, of one budget or several. */
interface PayingWallet {
  pence: Pence
  /** What it has if all runs cost the most they may; less than nothing where they lack money. */
  leastPence: Pence
}

/** The wallets of a budget as they are run after run, and what each person was paid in the tax year that begins then. */
interface Purse {
  wallet: PayingWallet
  balances: Pence[]
  yearFrom: Date
  paid: Map<string, Pence>
}

const openPurse = ({ funded, limit, now }: ForecastFacts, wallet: PayingWallet): Purse => ({
  wallet,
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
  const shortfallPence = Math.max(0, costPence - purse.wallet.pence)
  const problem = shortfallPence > 0 ? whyNotByCard(facts.card, run.at) : null
  const cardChargePence = problem ? 0 : shortfallPence
  if (!problem) {
    purse.wallet.pence += cardChargePence - costPence
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

/** A budget whose runs to come are gone through, one after another. */
interface Plan {
  facts: ForecastFacts
  purse: Purse
  /** The run that comes next; null: there is none. */
  next: { index: number; at: Instant } | null
  remaining: number | null
  /** The cost of its latest run where that was not covered: it is tried again, and takes what comes. */
  waitsForPence: Pence
}

/** Moments already worked out: where many budgets share a wallet, each is asked for by every other's forecast. */
const plannedMoments = new WeakMap<Schedule, Map<number, Instant | null>>()

function nextRun({ schedule }: ForecastFacts, index: number, remaining: number | null): Plan['next'] {
  if (remaining === 0) return null
  const known = plannedMoments.get(schedule) ?? new Map<number, Instant | null>()
  plannedMoments.set(schedule, known)
  const at = known.get(index) ?? plannedAt(schedule, index)
  known.set(index, at)
  return at && { index, at }
}

/** Takes the most that may be needed at a moment; the card pays what the wallet lacks of it, unless it was declined the last time. */
function takeMost({ wallet }: Purse, { card, isDeclined }: ForecastFacts, at: Instant, mostPence: Pence): void {
  const isByCard = !isDeclined && whyNotByCard(card, at) === null
  const byCardPence = isByCard ? mostPence - Math.min(mostPence, Math.max(0, wallet.leastPence)) : 0
  wallet.leastPence += byCardPence - mostPence
}

/** What is still owed from a run that failed is paid first, where there is money by now. */
function openPlan(facts: ForecastFacts, wallet: PayingWallet): Plan {
  const purse = openPurse(facts, wallet)
  const waiting = [...facts.funded.keys()].filter((place) => facts.funded[place]!.waits)
  const owing = { ...facts, card: facts.isDeclined ? null : facts.card }
  const owed = waiting.length > 0 ? payFrom(purse, owing, { at: facts.now, places: waiting }) : null
  const remaining = remainingRuns(facts.budget)
  takeMost(purse, facts, facts.now, sum(facts.invited))
  return {
    facts,
    purse,
    next: nextRun(facts, facts.nextIndex, remaining),
    remaining,
    waitsForPence: owed?.problem ? owed.costPence : 0,
  }
}

/** Makes a plan's next run. One that is not covered moves nothing and does not count. */
function makeRun(plan: Plan, { index, at }: NonNullable<Plan['next']>) {
  const { facts, purse } = plan
  const paid = payFrom(purse, facts, { at, places: [...facts.funded.keys()] })
  if (!paid.problem && plan.remaining !== null) plan.remaining--
  takeMost(purse, facts, at, maximumCostPence(facts))
  plan.waitsForPence = paid.problem ? paid.costPence : 0
  plan.next = nextRun(facts, index + 1, plan.remaining)
  return paid
}

/** A forecast stops counting other budgets after so many payments: one that runs by the minute would take too long. */
const MOST_OTHER_PAYMENTS = 200_000

/** Makes all runs of these plans up to and including a moment, in order of time. Of runs at the same moment, any may be made first. */
function makeRunsUntil(plans: readonly Plan[], moment: Instant, left: { payments: number }): void {
  while (left.payments > 0) {
    const due = plans.filter(({ next }) => next && Temporal.Instant.compare(next.at, moment) <= 0)
    if (due.length === 0) return
    const first = due.reduce((one, other) => (Temporal.Instant.compare(other.next!.at, one.next!.at) < 0 ? other : one))
    makeRun(first, first.next!)
    left.payments -= first.facts.funded.length + 1
  }
}

/**
 * The next runs as they will happen if no one spends, accepts or tops up meanwhile: worked out by the rules that the
 * runs themselves follow. One could fail, too, where by then everybody has accepted and spent all they have before each,
 * or the card is declined again; a run after one that could is in doubt too.
 * @param others other budgets that are paid from the same wallet: their runs take from it as they come
 */
export function forecastRuns(
  facts: ForecastFacts,
  limit: number,
  others: readonly ForecastFacts[] = [],
): ForecastRun[] {
  const wallet = { pence: facts.availablePence, leastPence: facts.availablePence }
  const theirs = others.map((each) => openPlan(each, wallet))
  let takenPence = facts.availablePence - wallet.pence
  const plan = openPlan(facts, wallet)
  const left = { payments: MOST_OTHER_PAYMENTS }
  let isFound = false
  const runs: ForecastRun[] = []
  for (let run = plan.next; run && runs.length < limit; run = plan.next) {
    const before = wallet.pence
    makeRunsUntil(theirs, run.at, left)
    takenPence += before - wallet.pence
    const waitsForPence = sum(theirs.map((each) => each.waitsForPence))
    const { paidPence: _, ...paid } = makeRun(plan, run)
    const mostShortfallPence = Math.max(0, -wallet.leastPence)
    isFound ||=
      (facts.isDeclined && paid.cardChargePence > 0) ||
      (whyNotByCard(facts.card, run.at) !== null && mostShortfallPence > 0)
    runs.push({
      ...run,
      ...paid,
      mostCostPence: maximumCostPence(facts),
      walletAfterPence: wallet.pence,
      covered: paid.problem === null,
      shortfallPence: paid.problem ? paid.shortfallPence + waitsForPence : 0,
      atRisk: isFound,
      othersPence: takenPence + waitsForPence,
      mostShortfallPence,
    })
  }
  return runs
}

/** What a run made by hand at this moment would move. */
export function forecastManualRun(facts: ForecastFacts) {
  const { funded, now } = facts
  const run = payFrom(openPurse(facts, { pence: facts.availablePence, leastPence: facts.availablePence }), facts, {
    at: now,
    places: [...funded.keys()],
  })
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
