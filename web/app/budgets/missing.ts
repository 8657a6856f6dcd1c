import type { Forecast } from '#contract/budgets/budget-runs.ts'

/** Pence that the wallet lacks for the first run that it will not pay, or else may not; 0: it will do. */
export function missingPence({ runs }: Pick<Forecast, 'runs'>): number {
  const short = runs.find(({ covered }) => !covered)
  if (short) return short.shortfall
  const risky = runs.find(({ atRisk }) => atRisk)
  return risky ? Math.max(risky.cardCharge, risky.mostShortfall) : 0
}
