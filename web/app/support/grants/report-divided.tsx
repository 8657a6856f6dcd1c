import type { GrantReport } from '#contract/awards/grants.ts'
import { plural } from '#web/ui/format.ts'
import { Card } from '#web/ui/kit/card.tsx'
import { DataTable, type TableColumn } from '#web/ui/kit/data-table.tsx'
import { Money } from '#web/ui/kit/money.tsx'
import styles from '../support.module.css'
import { type DividedLine, districtLines, householdLines, reasonLines } from './report-labels.ts'

/** Awards that were issued of those made in these days: what they are for, where their people live, and how long their money took. */
export const Divided = ({ report }: { report: GrantReport }) => (
  <>
    <Card title="By reason" flush>
      <Lines
        caption="Awards made in these days, by what they are for"
        header="What it is for"
        lines={reasonLines(report)}
        currency={report.currency}
      />
    </Card>
    <Card title="By household" flush>
      <Lines
        caption="Awards made in these days, by household"
        header="Household"
        lines={householdLines(report)}
        currency={report.currency}
      />
    </Card>
    <Card title="By postcode district" flush>
      <Lines
        caption="Awards made in these days, by postcode district"
        header="District"
        lines={districtLines(report)}
        currency={report.currency}
      />
      <p className={`muted ${styles.note}`}>
        Districts in which fewer than five people were helped are together in “Other districts”. Awards are not divided
        by ward, which needs a table of postcodes that Posy does not have.
      </p>
    </Card>
    <Card title="Days to cash">
      <p className="muted">{daysInWords(report)}</p>
    </Card>
  </>
)

const daysInWords = ({ toCash: { awards, averageDays } }: GrantReport): string =>
  averageDays === null
    ? 'Nothing of the awards made in these days has been paid out yet.'
    : `${plural(averageDays, 'day')} on average from when an award was issued until anything of it was paid out, over ${plural(awards, 'award')}.`

/** The sum of a table’s other rows stands out from them. */
export const boldSum = <Row,>(columns: TableColumn<Row>[], isSum: (row: Row) => boolean): TableColumn<Row>[] =>
  columns.map((column) => ({
    ...column,
    cell: (row) => (isSum(row) ? <strong>{column.cell(row)}</strong> : column.cell(row)),
  }))

interface LinesProps {
  caption: string
  header: string
  lines: readonly DividedLine[]
  currency: string
}

const Lines = ({ caption, header, lines, currency }: LinesProps) => {
  const columns: TableColumn<DividedLine>[] = [
    { key: 'label', header, cell: ({ label }) => label },
    { key: 'awards', header: 'Awards', numeric: true, cell: ({ awards }) => awards.toLocaleString('en-GB') },
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
    <DataTable
      compact="stacked"
      caption={caption}
      columns={boldSum(columns, ({ key }) => key === 'sum')}
      rows={lines}
      rowKey={({ key }) => key}
    />
  )
}
