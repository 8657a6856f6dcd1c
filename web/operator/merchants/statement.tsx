import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { getMerchantStatement, type MerchantStatementLine } from '#contract/operator/settlements.ts'
import { BUSINESS_ZONE } from '#kit/time.ts'
import { readPageNumber } from '#web/http/page-number.ts'
import styles from '#web/operator/console.module.css'
import { getOperatorSession } from '#web/operator/session.ts'
import { paths } from '#web/paths.ts'
import { formatDay, formatMoment } from '#web/ui/format.ts'
import { Card } from '#web/ui/kit/card.tsx'
import { DataTable, type TableColumn } from '#web/ui/kit/data-table.tsx'
import { Facts } from '#web/ui/kit/facts.tsx'
import { Money } from '#web/ui/kit/money.tsx'
import { PageHeader } from '#web/ui/kit/page-header.tsx'
import { Pagination } from '#web/ui/kit/pagination.tsx'
import { StatusBadge } from '#web/ui/kit/status-badge.tsx'
import { lineKinds, statementStates } from './labels.ts'

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const session = getOperatorSession(context)
  const query = { page: readPageNumber(new URL(request.url).searchParams) }
  return session.unwrap(await session.call(getMerchantStatement, { params: { id: params.id! }, query })).data
}

const columnsFor = (currency: string): readonly TableColumn<MerchantStatementLine>[] => [
  { key: 'at', header: 'When', cell: ({ at }) => <time dateTime={at}>{formatMoment(at, BUSINESS_ZONE)}</time> },
  {
    key: 'what',
    header: 'What',
    cell: ({ what, kind, place }) => (
      <span className="two-lines">
        {what}
        <span className="muted small">{place ? `${lineKinds[kind]}, ${place}` : lineKinds[kind]}</span>
      </span>
    ),
  },
  {
    key: 'amount',
    header: 'Amount',
    numeric: true,
    cell: ({ amountPence }) => <Money pence={amountPence} currency={currency} />,
  },
]

const mailed = ({ mailedAt, mailRefused }: { mailedAt: string | null; mailRefused: boolean }): string =>
  mailedAt
    ? formatMoment(mailedAt, BUSINESS_ZONE)
    : mailRefused
      ? 'The merchant’s address takes no email'
      : 'When its file is released'

export default function Statement() {
  const statement = useLoaderData<typeof loader>()
  const { id, number, merchant, currency, totalPence, state, rows, pages, paidAt } = statement
  return (
    <>
      <PageHeader
        title={number}
        lead={`Up to ${formatDay(statement.lastDay, 'UTC')}`}
        back={{ to: paths.operatorMerchantStatements, label: 'Statements' }}
      />
      <Card title="What it is">
        <Facts
          facts={[
            { name: 'Merchant', value: <Link to={paths.operatorMerchant(merchant.id)}>{merchant.name}</Link> },
            { name: 'Total', value: <Money pence={totalPence} currency={currency} /> },
            {
              name: 'State',
              value: <StatusBadge status={statementStates[state].label} tone={statementStates[state].tone} />,
            },
            { name: 'Payment file', value: statement.fileNumber },
            { name: 'Drawn', value: `${formatMoment(statement.drawnAt, BUSINESS_ZONE)} by ${statement.drawnBy}` },
            { name: 'Paid', value: paidAt && formatMoment(paidAt, BUSINESS_ZONE) },
            { name: 'Emailed', value: mailed(statement) },
            {
              name: 'Documents',
              value: (
                <span className={styles.links}>
                  <a href={paths.operatorMerchantPaper(id, 'pdf')}>PDF</a>
                  <a href={paths.operatorMerchantPaper(id, 'csv')}>CSV with every line</a>
                </span>
              ),
            },
          ]}
        />
      </Card>
      <Card title="Lines" flush>
        <DataTable
          caption="What is on this statement"
          columns={columnsFor(currency)}
          rows={rows}
          rowKey={({ ordinal }) => String(ordinal)}
        />
        <Pagination {...pages} label="lines" />
      </Card>
    </>
  )
}
