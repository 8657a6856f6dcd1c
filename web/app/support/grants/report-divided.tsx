import type { GrantReport } from '#contract/awards/grants.ts'
import { formatMoney } from '#kit/money.ts'
import { formatCount } from '#web/ui/format.ts'
import { BarList } from '#web/ui/kit/bar-list.tsx'
import { Card } from '#web/ui/kit/card.tsx'
import { DataTable, type TableColumn } from '#web/ui/kit/data-table.tsx'
import { Folded } from '#web/ui/kit/folded.tsx'
import { Money } from '#web/ui/kit/money.tsx'
import { type DividedLine, districtLines, householdLines, largestLines, reasonLines } from './report-labels.ts'

/** Awards that were issued of those made in these days: what they are for, who lives together, and where. */
export const Divided = ({ report }: { report: GrantReport }) => (
  <>
    <Division
      {...{ title: 'By reason', header: 'What it is for', of: 'what they are for', all: 'reasons' }}
      {...{ lines: reasonLines(report), currency: report.currency }}
    />
    <Division
      {...{ title: 'By household', header: 'Household', of: 'household', all: 'households' }}
      {...{ lines: householdLines(report), currency: report.currency }}
    />
    <Division
      {...{ title: 'By postcode district', header: 'District', of: 'postcode district', all: 'districts' }}
      {...{ lines: districtLines(report), currency: report.currency }}
      note="Districts in which fewer than five people were helped are together in “Other districts”. Awards are not divided by ward, which needs a table of postcodes that Posy does not have."
    />
  </>
)

/** The sum of a table’s other rows stands out from them. */
export const boldSum = <Row,>(columns: TableColumn<Row>[], isSum: (row: Row) => boolean): TableColumn<Row>[] =>
  columns.map((column) => ({
    ...column,
    cell: (row) => (isSum(row) ? <strong>{column.cell(row)}</strong> : column.cell(row)),
  }))

interface DivisionProps {
  title: string
  header: string
  of: string
  lines: readonly DividedLine[]
  currency: string
  /** What the lines are, in words. */
  all: string
  note?: string
}

/** The few with the most money, and all of them with what was paid out folded below. */
const Division = ({ title, header, of, all, lines, currency, note }: DivisionProps) => {
  const columns: TableColumn<DividedLine>[] = [
    { key: 'label', header, cell: ({ label }) => label },
    { key: 'awards', header: 'Awards', numeric: true, cell: ({ awards }) => formatCount(awards) },
    {
      ...{ key: 'amount', header: 'Awarded', numeric: true },
      cell: ({ amount }) => <Money pence={amount} currency={currency} />,
    },
    {
      ...{ key: 'paid', header: 'Paid out', numeric: true },
      cell: ({ paid }) => <Money pence={paid} currency={currency} />,
    },
  ]
  return (
    <Card title={title}>
      <BarList
        bars={largestLines(lines).map(({ key, label, amount }) => ({
          ...{ key, label, value: amount, text: formatMoney(amount, currency) },
        }))}
      />
      <Folded summary={`All ${all}, and what was paid out`}>
        <DataTable
          compact="stacked"
          caption={`Awards made in these days, by ${of}`}
          columns={boldSum(columns, ({ key }) => key === 'sum')}
          rows={lines}
          rowKey={({ key }) => key}
        />
        {note ? <p className="muted small">{note}</p> : null}
      </Folded>
    </Card>
  )
}
