import { data, type LoaderFunctionArgs } from 'react-router'
import { isoCurrency } from '#kit/currency.ts'
import { csvLine } from '#web/http/csv.ts'
import { getSession } from '#web/session/middleware.ts'
import { readStatement } from './statement.server.ts'

/** As the papers of a period have it. */
const HEAD = ['Currency', 'Date', 'Kind', 'Number', 'Description', 'Added', 'Taken off', 'Owed', 'In your favour']

/** An amount in one of two columns, so that none is negative: spreadsheets then sum them, and take none for a formula. */
const either = (pence: number): [string, string] =>
  pence < 0 ? ['', (-pence / 100).toFixed(2)] : [(pence / 100).toFixed(2), '']

/** The statement of account as a file that spreadsheets open. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { statement } = await readStatement(getSession(context), request.url)
  if (!statement) throw data(null, { status: 422 })
  const { from, until, currency, opening, closing, lines } = statement
  const code = isoCurrency(currency)
  const rows = [
    HEAD,
    [code, from, 'opening', '', 'Opening balance', '', '', ...either(opening)],
    ...lines.map(({ date, kind, number, description, amount, balance }) => [
      code,
      date,
      kind,
      number,
      description,
      ...either(amount),
      ...either(balance),
    ]),
    [code, until, 'closing', '', 'Closing balance', '', '', ...either(closing)],
  ]
  return new Response(`\ufeff${rows.map(csvLine).join('\r\n')}\r\n`, {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="statement-${from}-${until}.csv"`,
      'Cache-Control': 'no-store',
    },
  })
}
