import { Link, type LoaderFunctionArgs, useLoaderData, useLocation } from 'react-router'
import type { VatSummary } from '#contract/orders/invoices.ts'
import { paths } from '#web/paths.ts'
import { getSession } from '#web/session/middleware.ts'
import { Card } from '#web/ui/kit/card.tsx'
import { DataTable, type TableColumn } from '#web/ui/kit/data-table.tsx'
import { EmptyState } from '#web/ui/kit/empty-state.tsx'
import { Money } from '#web/ui/kit/money.tsx'
import { InvoicesFrame } from './invoices-frame.tsx'
import { invoiceDayLabel, paperNames, rateLabel } from './labels.ts'
import { InvoicePeriodForm } from './period-form.tsx'
import { readVat } from './statement.server.ts'

const LINES_SHOWN = 100

export const loader = async ({ request, context }: LoaderFunctionArgs) => {
  const { wish, summary, failure } = await readVat(getSession(context), request.url)
  const lines = summary?.lines ?? []
  return {
    wish,
    failure,
    summary: summary && { ...summary, lines: lines.slice(0, LINES_SHOWN) },
    more: Math.max(0, lines.length - LINES_SHOWN),
  }
}

export default function Vat() {
  const { wish, summary, failure, more } = useLoaderData<typeof loader>()
  return (
    <InvoicesFrame>
      <InvoicePeriodForm wish={wish} failure={failure} />
      {summary ? <Summary {...summary} more={more} /> : null}
    </InvoicesFrame>
  )
}

type Amounts = Pick<VatSummary, 'net' | 'vat' | 'gross'>

function amountColumns<Row extends Amounts>(currency: string): TableColumn<Row>[] {
  const column = (key: keyof Amounts, header: string): TableColumn<Row> => ({
    key,
    header,
    numeric: true,
    cell: (row) => <Money pence={row[key]} currency={currency} />,
  })
  return [column('net', 'Net'), column('vat', 'VAT'), column('gross', 'Gross')]
}

function Summary({
  from,
  until,
  currency,
  rates,
  lines,
  more,
  notYetInvoiced: open,
  ...total
}: VatSummary & { more: number }) {
  const { search } = useLocation()
  const byRate = [
    ...rates.map(({ rate, ...amounts }) => ({ label: rateLabel(rate), ...amounts })),
    { label: 'Total', net: total.net, vat: total.vat, gross: total.gross },
    ...(open.count > 0 ? [{ label: 'Not yet invoiced', net: open.net, vat: open.vat, gross: open.gross }] : []),
  ]
  const papers = lines.map((line) => ({ ...line, key: `${line.number} ${line.rate}` }))
  return (
    <>
      <Card
        title={`${invoiceDayLabel(from)} to ${invoiceDayLabel(until)}`}
        action={
          <a href={`${paths.vatCsv}${search}`} download>
            CSV
          </a>
        }
      >
        <p className="muted">
          What your team, its subteams and its budgets’ participants were charged, less what was given back, by the tax
          point of each receipt, invoice and credit note. What participants buy counts on their budget’s invoice of the
          month, and what comes back on its credit notes; until those are made it stands below the total as not yet
          invoiced.
        </p>
        <DataTable
          caption="VAT by rate"
          columns={[{ key: 'rate', header: 'Rate', cell: ({ label }) => label }, ...amountColumns(currency)]}
          rows={byRate}
          rowKey={({ label }) => label}
        />
      </Card>
      <Card flush>
        <DataTable
          caption="Receipts, invoices and credit notes"
          columns={[
            { key: 'date', header: 'Tax point', cell: ({ date }) => invoiceDayLabel(date) },
            {
              key: 'number',
              header: 'Document',
              cell: ({ kind, number, transactionId }) => {
                const name = `${paperNames[kind]} ${number}`
                return transactionId ? <Link to={paths.purchaseDocuments(transactionId)}>{name}</Link> : name
              },
            },
            { key: 'team', header: 'Team', wideOnly: true, cell: ({ teamName }) => teamName },
            { key: 'rate', header: 'Rate', cell: ({ rate }) => rateLabel(rate) },
            ...amountColumns<(typeof papers)[number]>(currency),
          ]}
          rows={papers}
          rowKey={({ key }) => key}
          empty={
            <EmptyState picture="purse" title="Nothing was charged in that time">
              Choose other days, or another currency.
            </EmptyState>
          }
        />
      </Card>
      {more ? <p className="muted">and {more} more lines in the CSV file.</p> : null}
    </>
  )
}
