import { Form, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import type { GrantReport } from '#contract/awards/grants.ts'
import { formatMoney } from '#kit/money.ts'
import { readId } from '#web/http/read-id.ts'
import { paths } from '#web/paths.ts'
import { getSession } from '#web/session/middleware.ts'
import { plural } from '#web/ui/format.ts'
import { BarList } from '#web/ui/kit/bar-list.tsx'
import { Button, LinkButton } from '#web/ui/kit/button.tsx'
import { Card } from '#web/ui/kit/card.tsx'
import { DataTable, type TableColumn } from '#web/ui/kit/data-table.tsx'
import { EmptyState } from '#web/ui/kit/empty-state.tsx'
import { TextField } from '#web/ui/kit/form.tsx'
import { Money } from '#web/ui/kit/money.tsx'
import { PageHeader } from '#web/ui/kit/page-header.tsx'
import { awardStates } from '../labels.ts'
import styles from '../support.module.css'
import { chosenLabel, monthLabel } from './report-labels.ts'
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
      {report.states.length ? (
        <div className={styles.pair}>
          <Card title="Awards made, by how they were paid">
            <BarList bars={report.rails.map((row) => bar(chosenLabel(row.rail), row, currency))} />
          </Card>
          <Card title="Awards made, by state">
            <BarList bars={report.states.map((row) => bar(awardStates[row.status].label, row, currency))} />
          </Card>
        </div>
      ) : null}
    </>
  )
}

const bar = (label: string, { awards, amount }: { awards: number; amount: number }, currency: string) => ({
  ...{ key: label, label, value: amount },
  text: `${formatMoney(amount, currency)}, ${plural(awards, 'award')}`,
})
