import type { SpendingReport } from '#contract/reports/reports.ts'
import { formatMoney, formatPrice } from '#kit/money.ts'
import type { ShownPeriod } from '#web/app/budgets/reports/period.ts'
import styles from '#web/app/budgets/reports/reports.module.css'
import { formatCount, plural } from '#web/ui/format.ts'
import { BarList } from '#web/ui/kit/bar-list.tsx'
import { Card } from '#web/ui/kit/card.tsx'
import { ColumnChart } from '#web/ui/kit/column-chart.tsx'
import { DataTable, type TableColumn } from '#web/ui/kit/data-table.tsx'
import { Money } from '#web/ui/kit/money.tsx'
import { dimensionHeaders, rowLabel } from './labels.ts'
import { everyMonth, plottedMonths, shownRows } from './rows.ts'

const BARS = 10
type Figures = SpendingReport['total']
interface Line extends Figures {
  key: string
  name: string
  detail: string | null
  isTotal?: boolean
}

interface SpendingCardsProps {
  report: SpendingReport
  period: ShownPeriod
  /** `2026-03` in London: later ones are to come. */
  thisMonth: string
}

/** Plots of a report, and the tables behind them with the total they add up to. */
export function SpendingCards({ report, period, thisMonth }: SpendingCardsProps) {
  const { by, rows, total } = report
  const { rows: shown, others } = by === 'month' ? { rows, others: null } : shownRows(rows)
  const lines: Line[] = [
    ...shown.map((row) => ({ ...row, key: `row ${row.key}`, name: rowLabel(by, row) })),
    ...(others ? [{ ...others, key: 'others', name: `${rows.length - shown.length} others`, detail: null }] : []),
    { ...total, key: 'total', name: 'Total', detail: null, isTotal: true },
  ]
  return (
    <>
      {by === 'month' ? <MonthPlots {...{ report, period, thisMonth }} /> : <RankPlot report={report} />}
      <SpendingTable report={report} title="Money" lines={lines} columns={moneyColumns(report.currency)} />
      <SpendingTable report={report} title="Gifts" lines={lines} columns={giftColumns} />
      <p className="muted small">
        Each figure is about gifts bought in this time, by the day of the purchase in London, however they were paid,
        and says what has happened to them until now. Budget runs, top-ups and plans are in none. Returned is what came
        back of cancelled and expired gifts, and what choices cheaper than their gift left over.
        {others ? ' The files have every row.' : ''}
      </p>
    </>
  )
}

function MonthPlots({ report: { rows, currency }, period, thisMonth }: SpendingCardsProps) {
  const months = everyMonth(rows, ...plottedMonths(period))
  const toCome = months.filter(({ key }) => key! > thisMonth).length
  const steps = months.map((row) => rowLabel('month', row))
  return (
    <div className={styles.pair}>
      <Card title="Bought and returned">
        <ColumnChart
          label="Bought and returned by month; the table below has every figure"
          steps={steps}
          toCome={toCome}
          series={[
            { label: 'Bought', tone: 'accent', values: months.map(({ bought }) => bought) },
            { label: 'Returned', tone: 'success', values: months.map(({ returned }) => returned) },
          ]}
          format={(pence) => formatPrice(pence, currency)}
        />
      </Card>
      <Card title="Gifts and how many were redeemed">
        <ColumnChart
          label="Gifts bought by month and how many of them were redeemed; the table below has every figure"
          steps={steps}
          toCome={toCome}
          series={[
            { label: 'Gifts', tone: 'accent', values: months.map(({ gifts }) => gifts) },
            { label: 'Redeemed', tone: 'success', values: months.map(({ redeemed }) => redeemed) },
          ]}
          format={formatCount}
        />
      </Card>
    </div>
  )
}

const RankPlot = ({ report: { by, rows, currency } }: { report: SpendingReport }) => (
  <Card title={rows.length > BARS ? `The ${BARS} with most bought` : 'Bought'}>
    <BarList
      bars={rows.slice(0, BARS).map((row) => ({
        key: row.key ?? '',
        label: rowLabel(by, row),
        value: row.bought,
        text: `${formatMoney(row.bought, currency)} for ${plural(row.gifts, 'gift')}`,
      }))}
    />
  </Card>
)

interface SpendingTableProps {
  report: SpendingReport
  title: string
  lines: readonly Line[]
  columns: readonly TableColumn<Line>[]
}

function SpendingTable({ report: { by }, title, lines, columns }: SpendingTableProps) {
  const name: TableColumn<Line> = {
    key: 'name',
    header: dimensionHeaders[by],
    cell: (line) => <LineName line={line} />,
  }
  return (
    <Card title={title} flush>
      <DataTable
        caption={`${title}: ${dimensionHeaders[by].toLowerCase()}`}
        rows={lines}
        rowKey={({ key }) => key}
        columns={[name, ...columns]}
      />
    </Card>
  )
}

const LineName = ({ line: { name, detail, isTotal } }: { line: Line }) =>
  isTotal ? (
    <strong>{name}</strong>
  ) : detail && detail !== name ? (
    <span className="two-lines">
      <span>{name}</span>
      <span className="muted small">{detail}</span>
    </span>
  ) : (
    name
  )

const moneyColumns = (currency: string): TableColumn<Line>[] => {
  const column = (key: 'face' | 'fees' | 'vat' | 'bought' | 'returned', header: string): TableColumn<Line> => ({
    key,
    header,
    numeric: true,
    cell: (line) => <Money pence={line[key]} currency={currency} />,
  })
  return [
    column('face', 'Value without VAT'),
    column('fees', 'Fees'),
    column('vat', 'VAT'),
    column('bought', 'Bought'),
    column('returned', 'Returned'),
  ]
}

const countColumn = (
  key: 'gifts' | 'redeemed' | 'expired' | 'cancelled' | 'open' | 'thankYous',
  header: string,
): TableColumn<Line> => ({ key, header, numeric: true, cell: (line) => formatCount(line[key]) })
const giftColumns: TableColumn<Line>[] = [
  countColumn('gifts', 'Gifts'),
  countColumn('redeemed', 'Redeemed'),
  countColumn('expired', 'Expired'),
  countColumn('cancelled', 'Cancelled'),
  countColumn('open', 'Not used yet'),
  countColumn('thankYous', 'Thank-yous'),
]
