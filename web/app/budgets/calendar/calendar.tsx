import { data, Link, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import type { RunCalendar } from '#contract/budgets/run-calendar.ts'
import { monthLabel } from '#web/app/invoices/labels.ts'
import { paths } from '#web/paths.ts'
import { getSession } from '#web/session/middleware.ts'
import { formatCount } from '#web/ui/format.ts'
import { LinkButton } from '#web/ui/kit/button.tsx'
import { Card } from '#web/ui/kit/card.tsx'
import { DataTable, type TableColumn } from '#web/ui/kit/data-table.tsx'
import { EmptyState } from '#web/ui/kit/empty-state.tsx'
import { Money } from '#web/ui/kit/money.tsx'
import { PageHeader } from '#web/ui/kit/page-header.tsx'
import { StatusBadge } from '#web/ui/kit/status-badge.tsx'
import { CALENDAR_MONTHS, coveredLook, frequencyLabel } from '../labels.ts'
import { runDay, runFull } from '../run-dates.ts'

type Month = RunCalendar['months'][number]
type Run = RunCalendar['runs'][number]

export async function loader({ context }: LoaderFunctionArgs) {
  const session = getSession(context)
  if (!session.can(['view-automated-budget', 'create-automated-budget'])) throw data(null, { status: 403 })
  return session.unwrap(await session.api.getRunCalendar({ query: { months: CALENDAR_MONTHS } })).data
}

/** The last day before a moment at which a month begins. */
const lastDay = (until: string): string => runDay(new Date(Date.parse(until) - 1).toISOString())

/** A month is as well covered as the worst of its runs. */
function monthLook(runs: readonly Run[]) {
  const rank = ({ problem, atRisk }: Run) => (problem ? 2 : atRisk ? 1 : 0)
  return coveredLook(runs.reduce((worst, run) => (rank(run) > rank(worst) ? run : worst)))
}

/** This month and the twelve after it, of all budgets' runs, with the sum of each month. */
export default function Calendar() {
  const { months, runs, often, until } = useLoaderData<typeof loader>()
  const named = [...new Set(months.map(({ month }) => month))]
  return (
    <>
      <PageHeader
        title="Calendar of runs"
        lead={`From now until ${lastDay(until)}, of all budgets that are scheduled or live. Times are London’s.`}
        back={{ to: paths.budgets, label: 'Budgets' }}
        actions={
          runs.length ? (
            <LinkButton look="quiet" to={paths.budgetCalendarCsv} reloadDocument>
              Download CSV
            </LinkButton>
          ) : null
        }
      />
      <Card title="By month" flush>
        <DataTable
          caption="Sums by month"
          columns={monthColumns(runs)}
          rows={months}
          rowKey={({ month, currency }) => `${month} ${currency}`}
          empty={
            <EmptyState picture="sprout" title="No runs ahead">
              Runs appear here once a budget is scheduled or has started.
            </EmptyState>
          }
        />
      </Card>
      {runs.length ? (
        <p className="muted small">
          “As things stand” is what is paid if no one spends or accepts until then. “Likely” is if people spend as they
          did before the last runs; a dash stands where no run tells of it yet. “At most” is if everyone spends
          everything, and everyone invited accepts. Each run knows what other budgets take from its wallet before.
        </p>
      ) : null}
      {named.map((month) => (
        <section key={month} id={month} aria-label={monthLabel(month)}>
          <Card title={monthLabel(month)} flush>
            <DataTable
              caption={`Runs of ${monthLabel(month)}`}
              columns={runColumns}
              rows={runs.filter((run) => run.month === month)}
              rowKey={({ automationId, date }) => `${automationId} ${date}`}
            />
          </Card>
        </section>
      ))}
      {often.length ? (
        <Card title="By the minute or hour">
          <ul>
            {often.map(({ automationId, name, frequency, currency, costPerYear }) => (
              <li key={automationId}>
                <Link to={paths.budget(automationId)}>{name}</Link>: {frequencyLabel(frequency).toLowerCase()}, up to{' '}
                <Money pence={costPerYear} currency={currency} /> a year
              </li>
            ))}
          </ul>
        </Card>
      ) : null}
    </>
  )
}

const sumColumns = [
  {
    key: 'cost',
    header: 'As things stand',
    numeric: true,
    cell: ({ cost, currency }: Month | Run) => <Money pence={cost} currency={currency} />,
  },
  {
    key: 'likely',
    header: 'Likely',
    numeric: true,
    cell: ({ likelyCost, currency }: Month | Run) =>
      likelyCost === null ? '–' : <Money pence={likelyCost} currency={currency} />,
  },
  {
    key: 'most',
    header: 'At most',
    numeric: true,
    cell: ({ mostCost, currency }: Month | Run) => <Money pence={mostCost} currency={currency} />,
  },
]

const monthColumns = (all: readonly Run[]): TableColumn<Month>[] => [
  { key: 'month', header: 'Month', cell: ({ month }) => <a href={`#${month}`}>{monthLabel(month)}</a> },
  { key: 'runs', header: 'Runs', numeric: true, cell: ({ runs }) => formatCount(runs) },
  {
    key: 'covered',
    header: 'Covered',
    cell: ({ month, currency }) => {
      const { word, tone } = monthLook(all.filter((run) => run.month === month && run.currency === currency))
      return <StatusBadge status={word} tone={tone} />
    },
  },
  ...sumColumns,
]

const runColumns: TableColumn<Run>[] = [
  { key: 'date', header: 'When', cell: ({ date }) => <time dateTime={date}>{runFull(date)}</time> },
  {
    key: 'budget',
    header: 'Budget',
    cell: ({ automationId, name }) => (
      <Link to={paths.budget(automationId)} prefetch="intent">
        {name}
      </Link>
    ),
  },
  {
    key: 'covered',
    header: 'Covered',
    cell: (run) => {
      const { word, tone } = coveredLook(run)
      return <StatusBadge status={word} tone={tone} />
    },
  },
  ...sumColumns,
]
