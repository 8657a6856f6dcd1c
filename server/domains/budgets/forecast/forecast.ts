import type { Pence } from '#kit/money.ts'
import type { Instant } from '#kit/time.ts'
import { type BudgetRecord, remainingRuns, runDeltaPence } from '../budget/budget.ts'
import { plannedAt, type Schedule } from '../schedule/schedule.ts'

export interface ForecastFacts {
  budget: Pick<BudgetRecord, 'unspent_action' | 'number_of_runs' | 'runs_executed' | 'billing_type'>
  schedule: Schedule
  /** The first occurrence to come. */
  nextIndex: number
  /** Free money in the budget's wallet. */
  availablePence: Pence
  /** Each person a run funds: their amount, and what they have left. */
  funded: readonly { amountPence: Pence; availablePence: Pence }[]
  /** Amounts of those who have yet to accept. */
  invited: readonly Pence[]
}

export interface ForecastRun {
  index: number
  at: Instant
  costPence: Pence
  mostCostPence: Pence
  walletAfterPence: Pence
  cardChargePence: Pence
  covered: boolean
}

const sum = (amounts: readonly Pence[]) => amounts.reduce((total, each) => total + each, 0)

/** What a run costs if everybody has spent everything and all invited take part. */
export const maximumCostPence = ({ funded, invited }: Pick<ForecastFacts, 'funded' | 'invited'>): Pence =>
  sum(funded.map(({ amountPence }) => amountPence)) + sum(invited)

/**
 * The next runs as they will happen if no one spends, accepts or tops up meanwhile: worked out by the rules that the
 * runs themselves follow. A run the wallet cannot cover moves nothing and does not count.
 */
export function forecastRuns(facts: ForecastFacts, limit: number): ForecastRun[] {
  const { budget, schedule } = facts
  let walletPence = facts.availablePence
  let balances = facts.funded.map(({ availablePence }) => availablePence)
  let remaining = remainingRuns(budget)
  const runs: ForecastRun[] = []
  for (let index = facts.nextIndex; runs.length < limit && remaining !== 0; index++) {
    const at = plannedAt(schedule, index)
    if (!at) break
    const deltas = facts.funded.map(({ amountPence }, each) =>
      runDeltaPence(budget.unspent_action, amountPence, balances[each]!),
    )
    const costPence = sum(deltas)
    const shortfallPence = Math.max(0, costPence - walletPence)
    const byCard = budget.billing_type === 'card'
    const covered = byCard || shortfallPence === 0
    const cardChargePence = byCard ? shortfallPence : 0
    if (covered) {
      walletPence += cardChargePence - costPence
      balances = balances.map((before, each) => before + deltas[each]!)
      if (remaining !== null) remaining--
    }
    runs.push({
      index,
      at,
      costPence,
      mostCostPence: maximumCostPence(facts),
      walletAfterPence: walletPence,
      cardChargePence,
      covered,
    })
  }
  return runs
}

/** The first run that the wallet could not cover if everybody spent all they have before each. */
export function firstAtRisk(facts: ForecastFacts, runs: readonly ForecastRun[]): ForecastRun | null {
  if (facts.budget.billing_type === 'card') return null
  const mostPence = maximumCostPence(facts)
  return runs.find((_, place) => mostPence * (place + 1) > facts.availablePence) ?? null
}
