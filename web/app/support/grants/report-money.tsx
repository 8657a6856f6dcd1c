import type { GrantReport } from '#contract/awards/grants.ts'
import { formatMoney, formatPrice } from '#kit/money.ts'
import { Card } from '#web/ui/kit/card.tsx'
import { ColumnChart } from '#web/ui/kit/column-chart.tsx'
import { DataTable, type TableColumn } from '#web/ui/kit/data-table.tsx'
import { Folded } from '#web/ui/kit/folded.tsx'
import { Money } from '#web/ui/kit/money.tsx'
import styles from '../support.module.css'
import { leftAtEnd, monthLabel, monthsBetween, shortMonthLabel } from './report-labels.ts'

type Month = GrantReport['months'][number]

const addUp = (months: readonly Month[], of: (month: Month) => number): number =>
  months.reduce((sum, month) => sum + of(month), 0)

/** What a manager asks first: how much was awarded, paid out, and is left. */
export function ReportMoney({ report }: { report: GrantReport }) {
  const { months, currency, opening, closing } = report
  const money = (pence: number) => formatMoney(pence, currency)
  const last = months.at(-1)
  if (!last)
    return (
      <Card title="Money">
        <p>No money moved in these days: {money(closing)} at the beginning and the end.</p>
      </Card>
    )
  const sum = (of: (month: Month) => number) => addUp(months, of)
  const figures: [string, number][] = [
    ['Awarded', sum(({ awarded }) => awarded)],
    ['Paid out', sum(({ paid }) => paid)],
    ['In awards', last.closingInAwards],
    ['Left', leftAtEnd(last)],
  ]
  const more = (pence: number, words: string) => (pence ? `, ${money(pence)} ${words}` : '')
  const returned = sum((month) => month.returned)
  return (
    <Card title="Money">
      <dl className={styles.headline}>
        {figures.map(([name, pence]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{money(pence)}</dd>
          </div>
        ))}
      </dl>
      <p className="muted small">
        {money(opening)} at the beginning
        {more(
          sum(({ fundedIn }) => fundedIn),
          'put in',
        )}
        {more(
          sum(({ takenOut }) => takenOut),
          'taken out',
        )}
        {more(
          sum(({ paid }) => paid),
          'paid out',
        )}
        {more(
          sum(({ fees, vat }) => fees + vat),
          'of fees and VAT',
        )}
        , {money(closing)} at the end: {money(last.closingInAwards)} in awards
        {more(last.closingHeld, 'held for approval')} and {money(leftAtEnd(last))} left.
        {returned ? ` ${money(returned)} of what was awarded came back unused.` : ''}
      </p>
    </Card>
  )
}

/** The plot of it, and both tables behind: the grant’s money, and of it what is in awards. Each month closes alone. */
export function Months({ report: { months, currency } }: { report: GrantReport }) {
  const late = addUp(months, ({ paidLate }) => paidLate)
  const figures = new Map(months.map((month) => [month.month, month]))
  const steps = monthsBetween(months[0]!.month, months.at(-1)!.month)
  const values = (of: (month: Month) => number) =>
    steps.map((step) => {
      const month = figures.get(step)
      return month ? of(month) : 0
    })
  return (
    <Card title="Month by month">
      {steps.length > 1 ? (
        <ColumnChart
          label="Awarded and paid out, month by month"
          steps={steps.map(shortMonthLabel)}
          series={[
            { label: 'Awarded', values: values(({ awarded }) => awarded), tone: 'accent' },
            { label: 'Paid out', values: values(({ paid }) => paid), tone: 'success' },
          ]}
          format={(pence) => formatPrice(pence, currency)}
        />
      ) : null}
      <Folded summary="The grant’s money, each month">
        <MonthTable
          caption="The grant’s money, month by month"
          months={months}
          currency={currency}
          figures={[
            ['Opening', ({ opening }) => opening],
            ['Put in', ({ fundedIn }) => fundedIn],
            ['Taken out', ({ takenOut }) => takenOut],
            ['Paid out', ({ paid }) => paid],
            ['Fees and VAT', ({ fees, vat }) => fees + vat],
            ['Closing', ({ closing }) => closing],
          ]}
        />
      </Folded>
      <Folded summary="In awards, each month">
        <MonthTable
          caption="The grant’s money in awards, month by month"
          months={months}
          currency={currency}
          figures={[
            ['In awards before', ({ openingInAwards }) => openingInAwards],
            ['Awarded', ({ awarded }) => awarded],
            ['Returned unused', ({ returned }) => returned],
            ['Paid out', ({ paid, paidLate }) => paid - paidLate],
            ['In awards at the end', ({ closingInAwards }) => closingInAwards],
            ['Held for approval', ({ closingHeld }) => closingHeld],
            ['Left', leftAtEnd],
          ]}
        />
      </Folded>
      {late > 0 ? (
        <p className="muted">
          {formatMoney(late, currency)} more was paid out after awards had ended, out of what was left.
        </p>
      ) : null}
    </Card>
  )
}

interface MonthTableProps {
  caption: string
  months: readonly Month[]
  currency: string
  figures: readonly [string, (month: Month) => number][]
}

function MonthTable({ caption, months, currency, figures }: MonthTableProps) {
  const columns: TableColumn<Month>[] = [
    { key: 'month', header: 'Month', cell: ({ month }) => <time dateTime={month}>{monthLabel(month)}</time> },
    ...figures.map(
      ([header, of]): TableColumn<Month> => ({
        ...{ key: header, header, numeric: true },
        cell: (month) => <Money pence={of(month)} currency={currency} />,
      }),
    ),
  ]
  return <DataTable compact="stacked" caption={caption} columns={columns} rows={months} rowKey={({ month }) => month} />
}
