import {
  type ActionFunctionArgs,
  data,
  Link,
  type LoaderFunctionArgs,
  useActionData,
  useLoaderData,
  useLocation,
  useSearchParams,
} from 'react-router'
import type { VatSummary } from '#contract/orders/invoices.ts'
import { paperLabels, rateLabel } from '#contract/orders/paper-labels.ts'
import { useCan } from '#web/app/shell/app-data.ts'
import { webContext } from '#web/context.ts'
import { choice, readForm, text } from '#web/http/read-form.ts'
import { refused } from '#web/http/refused.ts'
import { paths } from '#web/paths.ts'
import { getSession } from '#web/session/middleware.ts'
import { Card } from '#web/ui/kit/card.tsx'
import { ConfirmDialog } from '#web/ui/kit/confirm-dialog.tsx'
import { DataTable, type TableColumn } from '#web/ui/kit/data-table.tsx'
import { EmptyState } from '#web/ui/kit/empty-state.tsx'
import { toFormFailure } from '#web/ui/kit/failure.ts'
import { Money } from '#web/ui/kit/money.tsx'
import { useAddress } from '#web/ui/kit/pagination.tsx'
import { londonToday, requireBills } from './billing.server.ts'
import styles from './invoices.module.css'
import { InvoicesFrame } from './invoices-frame.tsx'
import { invoiceDayLabel } from './labels.ts'
import { paperPath } from './paper-path.ts'
import { InvoicePeriodForm } from './period-form.tsx'
import { recentPeriods } from './recent-periods.server.ts'
import { readVat } from './statement.server.ts'
import { TaxPoint } from './tax-point.tsx'
import { isClosable, nextPeriod } from './vat-closing.server.ts'
import { CloseDialog, ClosedPeriods, ClosePeriod, periodLabel } from './vat-periods.tsx'

const LINES_SHOWN = 100

export async function loader({ request, context }: LoaderFunctionArgs) {
  const session = getSession(context)
  const teamId = requireBills(session)
  const today = await londonToday(context.get(webContext))
  const periods = session.unwrap(await session.api.listVatPeriods({ params: { id: teamId } })).data
  const { wish, summary, failure } = await readVat(session, request.url, nextPeriod(periods, today))
  const lines = summary?.lines ?? []
  const mayClose = session.can('manage-billing') && periods.filingTeamId === teamId
  return {
    ...{ wish, failure, mayClose, periods: periods.periods, recent: recentPeriods(today) },
    summary: summary && { ...summary, lines: lines.slice(0, LINES_SHOWN) },
    isClosable: mayClose && summary !== null && isClosable(summary, periods.nextFrom, today),
    more: Math.max(0, lines.length - LINES_SHOWN),
  }
}

export async function action({ request, context }: ActionFunctionArgs) {
  const session = getSession(context)
  const form = await request.formData()
  const params = { id: requireBills(session) }
  const { do: wanted, from, until } = readForm(form, { do: choice('close', 'reopen'), from: text, until: text })
  if (!wanted) throw data(null, { status: 400 })
  const result =
    wanted === 'close'
      ? await session.api.closeVatPeriod({ params, body: { from, until } })
      : await session.api.reopenVatPeriod({ params, body: { until } })
  if (!result.ok) return refused(toFormFailure(result.problem, form))
  return wanted === 'close'
    ? session.redirect(paths.vatOf({ from, until }), 'The period is closed. Its figures stay as they are.')
    : session.redirect(paths.vat, 'The period is open again. Its documents count by their tax points.')
}

export default function Vat() {
  const loaded = useLoaderData<typeof loader>()
  const { wish, summary, failure, more, periods, mayClose, isClosable: mayBeClosed } = loaded
  const refusal = useActionData<typeof action>() ?? null
  const [search] = useSearchParams()
  const addressWith = useAddress()
  const newest = periods[0]
  return (
    <InvoicesFrame>
      <InvoicePeriodForm wish={wish} periods={loaded.recent} failure={failure} />
      {summary ? <Summary {...summary} more={more} /> : null}
      {summary && mayBeClosed ? <ClosePeriod summary={summary} failure={refusal} /> : null}
      {summary && mayBeClosed && search.get('close') === summary.until ? <CloseDialog summary={summary} /> : null}
      {periods.length > 0 ? <ClosedPeriods periods={periods} mayReopen={mayClose} /> : null}
      {mayClose && newest && search.get('reopen') === newest.until ? (
        <ConfirmDialog
          title={`Reopen ${periodLabel(newest)}?`}
          confirm="Reopen the period"
          fields={{ do: 'reopen', until: newest.until }}
          closeTo={addressWith({ reopen: null })}
        >
          Its figures may change: {newest.papers} receipts, invoices and credit notes count by their tax points again.
          If you have filed it, compare it with your return before you close it again.
        </ConfirmDialog>
      ) : null}
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
  closedUntil,
  rates,
  lines,
  more,
  notYetInvoiced: open,
  ...total
}: VatSummary & { more: number }) {
  const { search } = useLocation()
  const can = useCan()
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
          <span className={styles.files}>
            {can('view-team-transactions') ? (
              <Link to={paths.papersOf({ from, until, currency })}>All papers (ZIP)</Link>
            ) : null}
            <a href={`${paths.vatCsv}${search}`} download>
              CSV
            </a>
          </span>
        }
      >
        <p className="muted">
          What your team, its subteams and its budgets’ participants were charged, less what was given back, by the tax
          point of each receipt, invoice and credit note. What participants buy counts on their budget’s invoice of the
          month, and what comes back on its credit notes; until those are made it stands below the total as not yet
          invoiced.
        </p>
        {closedUntil ? (
          <p className="muted">
            Everything to {invoiceDayLabel(closedUntil)} is closed: what came later with a tax point before that counts
            from the day after, and is marked as late.
          </p>
        ) : null}
        <DataTable
          caption="VAT by rate"
          compact
          columns={[{ key: 'rate', header: 'Rate', cell: ({ label }) => label }, ...amountColumns(currency)]}
          rows={byRate}
          rowKey={({ label }) => label}
        />
      </Card>
      <Card flush>
        <DataTable
          caption="Receipts, invoices and credit notes"
          compact
          columns={[
            {
              key: 'date',
              header: 'Tax point',
              cell: ({ date, late, countsOn }) => <TaxPoint {...{ date, late, countsOn }} />,
            },
            {
              key: 'number',
              header: 'Document',
              cell: (line) => <Link to={paperPath(line)}>{`${paperLabels[line.kind]} ${line.number}`}</Link>,
            },
            { key: 'team', header: 'Team', wideOnly: true, cell: ({ teamName }) => teamName },
            { key: 'rate', header: 'Rate', aside: true, cell: ({ rate }) => rateLabel(rate) },
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
