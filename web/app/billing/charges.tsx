import { Form, Link, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { type Charge, chargeStatuses } from '#contract/payments/payments.ts'
import { formatMoney } from '#kit/money.ts'
import styles from '#web/app/activity/activity.module.css'
import { useZone } from '#web/app/shell/app-data.ts'
import { paths } from '#web/paths.ts'
import { getSession } from '#web/session/middleware.ts'
import { formatMoment, plural } from '#web/ui/format.ts'
import { Button } from '#web/ui/kit/button.tsx'
import { Card } from '#web/ui/kit/card.tsx'
import { DataTable, type TableColumn } from '#web/ui/kit/data-table.tsx'
import { EmptyState } from '#web/ui/kit/empty-state.tsx'
import { SelectField } from '#web/ui/kit/form.tsx'
import { Money } from '#web/ui/kit/money.tsx'
import { PageHeader } from '#web/ui/kit/page-header.tsx'
import { Pagination } from '#web/ui/kit/pagination.tsx'
import { StatusBadge } from '#web/ui/kit/status-badge.tsx'
import { BillingTabs } from './billing-tabs.tsx'
import { cardName, chargeState, chargeStateLabels, purposes } from './labels.ts'

const PAGE_SIZE = 25

export async function loader({ request, context }: LoaderFunctionArgs) {
  const session = getSession(context)
  const { searchParams } = new URL(request.url)
  const status = chargeStatuses.find((each) => each === searchParams.get('status')) ?? ''
  const page = Math.max(1, Math.trunc(Number(searchParams.get('page'))) || 1)
  const [charges, cards, wallets] = await Promise.all([
    session.api.listCharges({ query: { page, per_page: PAGE_SIZE, ...(status && { status: [status] }) } }),
    session.can('manage-cards') ? session.api.listCards() : null,
    session.can(['wallet', 'view-teams']) ? session.api.listUserWallets({ params: { id: session.user!.id } }) : null,
  ])
  const { data, current_page, last_page, total } = session.unwrap(charges)
  return {
    charges: data,
    page: current_page,
    lastPage: last_page,
    total,
    status,
    cards: Object.fromEntries(cards?.ok ? cards.value.data.map((card) => [card.id, cardName(card)]) : []),
    wallets: Object.fromEntries(wallets?.ok ? wallets.value.data.map(({ id, name }) => [id, name]) : []) as Record<
      string,
      string
    >,
  }
}

export default function Charges() {
  const { charges, page, lastPage, total, status } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHeader title="Charges" lead="What your cards were charged in this team, and what for." />
      <BillingTabs />
      <Form method="get" role="search" className={styles.filters} key={status}>
        <SelectField
          name="status"
          label="State"
          defaultValue={status}
          data={[
            { value: '', label: 'Any' },
            ...chargeStatuses.map((each) => ({ value: each, label: chargeStateLabels[each] })),
          ]}
        />
        <Button type="submit" look="quiet">
          Show
        </Button>
      </Form>
      <Card title={plural(total, 'charge')} flush>
        <DataTable
          caption="Charges"
          columns={useColumns()}
          rows={charges}
          rowKey={({ id }) => id}
          empty={
            <EmptyState picture="purse" title={status ? 'No charge like that' : 'No charge yet'}>
              {status ? 'Show any state.' : 'Each time a card of yours is charged, you read about it here.'}
            </EmptyState>
          }
        />
        <Pagination page={page} lastPage={lastPage} label="charges" />
      </Card>
    </>
  )
}

function useColumns(): TableColumn<Charge>[] {
  const { cards } = useLoaderData<typeof loader>()
  const zone = useZone()
  return [
    {
      key: 'when',
      header: 'When',
      cell: ({ dateCreated }) => <time dateTime={dateCreated}>{formatMoment(dateCreated, zone)}</time>,
    },
    { key: 'for', header: 'For', cell: (charge) => <Purpose charge={charge} /> },
    {
      key: 'card',
      header: 'Card',
      wideOnly: true,
      cell: ({ cardId }) => (cardId ? (cards[cardId] ?? 'A removed card') : 'Not stored'),
    },
    {
      key: 'state',
      header: 'State',
      cell: (charge) => {
        const { word, help } = chargeState(charge)
        return (
          <span className="two-lines">
            <span>
              <StatusBadge status={word} />
            </span>
            {charge.requires3ds && charge.redirectUrl ? (
              <a className="small" href={charge.redirectUrl}>
                Continue to your bank
              </a>
            ) : (
              <span className="muted small">{charge.friendlyError ?? help}</span>
            )}
          </span>
        )
      },
    },
    {
      key: 'amount',
      header: 'Amount',
      numeric: true,
      cell: ({ amount, spent, refunded, currency }) => (
        <span className="two-lines">
          <Money pence={spent || amount} currency={currency} />
          {refunded > 0 ? <span className="muted small">{formatMoney(refunded, currency)} refunded</span> : null}
          {spent > 0 && spent < amount ? (
            <span className="muted small">of {formatMoney(amount, currency)} reserved</span>
          ) : null}
        </span>
      ),
    },
  ]
}

function Purpose({ charge }: { charge: Charge }) {
  const { wallets } = useLoaderData<typeof loader>()
  const { paidFor, transactionId, walletId, intent, amount, status } = charge
  if (paidFor === 'purchase' && transactionId)
    return <Link to={paths.purchase(transactionId)}>{purposes.purchase}</Link>
  const wallet = walletId ?? intent?.walletId
  const what = paidFor
    ? purposes[paidFor]
    : amount === 0
      ? 'Checking the card'
      : intent
        ? 'Wallet top-up'
        : status === 'processed'
          ? 'Nothing yet'
          : 'Nothing'
  return wallet && wallets[wallet] ? (
    <span className="two-lines">
      <span>{what}</span>
      <Link className="small" to={paths.walletTab(wallet, 'statement')}>
        {wallets[wallet]}
      </Link>
    </span>
  ) : (
    what
  )
}
