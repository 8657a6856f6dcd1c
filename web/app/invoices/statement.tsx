import { type LoaderFunctionArgs, useLoaderData, useLocation } from 'react-router'
import type { AccountStatement } from '#contract/orders/invoices.ts'
import { paths } from '#web/paths.ts'
import { getSession } from '#web/session/middleware.ts'
import { Card } from '#web/ui/kit/card.tsx'
import { DataTable, type TableColumn } from '#web/ui/kit/data-table.tsx'
import { EmptyState } from '#web/ui/kit/empty-state.tsx'
import { Money } from '#web/ui/kit/money.tsx'
import styles from './invoices.module.css'
import { InvoicesFrame } from './invoices-frame.tsx'
import { invoiceDayLabel } from './labels.ts'
import { InvoicePeriodForm } from './period-form.tsx'
import { readStatement } from './statement.server.ts'

export const loader = ({ request, context }: LoaderFunctionArgs) => readStatement(getSession(context), request.url)

export default function Statement() {
  const { wish, statement, failure } = useLoaderData<typeof loader>()
  const { search } = useLocation()
  return (
    <InvoicesFrame>
      <InvoicePeriodForm wish={wish} failure={failure} />
      {statement ? <Account {...statement} search={search} /> : null}
    </InvoicesFrame>
  )
}

type Line = AccountStatement['lines'][number]

function Account({ search, ...statement }: AccountStatement & { search: string }) {
  const { from, until, lines, currency, opening, closing } = statement
  const figures = [
    { name: openingLabel(opening), pence: Math.abs(opening) },
    { name: 'Invoiced', pence: statement.invoiced },
    { name: 'Credited', pence: statement.credited },
    { name: 'Paid', pence: statement.paid },
    { name: closing < 0 ? 'In your favour at the end' : 'Owed at the end', pence: Math.abs(closing) },
  ]
  const columns: TableColumn<Line & { key: string }>[] = [
    { key: 'date', header: 'Date', cell: ({ date }) => invoiceDayLabel(date) },
    { key: 'what', header: 'What', cell: ({ description }) => description },
    { key: 'number', header: 'Number', cell: ({ number }) => number ?? '' },
    {
      key: 'amount',
      header: 'Amount',
      numeric: true,
      cell: ({ amount }) => <Money pence={amount} currency={currency} />,
    },
    {
      key: 'balance',
      header: 'Owed then',
      numeric: true,
      cell: ({ balance }) => <Money pence={balance} currency={currency} />,
    },
  ]
  return (
    <>
      <Card
        title={`${invoiceDayLabel(from)} to ${invoiceDayLabel(until)}`}
        action={
          <a href={`${paths.accountCsv}${search}`} download>
            CSV
          </a>
        }
      >
        <dl className={styles.figures}>
          {figures.map(({ name, pence }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>
                <Money pence={pence} currency={currency} />
              </dd>
            </div>
          ))}
        </dl>
      </Card>
      <Card flush>
        <DataTable
          caption="Invoices, credits and payments"
          columns={columns}
          rows={lines.map((line, index) => ({ ...line, key: String(index) }))}
          rowKey={({ key }) => key}
          empty={
            <EmptyState picture="purse" title="Nothing happened in that time">
              Invoices, credits and payments are listed here as they come.
            </EmptyState>
          }
        />
      </Card>
    </>
  )
}

const openingLabel = (pence: number) => (pence < 0 ? 'In your favour before' : 'Owed before')
