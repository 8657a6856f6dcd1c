import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { listOperatorPlans, type OperatorPlan } from '#contract/operator/plans.ts'
import { getOperatorSession } from '#web/operator/session.ts'
import { paths } from '#web/paths.ts'
import { formatCount } from '#web/ui/format.ts'
import { Card } from '#web/ui/kit/card.tsx'
import { DataTable, type TableColumn } from '#web/ui/kit/data-table.tsx'
import { PageHeader } from '#web/ui/kit/page-header.tsx'
import { StatusBadge } from '#web/ui/kit/status-badge.tsx'
import { planPrice, planState } from './labels.ts'

export async function loader({ context }: LoaderFunctionArgs) {
  const session = getOperatorSession(context)
  return { plans: session.unwrap(await session.call(listOperatorPlans, {})).data }
}

const columns: readonly TableColumn<OperatorPlan>[] = [
  { key: 'name', header: 'Plan', cell: ({ id, name }) => <Link to={paths.operatorPlan(id)}>{name}</Link> },
  { key: 'price', header: 'Price, without VAT', cell: planPrice },
  {
    key: 'state',
    header: 'State',
    cell: (plan) => <StatusBadge status={planState(plan).label} tone={planState(plan).tone} />,
  },
  { key: 'teams', header: 'Teams', numeric: true, cell: ({ teams }) => formatCount(teams) },
]

export default function Plans() {
  const { plans } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHeader title="Plans" lead="What customers are on, and what their people may do on it." />
      <Card title="Plans" flush>
        <DataTable
          caption="Plans, the cheapest first"
          columns={columns}
          rows={plans}
          rowKey={({ id }) => id}
          empty={<p className="panel muted">None yet. They come from a file: posy plan import.</p>}
        />
      </Card>
    </>
  )
}
