import type { AllowanceStatement } from '#contract/budgets/allowance-statement.ts'
import { isoCurrency } from '#kit/currency.ts'
import { runFull } from '#web/app/budgets/run-dates.ts'
import { csvLine } from '#web/http/csv.ts'
import { movementLabel } from './movement-labels.ts'

const HEAD = ['Date', 'In London', 'What', 'Currency', 'Amount', 'To give after', 'Gift', 'For']
const pounds = (pence: number) => (pence / 100).toFixed(2)

/** A statement as a file that spreadsheets open. */
export function statementFile({ currency, from, until, lines }: AllowanceStatement): Response {
  const rows = lines.map((line) =>
    [
      csvLine([line.at, runFull(line.at), movementLabel(line, currency), isoCurrency(currency)]),
      pounds(line.amount),
      pounds(line.balance),
      csvLine([line.gift?.name ?? '', line.gift?.recipient ?? '']),
    ].join(','),
  )
  return new Response(`\ufeff${[csvLine(HEAD), ...rows].join('\r\n')}\r\n`, {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="allowance-${from}-${until}.csv"`,
      'Cache-Control': 'no-store',
    },
  })
}
