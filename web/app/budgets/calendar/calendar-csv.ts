import { data, type LoaderFunctionArgs } from 'react-router'
import { isoCurrency } from '#kit/currency.ts'
import { csvLine } from '#web/http/csv.ts'
import { getSession } from '#web/session/middleware.ts'
import { CALENDAR_MONTHS, coveredLook } from '../labels.ts'
import { runFull } from '../run-dates.ts'

const HEAD = ['Date', 'In London', 'Budget', 'Covered', 'Currency', 'As things stand', 'Likely', 'At most']
const pounds = (pence: number) => (pence / 100).toFixed(2)

/** The runs of the calendar, as a file that spreadsheets open. */
export async function loader({ context }: LoaderFunctionArgs) {
  const session = getSession(context)
  if (!session.can(['view-automated-budget', 'create-automated-budget'])) throw data(null, { status: 403 })
  const { runs, from } = session.unwrap(await session.api.getRunCalendar({ query: { months: CALENDAR_MONTHS } })).data
  const rows = runs.map(({ date, name, currency, cost, likelyCost, mostCost, ...run }) =>
    [
      csvLine([date, runFull(date), name, coveredLook(run).word, isoCurrency(currency)]),
      pounds(cost),
      likelyCost === null ? '' : pounds(likelyCost),
      pounds(mostCost),
    ].join(','),
  )
  return new Response(`\ufeff${[csvLine(HEAD), ...rows].join('\r\n')}\r\n`, {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="runs-from-${from.slice(0, 10)}.csv"`,
      'Cache-Control': 'no-store',
    },
  })
}
