import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import type { Grant } from '#contract/awards/grants.ts'
import { useCan } from '#web/app/shell/app-data.ts'
import { paths } from '#web/paths.ts'
import { getSession } from '#web/session/middleware.ts'
import { formatDay } from '#web/ui/format.ts'
import { LinkButton } from '#web/ui/kit/button.tsx'
import { Card } from '#web/ui/kit/card.tsx'
import { DataTable, type TableColumn } from '#web/ui/kit/data-table.tsx'
import { EmptyState } from '#web/ui/kit/empty-state.tsx'
import { Money } from '#web/ui/kit/money.tsx'
import { PageHeader } from '#web/ui/kit/page-header.tsx'
import { CursorPagination } from '#web/ui/kit/pagination.tsx'
import { SupportTabs } from '../support-tabs.tsx'
import { loadWaiting } from '../waiting.server.ts'

export async function loader({ request, context }: LoaderFunctionArgs) {
  const session = getSession(context)
  const next = new URL(request.url).searchParams.get('next')
  const [answer, { count }] = await Promise.all([
    session.api.listGrants({ query: next ? { next } : {} }),
    loadWaiting(session),
  ])
  const { data: grants, next: older } = session.unwrap(answer)
  return { grants, next: older, waiting: count }
}

const figure = (key: 'funded' | 'available' | 'locked' | 'committed' | 'paid', header: string): TableColumn<Grant> => ({
  key,
  header,
  numeric: true,
  cell: (grant) => <Money pence={grant[key]} currency={grant.currency} />,
})

/** Where there are any: each line adds up as it is read. */
const FEES: TableColumn<Grant> = {
  ...figure('paid', 'Fees and VAT'),
  key: 'fees',
  cell: ({ fees, vat, currency }) => <Money pence={fees + vat} currency={currency} />,
}

const columns: TableColumn<Grant>[] = [
  {
    key: 'name',
    header: 'Grant',
    cell: ({ id, name, funder }) => (
      <span className="two-lines">
        <Link to={paths.grant(id)}>{name}</Link>
        {funder ? <span className="muted small">{funder}</span> : null}
      </span>
    ),
  },
  {
    key: 'until',
    header: 'Until',
    cell: ({ untilDay, dateClosed }) => (dateClosed ? 'Closed' : formatDay(untilDay, 'UTC')),
  },
  figure('funded', 'Funded'),
  figure('paid', 'Paid out'),
  figure('committed', 'In awards'),
  figure('locked', 'Held for approval'),
  figure('available', 'Left'),
  {
    key: 'report',
    header: 'Report',
    cell: ({ id, name }) => (
      <Link to={paths.grantReport(id)}>
        Report<span className="visually-hidden"> of {name}</span>
      </Link>
    ),
  },
]

export default function Grants() {
  const { grants, next, waiting } = useLoaderData<typeof loader>()
  const can = useCan()
  return (
    <>
      <PageHeader
        title="Grants"
        lead="The money that awards are paid from, to the penny."
        actions={can('manage-grants') ? <LinkButton to={paths.newGrant}>New grant</LinkButton> : null}
      />
      <SupportTabs waiting={waiting} />
      <Card flush>
        <DataTable
          caption="Grants"
          columns={grants.some(({ fees }) => fees > 0) ? columns.toSpliced(-2, 0, FEES) : columns}
          rows={grants}
          rowKey={({ id }) => id}
          empty={
            <EmptyState picture={null} title="No grants yet">
              A grant is a funder’s money with a purpose and a period.
            </EmptyState>
          }
        />
      </Card>
      <CursorPagination next={next} label="grants" />
    </>
  )
}
