import { formatCount } from '#web/ui/format.ts'
import { Card } from '#web/ui/kit/card.tsx'
import { Money } from '#web/ui/kit/money.tsx'
import priceLines from '#web/ui/kit/price-lines.module.css'
import styles from '../budgets.module.css'
import { unpaidLabel, yearLabel } from '../labels.ts'
import { runFull } from '../run-dates.ts'
import { type Foretold, useWizard } from './wizard.ts'
import { paidTotal } from './wizard-steps.ts'

interface BudgetCardProps {
  /** People as they are typed. */
  live?: { people: number; totalPence: number } | undefined
  /** The budget with what is typed. */
  typed?: Foretold | null
}

/** What the budget comes to with what was changed and is typed: people, a run, a year, and the next dates. */
export function BudgetCard({ live, typed }: BudgetCardProps) {
  const shown = useWizard()
  const { budget, forecast, dates } = typed ?? shown
  const { currency } = forecast
  const people = live?.people ?? paidTotal(budget.participantCounts)
  const unpaid = unpaidLabel(budget.participantCounts)
  const runPence = live?.totalPence ?? forecast.costPerRun
  return (
    <Card title="Your budget">
      <dl className={priceLines.lines} aria-live="polite">
        <div>
          <dt>{budget.isVariable ? 'Each, unless they have their own' : 'Each'}</dt>
          <dd>
            <Money pence={budget.budgetAmount} currency={currency} />
          </dd>
        </div>
        <div>
          <dt>People</dt>
          <dd>{people ? formatCount(people) : 'No one yet'}</dd>
        </div>
        {unpaid ? (
          <div>
            <dt className="small">Without {unpaid}</dt>
            <dd />
          </div>
        ) : null}
        {live ? null : (
          <div>
            <dt>{yearLabel(forecast)}</dt>
            <dd>
              <Money pence={forecast.costPerYear} currency={currency} />
            </dd>
          </div>
        )}
        <div className={priceLines.sum}>
          <dt>A run, at most</dt>
          <dd>
            <Money pence={runPence} currency={currency} />
          </dd>
        </div>
      </dl>
      <NextDates
        dates={dates}
        ends={forecast.ends}
        hasRun={budget.runsExecuted > 0}
        isFixed={budget.status !== 'draft' || budget.scheduledStartDate !== null}
      />
    </Card>
  )
}

const DATES_SHOWN = 6

interface NextDatesProps {
  dates: readonly string[]
  ends: string | null
  hasRun: boolean
  /** Their days do not depend on when someone presses start. */
  isFixed: boolean
}

/** When it will run, by the clock of London. */
function NextDates({ dates, ends, hasRun, isFixed }: NextDatesProps) {
  const shown = dates.slice(0, DATES_SHOWN)
  return (
    <section className={styles.dates} aria-label="Next runs">
      <h3>{isFixed ? 'Next runs' : 'Next runs, if it starts now'}</h3>
      {shown.length ? (
        <ol aria-live="polite">
          {shown.map((date) => (
            <li key={date}>
              <time dateTime={date}>{runFull(date)}</time>
            </li>
          ))}
        </ol>
      ) : (
        <p className="muted">None: it {hasRun ? 'ends before the next' : 'would end before its first run'}.</p>
      )}
      <p className="muted small">
        {ends ? `Ends on ${runFull(ends)}; unspent money is returned then.` : 'and so on, until you stop it.'}
      </p>
    </section>
  )
}
