import type { ReportOverTime } from '#contract/reports/budget-reports.ts'
import { formatMoney, formatPrice } from '#kit/money.ts'
import { formatCount } from '#web/ui/format.ts'
import { ColumnChart, type Series } from '#web/ui/kit/column-chart.tsx'
import { DataTable } from '#web/ui/kit/data-table.tsx'
import { reportDayLabel, stepLabel } from './period.ts'
import { ReportCard } from './report-card.tsx'

/** What is told of each step: in the table, and in the chart where it has a tone. */
interface Figure {
  label: string
  of(step: ReportOverTime['steps'][number]): number
  tone?: Series['tone']
}

interface TimeCardProps {
  overTime: ReportOverTime
  title: string
  /** Of the chart, where the title alone does not say it. */
  label?: string
  /** Said where nothing happened in all the time. */
  nothing: string
  figures: readonly Figure[]
  format(figure: number): string
  /** Of the chart's scale. */
  formatShort?(figure: number): string
}

const intervalLabels = { day: 'by day', week: 'by week', month: 'by month' }
const stepHeaders = { day: 'Day', week: 'Week from', month: 'Month from' }

export function BudgetSpendCard({ overTime }: { overTime: ReportOverTime }) {
  const { currency, interval } = overTime
  return (
    <TimeCard
      overTime={overTime}
      title={`Spent ${intervalLabels[interval]}`}
      nothing="Nothing was spent in this time."
      figures={[
        { label: 'Bought', of: ({ bought }) => bought },
        { label: 'Returned', of: ({ refunded }) => refunded },
        { label: 'Spent', of: ({ totalSpent }) => totalSpent, tone: 'accent' },
      ]}
      format={(pence) => formatMoney(pence, currency)}
      formatShort={(pence) => formatPrice(pence, currency)}
    />
  )
}

export const GiftsCard = ({ overTime }: { overTime: ReportOverTime }) => (
  <TimeCard
    overTime={overTime}
    title="Gifts sent and redeemed"
    label={`Gifts sent and redeemed ${intervalLabels[overTime.interval]}`}
    nothing="No gift was sent or redeemed in this time."
    figures={[
      { label: 'Sent', of: ({ totalSent }) => totalSent, tone: 'accent' },
      { label: 'Redeemed', of: ({ totalRedeemed }) => totalRedeemed, tone: 'success' },
    ]}
    format={formatCount}
  />
)

/** Figures over time: drawn, and in a table of the steps in which something happened, for one of noughts helps no one. */
function TimeCard(props: TimeCardProps) {
  const { overTime, title, label = title, nothing, figures, format, formatShort = format } = props
  const { interval, steps } = overTime
  const rows = steps.filter((step) => figures.some(({ of }) => of(step) !== 0))
  if (rows.length === 0)
    return (
      <ReportCard title={title} report="over-time">
        <p className="muted">{nothing}</p>
      </ReportCard>
    )
  const table = (
    <DataTable
      caption={title}
      rows={rows}
      rowKey={({ from }) => from}
      columns={[
        { key: 'from', header: stepHeaders[interval], cell: ({ from }) => reportDayLabel(from) },
        ...figures.map(({ label: header, of }) => ({
          key: header,
          header,
          cell: (step: (typeof rows)[number]) => format(of(step)),
          numeric: true,
        })),
      ]}
    />
  )
  return (
    <ReportCard title={title} report="over-time" table={table}>
      <ColumnChart
        label={`${label}; the table below has every figure`}
        steps={steps.map(({ from }) => stepLabel(from, interval))}
        series={figures.flatMap(({ label, of, tone }) => (tone ? [{ label, tone, values: steps.map(of) }] : []))}
        format={formatShort}
      />
    </ReportCard>
  )
}
