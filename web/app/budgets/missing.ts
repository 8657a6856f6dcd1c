import type { Forecast } from '#contract/budgets/budget-runs.ts'

/** Pence that the wallet lacks for the first run that it will not pay, or else may not; 0: it will do. */
export function missingPence({ runs }: Pick<Forecast, 'runs'>): number {
  const short = runs.find(({ covered }) => !covered)
  if (short) return short.shortfall
  const risky = runs.find(({ atRisk }) => atRisk)
  return risky ? Math.max(risky.cardCharge, risky.mostShortfall) : 0
}

/** The first run that may find too little, and what it lacks then, where the card that is to pay the rest has expired before it. */
export function runPastCard({
  runs,
  cardEnds,
  firstAtRisk,
}: Pick<Forecast, 'runs' | 'cardEnds' | 'firstAtRisk'>): { date: string; ends: string; missing: number } | null {
  const run = runs.find(({ date }) => date === firstAtRisk)
  if (!run || !cardEnds || Date.parse(cardEnds) > Date.parse(run.date)) return null
  return { date: run.date, ends: cardEnds, missing: run.mostShortfall }
}
