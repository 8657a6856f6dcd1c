import type { Forecast } from '#contract/budgets/budget-runs.ts'

type Foreseen = Pick<Forecast, 'runs' | 'invites' | 'costPerRun' | 'available'>

/** Pence that the wallet lacks for the first run that it will not pay, or else may not; 0: it will do. */
export function missingPence({ runs, invites, costPerRun, available }: Foreseen): number {
  const short = runs.find(({ covered }) => !covered)
  if (short) return short.shortfall
  const place = runs.findIndex(({ atRisk }) => atRisk)
  if (place < 0) return 0
  // Before the start the first run stands for those who are invited.
  const joining = invites && !invites.from ? invites.upTo : 0
  return Math.max(runs[place]!.cardCharge, joining + costPerRun * (place + 1) - available)
}
