import { type ActionFunctionArgs, Link, type LoaderFunctionArgs, useActionData, useLoaderData } from 'react-router'
import { drawMerchantStatements, listMerchants, type Merchant } from '#contract/operator/settlements.ts'
import { exactText, readForm } from '#web/http/read-form.ts'
import { runAct } from '#web/operator/run-act.server.ts'
import { getOperatorSession } from '#web/operator/session.ts'
import { paths } from '#web/paths.ts'
import { plural } from '#web/ui/format.ts'
import { Card } from '#web/ui/kit/card.tsx'
import { DataTable, type TableColumn } from '#web/ui/kit/data-table.tsx'
import { EmptyState } from '#web/ui/kit/empty-state.tsx'
import { Money } from '#web/ui/kit/money.tsx'
import { PageHeader } from '#web/ui/kit/page-header.tsx'
import { StatusBadge } from '#web/ui/kit/status-badge.tsx'
import { Tabs } from '#web/ui/kit/tabs.tsx'
import { DrawForm } from './draw-form.tsx'
import { tabs } from './labels.ts'
import { endOfLastMonth } from './last-month.server.ts'

export async function loader({ context }: LoaderFunctionArgs) {
  const session = getOperatorSession(context)
  const merchants = session.unwrap(await session.call(listMerchants, {})).data
  return { merchants, lastDay: endOfLastMonth(new Date()), mayAct: session.may('manage-settlements') }
}

export async function action({ request, context }: ActionFunctionArgs) {
  const session = getOperatorSession(context)
  const form = await request.formData()
  const body = readForm(form, { until: exactText, reason: exactText })
  return runAct(
    session,
    { form, page: paths.operatorMerchantStatements },
    () => session.call(drawMerchantStatements, { body }),
    ({ data: { merchants } }) =>
      merchants === 0
        ? 'No merchant has anything to draw up to that day.'
        : `Statements of ${plural(merchants, 'merchant', 'merchants')} are being drawn. Load the page again in a moment.`,
  )
}

function account({ accountHint, isProposed }: Merchant) {
  if (isProposed) return <StatusBadge status="Waits for approval" tone="warning" />
  return accountHint ? `…${accountHint}` : <StatusBadge status="None yet" tone="plain" />
}

const columns: readonly TableColumn<Merchant>[] = [
  { key: 'name', header: 'Merchant', cell: ({ id, name }) => <Link to={paths.operatorMerchant(id)}>{name}</Link> },
  { key: 'account', header: 'Account', cell: account },
  {
    key: 'stated',
    header: 'On statements to pay',
    numeric: true,
    cell: ({ statedPence, currency }) => <Money pence={statedPence} currency={currency} />,
  },
  {
    key: 'open',
    header: 'On no statement yet',
    numeric: true,
    cell: ({ openPence, currency }) => <Money pence={openPence} currency={currency} />,
  },
]

export default function Merchants() {
  const { merchants, lastDay, mayAct } = useLoaderData<typeof loader>()
  const failure = useActionData<typeof action>()
  return (
    <>
      <PageHeader title="Merchants" lead="What they are owed for gifts that were redeemed with them." />
      <Tabs label="Paying merchants" tabs={tabs} />
      {mayAct ? (
        <Card title="Settle">
          <DrawForm title="Draw statements of all merchants" lastDay={lastDay} failure={failure} />
        </Card>
      ) : null}
      <Card title="All merchants" flush>
        <DataTable
          caption="Merchants that are or were owed anything, by name"
          columns={columns}
          rows={merchants}
          rowKey={({ id, currency }) => `${id} ${currency}`}
          empty={
            <EmptyState picture="sprout" title="No merchant is owed anything">
              They appear here once gifts are redeemed.
            </EmptyState>
          }
        />
      </Card>
    </>
  )
}
