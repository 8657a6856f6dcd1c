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
import { boldSum, Divided } from './report-divided.tsx'
import { leftAtEnd, type MadeLine, madeLines, monthLabel, paidByLabel, requestLines } from './report-labels.ts'
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
  const last = report.months.at(-1)
  return (
    <>
      <PageHeader
        title="Report"
        lead={`${grantName}: ${formatMoney(opening, currency)} at the beginning, ${formatMoney(closing, currency)} at the end${
          last ? `: ${inParts(last, currency)}` : ''
        }.`}
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
          compact="stacked"
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
      {last ? <InAwards report={report} /> : null}
      {report.states.length || report.paidBy.length ? (
        <>
          <PaidBy report={report} />
          <Made report={report} />
          {report.reasons.length ? <Divided report={report} /> : null}
        </>
      ) : null}
    </>
  )
}

/** Of a closing: what is left, what requests hold until they are decided on, and what awards do, as on the page of the grant. */
const inParts = (month: Month, currency: string): string => {
  const held = month.closingHeld > 0 ? `, ${formatMoney(month.closingHeld, currency)} held for approval` : ''
  return `${formatMoney(month.closingInAwards, currency)} in awards${held} and ${formatMoney(leftAtEnd(month), currency)} left`
}

/** What came into awards and out of them again, within the grant: each month closes alone. */
const InAwards = ({ report: { months, currency } }: { report: GrantReport }) => {
  const late = months.reduce((sum, { paidLate }) => sum + paidLate, 0)
  const money = (key: string, header: string, pence: (month: Month) => number): TableColumn<Month> => ({
    ...{ key, header, numeric: true },
    cell: (month) => <Money pence={pence(month)} currency={currency} />,
  })
  const columns: TableColumn<Month>[] = [
    { key: 'month', header: 'Month', cell: ({ month }) => monthLabel(month) },
    money('opening', 'In awards before', ({ openingInAwards }) => openingInAwards),
    money('awarded', 'Awarded', ({ awarded }) => awarded),
    money('returned', 'Returned unused', ({ returned }) => returned),
    money('paid', 'Paid out', ({ paid, paidLate }) => paid - paidLate),
    money('closing', 'In awards at the end', ({ closingInAwards }) => closingInAwards),
    money('held', 'Held for approval', ({ closingHeld }) => closingHeld),
    money('left', 'Left', leftAtEnd),
  ]
  return (
    <Card title="In awards, month by month" flush>
      <DataTable
        compact="stacked"
        caption="The grant’s money in awards, month by month"
        columns={columns}
        rows={months}
        rowKey={({ month }) => month}
      />
      {late > 0 ? (
        <p className={`muted ${styles.note}`}>
          {formatMoney(late, currency)} more was paid out after awards had ended, out of what was left.
        </p>
      ) : null}
    </Card>
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

/** What was asked for in these days and never became an award: in no sum of awards. */
const NeverIssued = ({ report }: { report: GrantReport }) => {
  const lines = requestLines(report)
  if (lines.length === 0) return null
  return (
    <p className={`muted ${styles.note}`}>
      Requests of these days that are no awards, and in no sum above:{' '}
      {lines
        .map(
          ({ label, awards, amount }) => `${label.toLowerCase()}: ${awards}, ${formatMoney(amount, report.currency)}`,
        )
        .join('; ')}
      .
    </p>
  )
}

/** Awards made in these days as they stand now, and what of each kind was paid out. */
const Made = ({ report }: { report: GrantReport }) => {
  const money = (key: 'amount' | 'paid' | 'unused' | 'open', header: string): TableColumn<MadeLine> => ({
    ...{ key, header, numeric: true },
    cell: (line) => <Money pence={line[key]} currency={report.currency} />,
  })
  const columns: TableColumn<MadeLine>[] = [
    { key: 'state', header: 'State now', cell: ({ label }) => label },
    { key: 'awards', header: 'Awards', numeric: true, cell: ({ awards }) => awards.toLocaleString('en-GB') },
    money('amount', 'Awarded'),
    money('paid', 'Paid out'),
    money('unused', 'Ended unused'),
    money('open', 'Not yet used'),
  ]
  const bought = report.states.find(({ status }) => status === 'code-generated')?.paid ?? 0
  return (
    <Card title="Awards made in these days" flush>
      <DataTable
        compact="stacked"
        caption="Awards made in these days, by state"
        columns={boldSum(columns, ({ isSum }) => isSum)}
        rows={madeLines(report)}
        rowKey={({ label }) => label}
      />
      <NeverIssued report={report} />
      {bought > 0 ? (
        <p className={`muted ${styles.note}`}>
          Vouchers and energy are paid for as their code is made: {formatMoney(bought, report.currency)} of “Code made”.
        </p>
      ) : null}
    </Card>
  )
}
