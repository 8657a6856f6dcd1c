import { Form, Link, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { isPass } from '#client/result.ts'
import { type Charge, chargeStatuses } from '#contract/payments.ts'
import styles from '../../../features/activity/activity.module.css'
import { BillingTabs } from '../../../features/billing/billing-tabs.tsx'
import { cardName, chargeState, purposes, stateWords } from '../../../features/billing/words.ts'
import { useZone } from '../../../features/shell/app-data.ts'
import { sessionOf } from '../../../session/middleware.ts'
import { formatMoment, formatMoney, plural } from '../../../ui/format.ts'
import { Button } from '../../../ui/kit/button.tsx'
import { Card } from '../../../ui/kit/card.tsx'
import { type Column, DataTable } from '../../../ui/kit/data-table.tsx'
import { EmptyState } from '../../../ui/kit/empty-state.tsx'
import { SelectField } from '../../../ui/kit/form.tsx'
import { Money } from '../../../ui/kit/money.tsx'
import { PageHeader } from '../../../ui/kit/page-header.tsx'
import { Pagination } from '../../../ui/kit/pagination.tsx'
import { StatusBadge } from '../../../ui/kit/status-badge.tsx'

const PAGE_SIZE = 25

export async function loader({ request, context }: LoaderFunctionArgs) {
  const session = sessionOf(context)
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
    cards: Object.fromEntries(cards && isPass(cards) ? cards.pass.data.map((card) => [card.id, cardName(card)]) : []),
    wallets: Object.fromEntries(
      wallets && isPass(wallets) ? wallets.pass.data.map(({ id, name }) => [id, name]) : [],
    ) as Record<string, string>,
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
            ...chargeStatuses.map((each) => ({ value: each, label: stateWords[each] })),
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
              {status ? 'Look at any state.' : 'Each time a card of yours is charged, you read about it here.'}
            </EmptyState>
          }
        />
        <Pagination page={page} lastPage={lastPage} label="charges" />
      </Card>
    </>
  )
}

function useColumns(): Column<Charge>[] {
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
          <span className={styles.two}>
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
        <span className={styles.two}>
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
  if (paidFor === 'purchase') return <Link to={`/activity/${transactionId}`}>{purposes.purchase}</Link>
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
    <span className={styles.two}>
      <span>{what}</span>
      <Link className="small" to={`/wallets/${wallet}/statement`}>
        {wallets[wallet]}
      </Link>
    </span>
  ) : (
    what
  )
}
