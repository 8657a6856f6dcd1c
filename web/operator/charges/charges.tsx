import { Form, Link, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { listOperatorCharges, type OperatorCharge } from '#contract/operator/charges.ts'
import { BUSINESS_ZONE } from '#kit/time.ts'
import styles from '#web/operator/console.module.css'
import { ListPages, readCursor } from '#web/operator/pages.tsx'
import { getOperatorSession } from '#web/operator/session.ts'
import { paths } from '#web/paths.ts'
import { formatMoment, humanise } from '#web/ui/format.ts'
import { Button } from '#web/ui/kit/button.tsx'
import { Card } from '#web/ui/kit/card.tsx'
import { DataTable, type TableColumn } from '#web/ui/kit/data-table.tsx'
import { EmptyState } from '#web/ui/kit/empty-state.tsx'
import { SelectField } from '#web/ui/kit/form.tsx'
import { Money } from '#web/ui/kit/money.tsx'
import { PageHeader } from '#web/ui/kit/page-header.tsx'
import { StatusBadge } from '#web/ui/kit/status-badge.tsx'
import { chargeStates, disputeStates } from './labels.ts'

export async function loader({ request, context }: LoaderFunctionArgs) {
  const session = getOperatorSession(context)
  const { searchParams } = new URL(request.url)
  const team = searchParams.get('team') ?? ''
  const show =
    (['disputed', 'open-disputes'] as const).find((each) => each === searchParams.get('show')) ?? ('' as const)
  const query = {
    limit: 50,
    ...readCursor(searchParams),
    ...(team && { teamId: team }),
    ...(show && { disputed: show === 'disputed' ? ('true' as const) : ('open' as const) }),
  }
  const page = session.unwrap(await session.call(listOperatorCharges, { query }))
  return { charges: page.data, next: page.next, previous: page.previous, team, show }
}

const columns: readonly TableColumn<OperatorCharge>[] = [
  {
    key: 'payer',
    header: 'Card payment',
    cell: ({ id, card, payer, customer }) => (
      <span className="two-lines">
        <Link to={paths.operatorCharge(id)}>{card ? humanise(card) : 'A card that was not stored'}</Link>
        <span className="muted small">
          {customer.name}, {payer}
        </span>
      </span>
    ),
  },
  {
    key: 'state',
    header: 'State',
    cell: ({ state, dispute }) => {
      const { label, tone } = dispute ? disputeStates[dispute] : chargeStates[state]
      return <StatusBadge status={label} tone={tone} />
    },
  },
  {
    key: 'amount',
    header: 'Amount',
    numeric: true,
    cell: ({ amountPence, currency }) => <Money pence={amountPence} currency={currency} />,
  },
  {
    key: 'refunded',
    header: 'Refunded',
    numeric: true,
    wideOnly: true,
    cell: ({ refundedPence, currency }) => (refundedPence ? <Money pence={refundedPence} currency={currency} /> : null),
  },
  { key: 'at', header: 'When', cell: ({ at }) => <time dateTime={at}>{formatMoment(at, BUSINESS_ZONE)}</time> },
]

const empty = {
  '': 'No card payments yet',
  disputed: 'Nothing was disputed',
  'open-disputes': 'No dispute is open',
}

export default function Charges() {
  const { charges, next, previous, team, show } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHeader title="Card payments" lead="What was asked from cards, given back and disputed." />
      <Form method="get" className={styles.search} key={`${team} ${show}`}>
        {team ? <input type="hidden" name="team" value={team} /> : null}
        <SelectField
          name="show"
          label="Show"
          defaultValue={show}
          data={[
            { value: '', label: team ? 'All of this customer' : 'All' },
            { value: 'disputed', label: 'Disputed' },
            { value: 'open-disputes', label: 'Open disputes' },
          ]}
        />
        <Button type="submit" look="quiet">
          Show
        </Button>
        {team ? <Link to={paths.operatorCharges}>All customers</Link> : null}
      </Form>
      <Card flush>
        <DataTable
          caption="Card payments, the newest first"
          columns={columns}
          rows={charges}
          rowKey={({ id }) => id}
          empty={<EmptyState title={empty[show]} />}
        />
        <ListPages next={next} previous={previous} label="card payments" />
      </Card>
    </>
  )
}
