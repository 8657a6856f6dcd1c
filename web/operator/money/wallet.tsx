import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { getOperatorWallet, type OperatorWallet } from '#contract/operator/money.ts'
import { formatMoney } from '#kit/money.ts'
import { BUSINESS_ZONE } from '#kit/time.ts'
import { EventTable } from '#web/operator/customer/tables.tsx'
import { getOperatorSession } from '#web/operator/session.ts'
import { paths } from '#web/paths.ts'
import { formatMoment } from '#web/ui/format.ts'
import { Card } from '#web/ui/kit/card.tsx'
import { DataTable, type TableColumn } from '#web/ui/kit/data-table.tsx'
import { Facts } from '#web/ui/kit/facts.tsx'
import { Money } from '#web/ui/kit/money.tsx'
import { PageHeader } from '#web/ui/kit/page-header.tsx'

export async function loader({ params, context }: LoaderFunctionArgs) {
  const session = getOperatorSession(context)
  return session.unwrap(await session.call(getOperatorWallet, { params: { id: params.id! } })).data
}

const columnsFor = (currency: string): readonly TableColumn<OperatorWallet['movements'][number]>[] => [
  { key: 'at', header: 'When', cell: ({ at }) => <time dateTime={at}>{formatMoment(at, BUSINESS_ZONE)}</time> },
  { key: 'what', header: 'What', cell: ({ description }) => description },
  {
    key: 'available',
    header: 'Available',
    numeric: true,
    cell: ({ availablePence }) => <Money pence={availablePence} currency={currency} />,
  },
  {
    key: 'committed',
    header: 'In live gifts',
    numeric: true,
    cell: ({ committedPence }) => <Money pence={committedPence} currency={currency} />,
  },
]

/** A wallet, for who is asked where its money went. */
export default function WalletScreen() {
  const wallet = useLoaderData<typeof loader>()
  const { customer, budget, currency } = wallet
  return (
    <>
      <PageHeader
        title={wallet.name}
        lead="A wallet"
        back={{ to: paths.operatorCustomer(customer.id), label: customer.name }}
      />
      <Card title="Wallet">
        <Facts
          facts={[
            { name: 'Customer', value: <Link to={paths.operatorCustomer(customer.id)}>{customer.name}</Link> },
            { name: 'Of the budget', value: budget && <Link to={paths.operatorBudget(budget.id)}>{budget.name}</Link> },
            { name: 'State', value: wallet.isClosed ? 'Closed' : 'Open' },
            { name: 'Available', value: formatMoney(wallet.availablePence, currency) },
            { name: 'In live gifts', value: formatMoney(wallet.committedPence, currency) },
            { name: 'Bank reference', value: <code>{wallet.reference}</code> },
            { name: 'Id', value: <code>{wallet.id}</code> },
          ]}
        />
      </Card>
      <Card title="Latest movements" flush>
        <DataTable
          caption="Movements, the newest first"
          columns={columnsFor(currency)}
          rows={wallet.movements}
          rowKey={({ id }) => id}
          empty={<p className="panel muted">Nothing has moved yet.</p>}
        />
      </Card>
      <EventTable events={wallet.events} isSupport={wallet.isSupport} caption="What was done with this wallet" />
    </>
  )
}
