import {
  type ActionFunctionArgs,
  data,
  Link,
  type LoaderFunctionArgs,
  useActionData,
  useLoaderData,
} from 'react-router'
import { allowTillIds, listTills, refuseTillIds, type Till, type TillTry } from '#contract/operator/tills.ts'
import { BUSINESS_ZONE } from '#kit/time.ts'
import { readForm, text } from '#web/http/read-form.ts'
import { ActForm } from '#web/operator/act-form.tsx'
import { runAct } from '#web/operator/run-act.server.ts'
import { getOperatorSession } from '#web/operator/session.ts'
import { paths } from '#web/paths.ts'
import { formatCount, formatMoment } from '#web/ui/format.ts'
import { Card } from '#web/ui/kit/card.tsx'
import { DataTable, type TableColumn } from '#web/ui/kit/data-table.tsx'
import { EmptyState } from '#web/ui/kit/empty-state.tsx'
import { SelectField } from '#web/ui/kit/form.tsx'
import { PageHeader } from '#web/ui/kit/page-header.tsx'
import { StatusBadge } from '#web/ui/kit/status-badge.tsx'
import { Tabs } from '#web/ui/kit/tabs.tsx'
import { tabs } from './labels.ts'

export async function loader({ context }: LoaderFunctionArgs) {
  const session = getOperatorSession(context)
  const { data: listed } = session.unwrap(await session.call(listTills, {}))
  return { ...listed, mayAct: session.may('manage-settlements') }
}

export async function action({ request, context }: ActionFunctionArgs) {
  const session = getOperatorSession(context)
  const form = await request.formData()
  const { intent, till, reason } = readForm(form, { intent: text, till: text, reason: text })
  const asked = { form, page: paths.operatorTills }
  const call = { params: { id: till }, body: { reason } }
  switch (intent) {
    case 'allow':
      return runAct(
        session,
        asked,
        () => session.call(allowTillIds, call),
        () => 'This till may redeem gifts by their ids, once they have been opened.',
      )
    case 'refuse':
      return runAct(
        session,
        asked,
        () => session.call(refuseTillIds, call),
        () => 'This till redeems by barcode, short code or code only.',
      )
    default:
      throw data(null, { status: 400 })
  }
}

function ids({ allowsIds }: Till) {
  if (!allowsIds) return <StatusBadge status="Refused" tone="success" />
  return (
    <span className="two-lines">
      <StatusBadge status="Allowed" tone="warning" />
      <span className="muted small">
        {formatMoment(allowsIds.at, BUSINESS_ZONE)} by {allowsIds.by}: {allowsIds.reason}
      </span>
    </span>
  )
}

const columns: readonly TableColumn<Till>[] = [
  {
    key: 'till',
    header: 'Till',
    cell: ({ id, name, merchant }) => (
      <span className="two-lines">
        <strong>{name}</strong>
        <span className="muted small">
          {merchant.name}, {id}
        </span>
      </span>
    ),
  },
  { key: 'ids', header: 'Gifts’ ids', cell: ids },
  { key: 'tries', header: 'Refused, 30 days', numeric: true, cell: ({ tries }) => formatCount(tries) },
  {
    key: 'last',
    header: 'Last refused',
    cell: ({ lastTryAt }) => (lastTryAt ? formatMoment(lastTryAt, BUSINESS_ZONE) : '–'),
  },
]

const tryColumns: readonly TableColumn<TillTry>[] = [
  {
    key: 'gift',
    header: 'Gift',
    cell: ({ hugggId, transactionId }) => <Link to={paths.operatorPurchase(transactionId)}>{hugggId}</Link>,
  },
  { key: 'till', header: 'Till', cell: ({ till }) => till.name },
  { key: 'tries', header: 'Tries', numeric: true, cell: ({ tries }) => formatCount(tries) },
  { key: 'last', header: 'Last', cell: ({ lastAt }) => formatMoment(lastAt, BUSINESS_ZONE) },
]

export default function Tills() {
  const { tills, tries, mayAct } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHeader
        title="Tills"
        lead="A till redeems a gift by its barcode, short code or code, which only its recipient holds. A gift’s id is known to many, and is refused."
      />
      <Tabs label="Paying merchants" tabs={tabs} />
      {mayAct && tills.length ? <Acts /> : null}
      <Card title="All tills" flush>
        <DataTable
          caption="Tills, those that tried gifts’ ids first"
          columns={columns}
          rows={tills}
          rowKey={({ id }) => id}
          empty={
            <EmptyState picture="sprout" title="There is no till yet">
              They are made with posy till create.
            </EmptyState>
          }
        />
      </Card>
      <Card title="Gifts that were tried by id" flush>
        <DataTable
          caption="Refused in the last thirty days, the latest first"
          columns={tryColumns}
          rows={tries}
          rowKey={({ till, hugggId }) => `${till.id} ${hugggId}`}
          empty={
            <EmptyState picture="sprout" title="No till tried an id">
              In the last thirty days every till redeemed by what recipients hold.
            </EmptyState>
          }
        />
      </Card>
    </>
  )
}

function Acts() {
  const { tills } = useLoaderData<typeof loader>()
  const failure = useActionData<typeof action>()
  const options = (wanted: readonly Till[]) =>
    wanted.map(({ id, name, merchant }) => ({ value: id, label: `${name} (${merchant.name})` }))
  const refused = tills.filter(({ allowsIds }) => !allowsIds)
  const allowed = tills.filter(({ allowsIds }) => allowsIds)
  return (
    <Card title="Gifts’ ids" key={allowed.length}>
      {refused.length ? (
        <ActForm
          intent="allow"
          title="Allow ids at one till"
          button="Allow ids"
          consequence="Anyone who can read a gift’s id, such as a colleague of its sender, can have it redeemed there once its recipient has opened it. Allow this only until the till’s program is mended."
          failure={failure}
        >
          <SelectField name="till" label="Till" data={options(refused)} required />
        </ActForm>
      ) : null}
      {allowed.length ? (
        <ActForm
          intent="refuse"
          title="Refuse ids again"
          button="Refuse ids"
          consequence="From now on it redeems by barcode, short code or code only."
          failure={failure}
        >
          <SelectField name="till" label="Till" data={options(allowed)} required />
        </ActForm>
      ) : null}
    </Card>
  )
}
