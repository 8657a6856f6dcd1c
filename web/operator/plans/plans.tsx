import {
  type ActionFunctionArgs,
  data,
  Link,
  type LoaderFunctionArgs,
  useActionData,
  useLoaderData,
} from 'react-router'
import { createOperatorPlan, listOperatorPlans, type OperatorPlan } from '#contract/operator/plans.ts'
import { newId } from '#kit/ids.ts'
import { amountRefusal, choice, number, pence, readForm, text, ticked } from '#web/http/read-form.ts'
import { runAct } from '#web/operator/run-act.server.ts'
import { getOperatorSession } from '#web/operator/session.ts'
import { paths } from '#web/paths.ts'
import { formatCount } from '#web/ui/format.ts'
import { Card } from '#web/ui/kit/card.tsx'
import { DataTable, type TableColumn } from '#web/ui/kit/data-table.tsx'
import { invalidForm } from '#web/ui/kit/failure.ts'
import { PageHeader } from '#web/ui/kit/page-header.tsx'
import { StatusBadge } from '#web/ui/kit/status-badge.tsx'
import { planPrice, planState } from './labels.ts'
import { PlanForm } from './plan-form.tsx'

export async function loader({ context }: LoaderFunctionArgs) {
  const session = getOperatorSession(context)
  const { data: plans } = session.unwrap(await session.call(listOperatorPlans, {}))
  return { plans, newId: newId(), mayMake: session.may('change-plans') }
}

export async function action({ request, context }: ActionFunctionArgs) {
  const session = getOperatorSession(context)
  const form = await request.formData()
  const { price, billingPeriod, ...plan } = readForm(form, {
    id: text,
    name: text,
    price: pence,
    billingPeriod: choice('month', 'year'),
    wallets: number,
    subteams: number,
    themes: number,
    participants: number,
    hugggsPerOrder: number,
    openForSignUp: ticked,
    reason: text,
  })
  if (price === undefined) {
    const failure = invalidForm({ price: amountRefusal(form, 'price') }, form)
    return data({ ...failure, intent: 'create' }, { status: 422 })
  }
  const body = { ...plan, price, billingPeriod: billingPeriod ?? 'month' }
  return runAct(
    session,
    { form, page: paths.operatorPlans },
    () => session.call(createOperatorPlan, { body }),
    () => `The plan ${plan.name} is made.`,
  )
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
  const { plans, newId: id, mayMake } = useLoaderData<typeof loader>()
  const failure = useActionData<typeof action>()
  return (
    <>
      <PageHeader title="Plans" lead="What customers are on, and what their people may do on it." />
      {mayMake ? (
        <Card title="New plan" action={<Link to={paths.operatorPlansFile}>Plans from a file</Link>}>
          <PlanForm id={id} failure={failure} />
        </Card>
      ) : null}
      <Card title="Plans" flush>
        <DataTable
          caption="Plans, the cheapest first"
          columns={columns}
          rows={plans}
          rowKey={({ id }) => id}
          empty={<p className="panel muted">None yet.</p>}
        />
      </Card>
    </>
  )
}
