import { Form, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { useZone } from '#web/app/shell/app-data.ts'
import { readPeriod } from '#web/http/period.server.ts'
import { getSession } from '#web/session/middleware.ts'
import { formatFull, plural } from '#web/ui/format.ts'
import { Button } from '#web/ui/kit/button.tsx'
import { Card } from '#web/ui/kit/card.tsx'
import { DataTable, type TableColumn } from '#web/ui/kit/data-table.tsx'
import { EmptyState } from '#web/ui/kit/empty-state.tsx'
import { TextField } from '#web/ui/kit/form.tsx'
import { Money } from '#web/ui/kit/money.tsx'
import styles from './wallets.module.css'

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const session = getSession(context)
  const { to, end } = readPeriod(new URL(request.url).searchParams, session.user!.zone)
  const query = end ? { query: { at: end } } : {}
  const result = await session.api.explainWalletBalance({ params: { id: params.id! }, ...query })
  return { explanation: session.unwrap(result).data, to }
}

interface Line {
  key: string
  what: string
  count: string
  available: number
  live: number
  fees: number
  vat: number
  invoiced: number
  balance: number
}

export default function ExplainBalance() {
  const { explanation, to } = useLoaderData<typeof loader>()
  const zone = useZone()
  const { currency, kinds, totals, at } = explanation
  const lines: Line[] = kinds.map(({ kind, description, movements, committed, locked, ...sums }) => ({
    ...sums,
    key: kind,
    what: description,
    count: plural(movements, 'time'),
    live: committed + locked,
  }))
  const sum: Line = {
    key: 'sum',
    what: 'Total',
    count: '',
    ...totals,
    live: totals.committed + totals.locked,
  }
  const columns: TableColumn<Line>[] = [
    { key: 'what', header: 'What', cell: ({ what, key }) => (key === 'sum' ? <strong>{what}</strong> : what) },
    { key: 'count', header: 'How often', wideOnly: true, cell: ({ count }) => <span className="muted">{count}</span> },
    {
      key: 'available',
      header: 'To spend',
      numeric: true,
      cell: ({ available }) => <Money pence={available} currency={currency} />,
    },
    { key: 'live', header: 'In gifts', numeric: true, cell: ({ live }) => <Money pence={live} currency={currency} /> },
    ...(['fees', 'vat', 'invoiced'] as const).map((key) => ({
      key,
      header: { fees: 'Fees', vat: 'VAT', invoiced: 'On invoice' }[key],
      numeric: true,
      wideOnly: true,
      cell: (line: Line) => <Money pence={line[key]} currency={currency} />,
    })),
    {
      key: 'balance',
      header: 'Balance',
      numeric: true,
      cell: ({ balance }) => <Money pence={balance} currency={currency} />,
    },
  ]
  return (
    <Card title="What this balance is made of" flush>
      <div className="panel stack">
        <p className="muted">
          Every movement until <time dateTime={at}>{formatFull(at, zone)}</time>, by kind. Worked out from the ledger’s
          entries alone; the sums are the balance exactly. Fees and VAT are what the movements took; what is on invoice
          is paid there, not from this wallet.
        </p>
        <Form method="get" className={styles.filters} key={to}>
          <TextField name="to" type="date" label="At the end of" defaultValue={to} />
          <Button type="submit" look="quiet">
            Show
          </Button>
        </Form>
      </div>
      <DataTable
        caption="Sums by kind of movement"
        columns={columns}
        rows={lines.length ? [...lines, sum] : []}
        rowKey={({ key }) => key}
        empty={
          <EmptyState picture="purse" title="Nothing yet">
            Until then no money had moved.
          </EmptyState>
        }
      />
    </Card>
  )
}
