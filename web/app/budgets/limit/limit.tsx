import { data, Link, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import type { AllowanceLimit } from '#contract/budgets/allowance-limit.ts'
import { formatMoney } from '#kit/money.ts'
import { useCan } from '#web/app/shell/app-data.ts'
import { paths } from '#web/paths.ts'
import { getSession } from '#web/session/middleware.ts'
import { formatCount } from '#web/ui/format.ts'
import { LinkButton } from '#web/ui/kit/button.tsx'
import { Card } from '#web/ui/kit/card.tsx'
import { DataTable, type TableColumn } from '#web/ui/kit/data-table.tsx'
import { EmptyState } from '#web/ui/kit/empty-state.tsx'
import { Money } from '#web/ui/kit/money.tsx'
import { Named } from '#web/ui/kit/named.tsx'
import { PageHeader } from '#web/ui/kit/page-header.tsx'
import { runDay } from '../run-dates.ts'

const SHOWN = 100
type Person = AllowanceLimit['people'][number]

export async function loader({ context }: LoaderFunctionArgs) {
  const session = getSession(context)
  if (!session.can(['view-automated-budget', 'create-automated-budget'])) throw data(null, { status: 403 })
  return session.unwrap(await session.api.getAllowanceLimit({ query: { limit: SHOWN } })).data
}

/** Who has had how much of all budgets this tax year, and how near the limit for one person that is. */
export default function Limit() {
  const { limit, from, people, total } = useLoaderData<typeof loader>()
  const can = useCan()
  return (
    <>
      <PageHeader
        title="Paid to each person"
        lead={`By all budgets since ${runDay(from)}, less what they took back of it.`}
        back={{ to: paths.budgets, label: 'Budgets' }}
        actions={
          people.length ? (
            <LinkButton look="quiet" to={paths.budgetLimitCsv} reloadDocument>
              Download CSV
            </LinkButton>
          ) : null
        }
      />
      <LimitNote limit={limit} currency={people[0]?.currency ?? 'GBX'} mayChange={can('manage-team-information')} />
      <Card title="This tax year" flush>
        <DataTable
          caption="Paid to each person"
          columns={columnsWith(limit)}
          rows={people}
          rowKey={({ email, currency }) => `${email} ${currency}`}
          empty={
            <EmptyState picture="purse" title="No one has been paid yet">
              People appear here from the first run that pays them in this tax year.
            </EmptyState>
          }
        />
      </Card>
      {total > people.length ? (
        <p className="muted small">
          The {formatCount(people.length)} of {formatCount(total)} who had most; everyone is in the CSV.
        </p>
      ) : null}
    </>
  )
}

function LimitNote({ limit, currency, mayChange }: { limit: number | null; currency: string; mayChange: boolean }) {
  const change = mayChange ? (
    <>
      {' '}
      <Link to={paths.teamTab('rules')}>{limit === null ? 'Set a limit under Rules' : 'Change it under Rules'}</Link>
    </>
  ) : null
  return (
    <p>
      {limit === null
        ? 'There is no limit to what budgets pay one person.'
        : `At most ${formatMoney(limit, currency)} a person in a tax year. A run pays up to it, and says what it kept back.`}
      {change}
    </p>
  )
}

const columnsWith = (limit: number | null): TableColumn<Person>[] => [
  { key: 'who', header: 'Who', cell: (person) => <Named {...person} /> },
  {
    key: 'paid',
    header: 'Paid',
    numeric: true,
    cell: ({ paid, currency }) => <Money pence={paid} currency={currency} />,
  },
  ...(limit === null
    ? []
    : [
        {
          key: 'left',
          header: 'Can still be paid',
          numeric: true,
          cell: ({ left, currency }: Person) => <Money pence={left ?? 0} currency={currency} />,
        },
      ]),
]
