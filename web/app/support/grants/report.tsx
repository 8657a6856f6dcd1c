import { Form, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import type { GrantReport } from '#contract/awards/grants.ts'
import { formatMoney } from '#kit/money.ts'
import { readId } from '#web/http/read-id.ts'
import { paths } from '#web/paths.ts'
import { getSession } from '#web/session/middleware.ts'
import { BarList } from '#web/ui/kit/bar-list.tsx'
import { Button, LinkButton } from '#web/ui/kit/button.tsx'
import { Card } from '#web/ui/kit/card.tsx'
import { DataTable, type TableColumn } from '#web/ui/kit/data-table.tsx'
import { EmptyState } from '#web/ui/kit/empty-state.tsx'
import { TextField } from '#web/ui/kit/form.tsx'
import { Money } from '#web/ui/kit/money.tsx'
import { PageHeader } from '#web/ui/kit/page-header.tsx'
import styles from '../support.module.css'
import { type MadeLine, madeLines, monthLabel, paidByLabel } from './report-labels.ts'
import { reportSpan } from './report-span.server.ts'

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const session = getSession(context)
  const query = reportSpan(new URL(request.url))
  const report = session.unwrap(await session.api.getGrantReport({ params: { id: readId(params.id) }, query })).data
  return { report, query }
}

type Month = GrantReport['months'][number]

export default function GrantReportScreen() {
  const { report, query } = useLoaderData<typeof loader>()
  const { currency, grantId, grantName, opening, closing } = report
  const money = (key: keyof Month, header: string): TableColumn<Month> => ({
    key,
    header,
    numeric: true,
    cell: (month) => <Money pence={Number(month[key])} currency={currency} />,
  })
  const columns: TableColumn<Month>[] = [
    { key: 'month', header: 'Month', cell: ({ month }) => monthLabel(month) },
    money('opening', 'Opening'),
    money('fundedIn', 'Put in'),
    money('takenOut', 'Taken out'),
    money('paid', 'Paid out'),
    { ...money('fees', 'Fees and VAT'), cell: ({ fees, vat }) => <Money pence={fees + vat} currency={currency} /> },
    money('closing', 'Closing'),
  ]
  return (
    <>
      <PageHeader
        title="Report"
        lead={`${grantName}: ${formatMoney(opening, currency)} at the beginning, ${formatMoney(closing, currency)} at the end.`}
        back={{ to: paths.grant(grantId), label: grantName }}
        actions={
          <LinkButton look="quiet" reloadDocument to={paths.grantReportCsv(grantId, query)}>
            Download CSV
          </LinkButton>
        }
      />
      <Form method="get" className={styles.filters} key={JSON.stringify(query)}>
        <TextField name="from" type="date" label="From" defaultValue={query.from} />
        <TextField name="until" type="date" label="To" defaultValue={query.until} />
        <Button type="submit" look="quiet">
          Show
        </Button>
      </Form>
      <Card title="Month by month" flush>
        <DataTable
          caption="The grant’s money, month by month"
          columns={columns}
          rows={report.months}
          rowKey={({ month }) => month}
          empty={
            <EmptyState picture={null} title="No money moved">
              Choose other days.
            </EmptyState>
          }
        />
      </Card>
      {report.states.length || report.paidBy.length ? (
        <div className={styles.pair}>
          <PaidBy report={report} />
          <Made report={report} />
        </div>
      ) : null}
    </>
  )
}

/** What each way paid out in these days: together it is what the statement has. */
const PaidBy = ({ report: { paidBy, currency } }: { report: GrantReport }) => {
  const sum = paidBy.reduce((all, { paid }) => all + paid, 0)
  const bars = paidBy.map(({ rail, paid }) => {
    const label = paidByLabel(rail)
    return { key: label, label, value: paid, text: formatMoney(paid, currency) }
  })
  return (
    <Card title="Paid out, by way">
      {bars.length ? (
        <>
          <BarList bars={bars} />
          <p className="muted">{formatMoney(sum, currency)} in all, as in “Paid out” above.</p>
        </>
      ) : (
        <p className="muted">Nothing was paid out in these days.</p>
      )}
    </Card>
  )
}

/** Awards made in these days as they stand now, and what of each kind was paid out. */
const Made = ({ report }: { report: GrantReport }) => {
  const money = (key: 'amount' | 'paid', header: string): TableColumn<MadeLine> => ({
    ...{ key, header, numeric: true },
    cell: (line) => <Money pence={line[key]} currency={report.currency} />,
  })
  const columns: TableColumn<MadeLine>[] = [
    { key: 'state', header: 'State now', cell: ({ label }) => label },
    { key: 'awards', header: 'Awards', numeric: true, cell: ({ awards }) => awards.toLocaleString('en-GB') },
    money('amount', 'Awarded'),
    money('paid', 'Paid out'),
  ]
  return (
    <Card title="Awards made in these days" flush>
      <DataTable
        caption="Awards made in these days, by state"
        columns={columns}
        rows={madeLines(report)}
        rowKey={({ label }) => label}
      />
    </Card>
  )
}
