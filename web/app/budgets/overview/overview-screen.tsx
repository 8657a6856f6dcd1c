import { Link } from 'react-router'
import type { Execution, Forecast } from '#contract/budgets/budget-runs.ts'
import type { BudgetOverview } from '#contract/budgets/budgets.ts'
import type { FundingReport } from '#contract/reports/budget-reports.ts'
import { formatMoney } from '#kit/money.ts'
import { useCan } from '#web/app/shell/app-data.ts'
import { paths } from '#web/paths.ts'
import { plural } from '#web/ui/format.ts'
import { LinkButton } from '#web/ui/kit/button.tsx'
import { Card } from '#web/ui/kit/card.tsx'
import { EmptyState } from '#web/ui/kit/empty-state.tsx'
import { Facts } from '#web/ui/kit/facts.tsx'
import { Money } from '#web/ui/kit/money.tsx'
import { Notice } from '#web/ui/kit/notice.tsx'
import { StatusBadge } from '#web/ui/kit/status-badge.tsx'
import { useBudget } from '../budget-context.ts'
import styles from '../detail.module.css'
import {
  amountLabel,
  coveredLook,
  invitesSentence,
  lastDay,
  otherBudgetsSentence,
  peopleLabel,
  runLabel,
  runsLabel,
  runTone,
  triggerLabel,
  yearLabel,
} from '../labels.ts'
import { missingPence, runPastCard } from '../missing.ts'
import { runDay, runFull } from '../run-dates.ts'
import { RunProblem } from '../runs/run-problem.tsx'
import { UpcomingRuns } from '../runs/upcoming-runs.tsx'

interface OverviewScreenProps {
  forecast: Forecast
  funding: FundingReport | null
}

/** How the budget is doing, what comes next, and whether the money will do. */
export function OverviewScreen({ forecast, funding }: OverviewScreenProps) {
  const { budget } = useBudget()
  const { currency, latestExecution: latest } = budget
  const hasBegun = budget.status === 'live' || budget.status === 'ended'
  return (
    <>
      {latest ? <RunProblem run={latest} /> : null}
      <LowFunds forecast={forecast} />
      {hasBegun && funding ? (
        <Card title="The money">
          <dl className={styles.figures}>
            <Figure
              name="Given so far"
              pence={funding.totalTransferred}
              currency={currency}
              note="by runs, those undone too"
            />
            <Figure name="Spent" pence={funding.totalSpent} currency={currency} note="fees and VAT included" />
            {funding.totalReturned ? (
              <Figure name="Returned" pence={funding.totalReturned} currency={currency} note="to the budget’s wallet" />
            ) : null}
            {funding.totalOther ? (
              <Figure name="Other" pence={funding.totalOther} currency={currency} note="paid in or out otherwise" />
            ) : null}
            <Figure name="Available" pence={funding.totalAvailable} currency={currency} note="with participants" />
            <Figure
              name="Live"
              pence={funding.totalLive}
              currency={currency}
              note="of what was spent, in gifts not used yet"
            />
          </dl>
        </Card>
      ) : null}
      <div className="columns">
        <div className="stack">
          <Ahead budget={budget} forecast={forecast} />
          {latest ? <Latest budget={budget} run={latest} /> : null}
        </div>
        <div className="stack">
          {isEmpty(budget) ? null : <NextRun budget={budget} forecast={forecast} />}
          <Card title="Summary" action={<SummaryLinks />}>
            <Facts
              facts={[
                { name: 'Everyone gets', value: amountLabel(budget) },
                { name: 'Runs', value: runsLabel(budget) },
                { name: 'Made so far', value: hasBegun ? plural(budget.runsExecuted, 'planned run') : null },
                { name: 'People', value: peopleLabel(budget.participantCounts, budget.status !== 'live') },
                { name: yearLabel(forecast), value: hasBegun ? null : formatMoney(forecast.costPerYear, currency) },
              ]}
            />
          </Card>
        </div>
      </div>
    </>
  )
}

/** To what else was decided, and to changing it. */
function SummaryLinks() {
  const { budget } = useBudget()
  const mayChange = useCan()('create-automated-budget') && budget.status !== 'ended' && budget.subStatus !== 'stopping'
  return (
    <span className="row">
      <Link to={paths.budgetTab(budget.id, 'settings')}>All the rules</Link>
      {mayChange ? <Link to={paths.editBudget(budget.id)}>Change</Link> : null}
    </span>
  )
}

const isEmpty = ({ status, participantCounts: { active, inactive, invited } }: BudgetOverview): boolean =>
  status !== 'ended' && active + inactive + invited === 0

/** The runs to come; or, while no one would get anything, how to change that. */
function Ahead({ budget, forecast }: { budget: BudgetOverview; forecast: Forecast }) {
  const can = useCan()
  if (isEmpty(budget))
    return (
      <div className="card">
        <EmptyState
          picture="sprout"
          title="Who is it for?"
          action={
            can('create-automated-budget') ? (
              <LinkButton look="quiet" to={paths.addParticipants(budget.id)}>
                Add people
              </LinkButton>
            ) : null
          }
        >
          Add people to see what each run will cost, and whether the wallet covers it.
        </EmptyState>
      </div>
    )
  if (forecast.runs.length)
    return <UpcomingRuns forecast={forecast} title={`The next ${plural(forecast.runs.length, 'run')}`} />
  return (
    <Card title="Runs to come">
      <p className="muted">{endLabel(budget, forecast)}</p>
    </Card>
  )
}

const Figure = ({ name, pence, currency, note }: { name: string; pence: number; currency: string; note: string }) => (
  <div>
    <dt>{name}</dt>
    <dd>
      <Money pence={pence} currency={currency} />
      <span className="muted small">{note}</span>
    </dd>
  </div>
)

function endLabel(budget: BudgetOverview, { ends }: Forecast): string {
  if (budget.status === 'ended')
    return `It ended on ${runDay(budget.endedAt!)}. What was not spent went back to the wallet.`
  if (budget.subStatus === 'stopping') return 'It is being stopped: there are no more runs.'
  return ends ? `None. It ends on ${runFull(ends)}, and unspent money then goes back to the wallet.` : 'None.'
}

/** Ahead of a run that the wallet cannot pay, or might not. */
function LowFunds({ forecast }: { forecast: Forecast }) {
  const { budget } = useBudget()
  const can = useCan()
  const short = forecast.runs.find(({ covered }) => !covered)
  const risky = forecast.runs.find(({ date }) => date === forecast.firstAtRisk)
  if (!short && !risky) return null
  const money = (pence: number) => formatMoney(pence, budget.currency)
  const missing = missingPence(forecast)
  const topUp = can('top-up-wallet') ? (
    <Link to={paths.walletTab(budget.walletId, 'card', missing, { from: paths.budget(budget.id) })}>
      Top up {money(missing)}
    </Link>
  ) : null
  const otherCard = can('create-automated-budget') ? (
    <>
      <Link to={paths.budgetStep(budget.id, 'funding')}>Choose another card</Link>
      {topUp ? ', or ' : ''}
    </>
  ) : null
  if (short && short.problem !== 'WALLET_INSUFCCIENT_FUNDS')
    return (
      <Notice tone="warning" title={`The card will not pay the run of ${runFull(short.date)}`}>
        {short.problem === 'CARD_EXPIRED' ? 'It has expired by then' : 'It was removed'}, and the wallet lacks{' '}
        {money(short.shortfall)}. Without more money no one gets theirs. {otherCard}
        {topUp}
      </Notice>
    )
  if (short && short.date === forecast.invites?.from)
    return (
      <Notice tone="warning" title="The wallet has too little for everyone who will be invited">
        {invitesSentence(forecast.invites, budget.currency)} {money(short.shortfall)} of that is missing. {topUp}
      </Notice>
    )
  if (short)
    return (
      <Notice tone="warning" title={`The wallet will not cover the run of ${runFull(short.date)}`}>
        {short.others > 0 ? `After ${money(short.others)} for other budgets it` : 'It'} will have{' '}
        {money(Math.max(0, short.cost - short.shortfall))}, and the run costs {money(short.cost)}. Without more money no
        one gets theirs. {topUp}
      </Notice>
    )
  if (risky?.cardCharge)
    return (
      <Notice tone="warning" title={`The card may not pay the run of ${runFull(risky.date)}`}>
        It was declined the last time, and that run needs {money(risky.cardCharge)} of it. {otherCard}
        {topUp}
      </Notice>
    )
  const pastCard = runPastCard(forecast)
  if (pastCard)
    return (
      <Notice tone="warning" title={`The card cannot pay the run of ${runFull(pastCard.date)}`}>
        Its last day, {lastDay(pastCard.ends)}, is before that run. If everyone spends all they have, the wallet lacks{' '}
        {money(pastCard.missing)} for it. {otherCard}
        {topUp}
      </Notice>
    )
  return (
    <Notice tone="info" title={`Keep an eye on the wallet before ${runDay(risky!.date)}`}>
      If everyone spends all they have and all who are invited accept, a run costs {money(risky!.mostCost)}, and the
      wallet, with {money(forecast.available)} now, will not cover that one.{' '}
      {forecast.otherBudgets ? `${otherBudgetsSentence(forecast.otherBudgets)} ` : ''}
      {topUp}
    </Notice>
  )
}

function NextRun({ budget, forecast }: { budget: BudgetOverview; forecast: Forecast }) {
  const [next] = forecast.runs
  if (!next || budget.status === 'ended') return null
  const isWaiting = budget.status === 'draft'
  const covered = coveredLook(next)
  return (
    <Card title={isWaiting ? 'The first run' : 'The next run'}>
      <p className={styles.date}>{isWaiting && !budget.scheduledStartDate ? 'As you start it' : runFull(next.date)}</p>
      <Facts
        facts={[
          { name: 'Costs, as things stand', value: formatMoney(next.cost, budget.currency) },
          { name: 'At most', value: formatMoney(next.mostCost, budget.currency) },
          { name: 'In the wallet now', value: formatMoney(forecast.available, budget.currency) },
          { name: 'Covered?', value: <StatusBadge status={covered.word} tone={covered.tone} /> },
        ]}
      />
    </Card>
  )
}

const Latest = ({ budget, run }: { budget: BudgetOverview; run: Execution }) => (
  <Card title="The latest run" action={<Link to={paths.budgetRun(budget.id, run.id)}>Who got what</Link>}>
    <Facts
      facts={[
        { name: 'When', value: runFull(run.scheduledFor) },
        { name: 'Why', value: triggerLabel(run.trigger) },
        { name: 'Result', value: <StatusBadge status={runLabel(run)} tone={runTone(run)} /> },
        { name: 'People', value: plural(run.participants, 'person', 'people') },
        { name: 'Paid out', value: formatMoney(run.paid, budget.currency) },
        { name: 'Returned', value: run.returned ? formatMoney(run.returned, budget.currency) : null },
      ]}
    />
  </Card>
)
