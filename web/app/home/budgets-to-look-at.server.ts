import type { BudgetOverview } from '#contract/budgets/budgets.ts'
import type { Wallet } from '#contract/wallets/wallets.ts'
import { formatMoney } from '#kit/money.ts'
import { runFull } from '#web/app/budgets/labels.ts'
import { paths } from '#web/paths.ts'
import type { Session } from '#web/session/session.ts'
import type { Attention } from './attention.ts'

const FAILED_SHOWN = 20
const SHORT_SHOWN = 3
/** The newest of those that run; anyone who has more is mailed about each, three days ahead. */
const LOOKED_AT = 200

/** Budgets whose last run failed, and those whose wallet will not cover the next one. */
export async function budgetsToLookAt(session: Session, wallets: readonly Wallet[]): Promise<Attention[]> {
  if (!session.can(['view-automated-budget', 'create-automated-budget'])) return []
  const [failing, running] = await Promise.all([
    session.api.listBudgets({ query: { failing: 'true', limit: FAILED_SHOWN } }),
    session.api.listBudgets({ query: { failing: 'false', status: ['live', 'scheduled'], limit: LOOKED_AT } }),
  ])
  return [
    ...(failing.ok ? failing.value.data.map(failed) : []),
    ...(running.ok ? await shortOfMoney(session, running.value.data, wallets) : []),
  ]
}

const failed = ({ id, name, latestExecution: run }: BudgetOverview): Attention => ({
  key: `run ${run?.id ?? id}`,
  level: 1,
  tone: 'danger',
  title: `${name}: the last run failed`,
  text: [
    run?.problem?.message,
    'No one has been paid.',
    run?.retryDate && `The next try is on ${runFull(run.retryDate)}.`,
  ]
    .filter(Boolean)
    .join(' '),
  action: run ? { to: paths.budgetRun(id, run.id), label: 'See what to do' } : null,
})

/** Only those that could be short are forecast, the soonest first. */
async function shortOfMoney(
  session: Session,
  budgets: readonly BudgetOverview[],
  wallets: readonly Wallet[],
): Promise<Attention[]> {
  const available = new Map(wallets.map((wallet) => [wallet.id, wallet.available]))
  const doubtful = budgets
    .filter(({ billingMethod, nextScheduledRun }) => billingMethod.type === 'manual' && nextScheduledRun)
    .filter(({ walletId, calculatedBudgetAmount }) => calculatedBudgetAmount > (available.get(walletId) ?? 0))
    .sort((one, other) => Date.parse(one.nextScheduledRun!) - Date.parse(other.nextScheduledRun!))
    .slice(0, SHORT_SHOWN)
  const looked = await Promise.all(
    doubtful.map(async (budget) => {
      const forecast = await session.api.getForecast({ params: { id: budget.id }, query: { runs: 1 } })
      if (!forecast.ok) return []
      const { available, runs } = forecast.value.data
      const [next] = runs
      return next && !next.covered ? [short(session, budget, { ...next, available })] : []
    }),
  )
  return looked.flat()
}

const short = (
  session: Session,
  { id, name, walletId, currency }: BudgetOverview,
  run: { date: string; cost: number; available: number },
): Attention => ({
  key: `short ${id} ${run.date}`,
  level: run.cost - run.available,
  tone: 'warning',
  title: `${name}: too little money for the next run`,
  text: `It needs ${formatMoney(run.cost, currency)} on ${runFull(run.date)}, and its wallet has ${formatMoney(run.available, currency)}.`,
  action: session.can('top-up-wallet')
    ? { to: paths.walletTab(walletId, 'card', run.cost - run.available), label: 'Top up' }
    : { to: paths.budget(id), label: 'View' },
})
