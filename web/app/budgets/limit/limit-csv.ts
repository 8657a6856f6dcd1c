import { data, type LoaderFunctionArgs } from 'react-router'
import { isoCurrency } from '#kit/currency.ts'
import { csvLine } from '#web/http/csv.ts'
import { getSession } from '#web/session/middleware.ts'

const MOST = 1000
const HEAD = ['Email', 'Name', 'Currency', 'Paid', 'Can still be paid']
const pounds = (pence: number) => (pence / 100).toFixed(2)

/** What each person was paid this tax year, as a file that spreadsheets open. */
export async function loader({ context }: LoaderFunctionArgs) {
  const session = getSession(context)
  if (!session.can(['view-automated-budget', 'create-automated-budget'])) throw data(null, { status: 403 })
  const { people, from } = session.unwrap(await session.api.getAllowanceLimit({ query: { limit: MOST } })).data
  const rows = people.map(({ email, name, currency, paid, left }) =>
    [csvLine([email, name ?? '', isoCurrency(currency)]), pounds(paid), left === null ? '' : pounds(left)].join(','),
  )
  return new Response(`\ufeff${[csvLine(HEAD), ...rows].join('\r\n')}\r\n`, {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="paid-since-${from.slice(0, 10)}.csv"`,
      'Cache-Control': 'no-store',
    },
  })
}
