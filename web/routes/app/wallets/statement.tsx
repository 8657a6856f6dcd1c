import { Form, Link, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import type { StatementLine } from '#contract/wallets.ts'
import { causesOf } from '../../../features/activity/causes.server.ts'
import { useZone } from '../../../features/shell/app-data.ts'
import { Balances } from '../../../features/wallets/balances.tsx'
import styles from '../../../features/wallets/wallets.module.css'
import { readPeriod } from '../../../http/period.server.ts'
import { sessionOf } from '../../../session/middleware.ts'
import { formatMoment } from '../../../ui/format.ts'
import { Button } from '../../../ui/kit/button.tsx'
import { Card } from '../../../ui/kit/card.tsx'
import { type Column, DataTable } from '../../../ui/kit/data-table.tsx'
import { EmptyState } from '../../../ui/kit/empty-state.tsx'
import { TextField } from '../../../ui/kit/form.tsx'
import { Money } from '../../../ui/kit/money.tsx'
import { CursorPagination } from '../../../ui/kit/pagination.tsx'
import { useWallet } from './wallet.tsx'

const PAGE_SIZE = 25

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const session = sessionOf(context)
  const { searchParams } = new URL(request.url)
  const period = readPeriod(searchParams, session.user!.zone)
  const next = searchParams.get('next') ?? undefined
  const page = session.unwrap(
    await session.api.getWalletStatement({
      params: { id: params.id! },
      query: { limit: PAGE_SIZE, next, from: period.start, to: period.end },
    }),
  )
  const causes = await causesOf(session, page.data)
  return { lines: page.data, causes, next: page.next, from: period.from, to: period.to }
}

export default function Statement() {
  const { lines, causes, next, from, to } = useLoaderData<typeof loader>()
  const { wallet } = useWallet()
  const zone = useZone()
  const { currency } = wallet
  const columns: Column<StatementLine>[] = [
    {
      key: 'what',
      header: 'Movement',
      cell: ({ description, at, reference }) => {
        const cause = causes[reference.id]
        return (
          <span className={styles.what}>
            {cause ? (
              <Link to={cause.to} prefetch="intent">
                {cause.name}
              </Link>
            ) : (
              description
            )}
            <span className="muted small">
              {cause ? `${description} · ` : ''}
              <time dateTime={at}>{formatMoment(at, zone)}</time>
            </span>
          </span>
        )
      },
    },
    {
      key: 'available',
      header: 'To spend',
      numeric: true,
      cell: ({ effect }) => <Money pence={effect.available} currency={currency} movement />,
    },
    {
      key: 'live',
      header: 'In gifts',
      numeric: true,
      cell: ({ effect }) => <Money pence={effect.committed + effect.locked} currency={currency} />,
    },
    {
      key: 'left',
      header: 'Left to spend',
      numeric: true,
      cell: ({ available }) => <Money pence={available} currency={currency} />,
    },
    {
      key: 'balance',
      header: 'Balance',
      numeric: true,
      wideOnly: true,
      cell: ({ balance }) => <Money pence={balance} currency={currency} />,
    },
  ]
  return (
    <div className="columns">
      <Card title="Statement" flush>
        <Form method="get" className={`panel ${styles.filters}`} key={`${from} ${to}`}>
          <TextField name="from" type="date" label="From" defaultValue={from} />
          <TextField name="to" type="date" label="Until" defaultValue={to} />
          <Button type="submit" look="quiet">
            Show
          </Button>
        </Form>
        <DataTable
          caption={`Movements of ${wallet.name}, the newest first`}
          columns={columns}
          rows={lines}
          rowKey={({ id }) => id}
          empty={
            <EmptyState picture="purse" title="No movements">
              {from || to ? 'Nothing moved in that time.' : 'Money that arrives or leaves is written down here.'}
            </EmptyState>
          }
        />
        <CursorPagination next={next} label="the statement" />
      </Card>
      <Card title="Now">
        <Balances {...wallet} />
      </Card>
    </div>
  )
}
