import { Link } from 'react-router'
import type { BudgetOverview } from '#contract/budgets/budgets.ts'
import { useCan } from '#web/app/shell/app-data.ts'
import { paths } from '#web/paths.ts'
import { Money } from '#web/ui/kit/money.tsx'
import { Notice } from '#web/ui/kit/notice.tsx'
import { StatusBadge } from '#web/ui/kit/status-badge.tsx'
import styles from '../budgets.module.css'
import { amountLabel, hasRunFailed, peopleLabel, runLabel, stateLabel, stateTone } from '../labels.ts'
import { runDay, runFull } from '../run-dates.ts'

/** Budgets, each with what it does next and how it went the last time. */
export const BudgetList = ({ budgets }: { budgets: readonly BudgetOverview[] }) => (
  <ul className={styles.list} aria-label="Budgets">
    {budgets.map((budget) => (
      <BudgetItem key={budget.id} budget={budget} />
    ))}
  </ul>
)

function BudgetItem({ budget }: { budget: BudgetOverview }) {
  const mayMake = useCan()('create-automated-budget')
  const { id, name, status, participantCounts, totalFunds, currency, latestExecution: last } = budget
  const isOpen = status === 'draft' || status === 'scheduled'
  const failed = status === 'live' && last && hasRunFailed(last) ? last : null
  return (
    <li className={`card ${styles.item} ${failed ? styles.failed : ''}`}>
      <div className={styles.head}>
        <h2>
          <Link to={status === 'draft' && mayMake ? paths.editBudget(id) : paths.budget(id)} prefetch="intent">
            {name}
          </Link>
        </h2>
        <StatusBadge status={stateLabel(budget)} tone={stateTone(budget)} />
        <p className="muted">
          {amountLabel(budget)} · {peopleLabel(participantCounts, isOpen)}
        </p>
      </div>
      <dl className={styles.facts}>
        <div>
          <dt>Next run</dt>
          <dd>
            <NextRun budget={budget} />
          </dd>
        </div>
        <div>
          <dt>Last run</dt>
          <dd>
            {last ? (
              <>
                <time dateTime={last.scheduledFor}>{runDay(last.scheduledFor)}</time>
                <span className={failed ? styles.wrong : 'muted small'}>{runLabel(last)}</span>
              </>
            ) : (
              'None yet'
            )}
          </dd>
        </div>
        <div>
          <dt>Given so far</dt>
          <dd>
            <Money pence={totalFunds} currency={currency} />
            <span className="muted small">by runs, those undone too</span>
          </dd>
        </div>
      </dl>
      {failed?.problem ? (
        <Notice tone="danger" title={`The last run failed: ${failed.problem.message}`}>
          {failed.problem.help} {failed.retryDate ? <>Next try: {runFull(failed.retryDate)}. </> : null}
          <Link to={paths.budgetRun(id, failed.id)}>
            See what happened<span className="visually-hidden"> with {name}</span>
          </Link>
        </Notice>
      ) : null}
    </li>
  )
}

function NextRun({ budget }: { budget: BudgetOverview }) {
  const { status, nextScheduledRun, calculatedBudgetAmount, currency } = budget
  if (status === 'ended') return 'None: it has ended'
  if (status === 'draft') return 'Not started yet'
  if (!nextScheduledRun) return 'None to come'
  return (
    <>
      <time dateTime={nextScheduledRun}>{runDay(nextScheduledRun)}</time>
      <span className="muted small">
        up to <Money pence={calculatedBudgetAmount} currency={currency} />
      </span>
    </>
  )
}
