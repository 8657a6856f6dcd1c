import {
  type ActionFunctionArgs,
  data,
  Link,
  type LoaderFunctionArgs,
  useActionData,
  useLoaderData,
} from 'react-router'
import { askForRepair, confirmRepair, listRepairs, type Repairs, repairKinds } from '#contract/operator/repairs.ts'
import { BUSINESS_ZONE } from '#kit/time.ts'
import { choice, exactText, readForm } from '#web/http/read-form.ts'
import { ActForm } from '#web/operator/act-form.tsx'
import { runAct } from '#web/operator/run-act.server.ts'
import { getOperatorSession } from '#web/operator/session.ts'
import { paths } from '#web/paths.ts'
import { formatCount, formatMoment, plural } from '#web/ui/format.ts'
import { Card } from '#web/ui/kit/card.tsx'
import { DataTable, type TableColumn } from '#web/ui/kit/data-table.tsx'
import { SelectField } from '#web/ui/kit/form.tsx'
import { Money } from '#web/ui/kit/money.tsx'
import { PageHeader } from '#web/ui/kit/page-header.tsx'

type Kind = Repairs['kinds'][number]
type Open = Repairs['open'][number]

const kindLabels: Record<Kind['kind'], string> = {
  'given-codes': 'Codes that had been given out and expired on our date',
  'stranded-money': 'Money that stranded on part-paid invoices',
  'choice-remainders': 'What choices of earlier releases left over',
}

export async function loader({ context }: LoaderFunctionArgs) {
  const session = getOperatorSession(context)
  return session.unwrap(await session.call(listRepairs, {})).data
}

export async function action({ request, context }: ActionFunctionArgs) {
  const session = getOperatorSession(context)
  const form = await request.formData()
  const { intent, reason } = readForm(form, { intent: choice('ask', 'confirm'), reason: exactText })
  const asked = { form, page: paths.operatorRepairs }
  if (intent === 'ask') {
    const { kind } = readForm(form, { kind: choice(...repairKinds) })
    if (!kind) throw data(null, { status: 400 })
    return runAct(
      session,
      asked,
      () => session.call(askForRepair, { body: { kind, reason } }),
      ({ data: { steps } }) =>
        `Asked for, ${plural(steps, 'step')}. Nothing is changed until another operator confirms it here; alone, you can after 24 hours.`,
    )
  }
  if (intent !== 'confirm') throw data(null, { status: 400 })
  const { repair } = readForm(form, { repair: exactText })
  return runAct(
    session,
    asked,
    () => session.call(confirmRepair, { params: { id: repair }, body: { reason } }),
    ({ data: { done, refused } }) => told(done, refused),
  )
}

function told(done: number, refused: readonly { why: string }[]): string {
  const put = `${plural(done, 'thing is', 'things are')} repaired, and the admins of their teams are told.`
  const whys = [...new Set(refused.map(({ why }) => why))].join('; ')
  return refused.length ? `${put} ${plural(refused.length, 'is', 'are')} not: ${whys}.` : put
}

const teamColumns: readonly TableColumn<Kind['teams'][number]>[] = [
  {
    key: 'team',
    header: 'Customer',
    cell: ({ team }) => <Link to={paths.operatorCustomer(team.id)}>{team.name}</Link>,
  },
  { key: 'count', header: 'To repair', numeric: true, cell: ({ count }) => formatCount(count) },
  {
    key: 'pence',
    header: 'Sum',
    numeric: true,
    cell: ({ pence, currency }) => <Money pence={pence} currency={currency} />,
  },
  {
    key: 'stays',
    header: 'Stays as it is',
    cell: ({ stays }) =>
      stays.length ? `${formatCount(stays.length)}: ${[...new Set(stays.map(({ why }) => why))].join('; ')}` : null,
  },
]

const openLabel = ({ kind, steps, askedBy }: Open): string =>
  `${kindLabels[kind]}: ${plural(steps, 'step')}, asked for by ${askedBy}`

export default function RepairsScreen() {
  const { kinds, open } = useLoaderData<typeof loader>()
  const failure = useActionData<typeof action>()
  const mendable = kinds.filter(({ teams }) => teams.some(({ count }) => count > 0))
  return (
    <>
      <PageHeader
        title="Repairs"
        lead="What faults of earlier releases left wrong. One operator asks for a repair, another confirms it."
      />
      {open.length ? (
        <Card title="Asked for">
          <ul>
            {open.map((repair) => (
              <li key={repair.id}>
                {openLabel(repair)}, {formatMoment(repair.askedAt, BUSINESS_ZONE)}: {repair.reason}
              </li>
            ))}
          </ul>
          <ActForm
            intent="confirm"
            title="Confirm a repair"
            button="Repair"
            danger
            consequence="Each step is done in turn, with the reason beside it, and the admins of each team are told what changed."
            failure={failure}
          >
            <SelectField
              name="repair"
              label="Which"
              data={open.map((repair) => ({ value: repair.id, label: openLabel(repair) }))}
              defaultValue={open[0]!.id}
            />
          </ActForm>
        </Card>
      ) : null}
      {mendable.length ? (
        <Card title="Ask for a repair">
          <ActForm
            intent="ask"
            title="Everything of one kind"
            button="Ask for it"
            consequence="All that can be repaired of it now. Another operator confirms it; nothing is changed before. What choices left over goes back only if you wish it: ask your accountant first."
            failure={failure}
          >
            <SelectField
              name="kind"
              label="Which"
              data={mendable.map(({ kind }) => ({ value: kind, label: kindLabels[kind] }))}
              defaultValue={mendable[0]!.kind}
            />
          </ActForm>
        </Card>
      ) : null}
      {kinds.map(({ kind, teams }) => (
        <Card key={kind} title={kindLabels[kind]} flush>
          <DataTable
            caption={`${kindLabels[kind]}, by customer`}
            columns={teamColumns}
            rows={teams}
            rowKey={({ team, currency }) => `${team.id} ${currency}`}
            empty={<p className="panel muted">None.</p>}
          />
        </Card>
      ))}
      <p className="muted">
        VAT of past months whose papers and books differ is among the findings of{' '}
        <Link to={paths.operatorReconciliation}>Reconcile</Link>; no repair changes it.
      </p>
    </>
  )
}
