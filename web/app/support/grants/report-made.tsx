import type { GrantReport } from '#contract/awards/grants.ts'
import { formatMoney } from '#kit/money.ts'
import { formatCount, plural } from '#web/ui/format.ts'
import { BarList } from '#web/ui/kit/bar-list.tsx'
import { Card } from '#web/ui/kit/card.tsx'
import { DataTable, type TableColumn } from '#web/ui/kit/data-table.tsx'
import { Folded } from '#web/ui/kit/folded.tsx'
import { Money } from '#web/ui/kit/money.tsx'
import { boldSum } from './report-divided.tsx'
import { type MadeLine, madeLines, paidByLabel, requestLines } from './report-labels.ts'

/** Awards made in these days as they stand now, and what of each kind was paid out. */
export const Made = ({ report }: { report: GrantReport }) => {
  const { currency } = report
  const lines = madeLines(report)
  const sum = lines.at(-1)
  const money = (key: 'amount' | 'paid' | 'unused' | 'open', header: string): TableColumn<MadeLine> => ({
    ...{ key, header, numeric: true },
    cell: (line) => <Money pence={line[key]} currency={currency} />,
  })
  const columns: TableColumn<MadeLine>[] = [
    { key: 'state', header: 'State now', cell: ({ label }) => label },
    { key: 'awards', header: 'Awards', numeric: true, cell: ({ awards }) => formatCount(awards) },
    money('amount', 'Awarded'),
    money('paid', 'Paid out'),
    money('unused', 'Ended unused'),
    money('open', 'Not yet used'),
  ]
  const bought = report.states.find(({ status }) => status === 'code-generated')?.paid ?? 0
  return (
    <Card title="Awards made in these days">
      {sum ? (
        <>
          <p>
            {plural(sum.awards, 'award')}, {formatMoney(sum.amount, currency)}. {daysToCash(report)}
          </p>
          <BarList
            bars={[
              { key: 'paid', label: 'Paid out', value: sum.paid },
              { key: 'open', label: 'Not yet used', value: sum.open },
              { key: 'unused', label: 'Ended unused', value: sum.unused },
            ].map((bar) => ({ ...bar, text: formatMoney(bar.value, currency) }))}
          />
          <Folded summary="Each state they are in">
            <DataTable
              compact="stacked"
              caption="Awards made in these days, by state"
              columns={boldSum(columns, ({ isSum }) => isSum)}
              rows={lines}
              rowKey={({ label }) => label}
            />
            {bought > 0 ? (
              <p className="muted">
                Vouchers and energy are paid for as their code is made: {formatMoney(bought, currency)} of “Code made”.
              </p>
            ) : null}
          </Folded>
        </>
      ) : null}
      <NeverIssued report={report} />
    </Card>
  )
}

const daysToCash = ({ toCash: { awards, averageDays } }: GrantReport): string =>
  averageDays === null
    ? 'Nothing of them has been paid out yet.'
    : `${plural(averageDays, 'day')} on average from when an award was issued until anything of it was paid out, over ${plural(awards, 'award')}.`

/** What was asked for in these days and never became an award: in no sum of awards. */
const NeverIssued = ({ report }: { report: GrantReport }) => {
  const lines = requestLines(report)
  if (lines.length === 0) return null
  return (
    <p className="muted">
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

/** What each way paid out in these days: together it is what the statement has. */
export const PaidBy = ({ report: { paidBy, currency } }: { report: GrantReport }) => {
  const sum = paidBy.reduce((all, { paid }) => all + paid, 0)
  const bars = paidBy
    .toSorted((one, other) => other.paid - one.paid)
    .map(({ rail, paid }) => {
      const label = paidByLabel(rail)
      return { key: label, label, value: paid, text: formatMoney(paid, currency) }
    })
  return (
    <Card title="Paid out, by way">
      {bars.length ? (
        <>
          <BarList bars={bars} />
          <p className="muted">{formatMoney(sum, currency)} in total, as in “Paid out” above.</p>
        </>
      ) : (
        <p className="muted">Nothing was paid out in these days.</p>
      )}
    </Card>
  )
}
