import { data, type LoaderFunctionArgs } from 'react-router'
import { csvLine } from '#web/http/csv.ts'
import { getSession } from '#web/session/middleware.ts'
import { paperNames, rateLabel } from './labels.ts'
import { readVat } from './statement.server.ts'

const HEAD = ['Tax point', 'Document', 'Number', 'Team', 'Rate', 'Net', 'VAT', 'Gross', 'Counts on', 'Note']
const pounds = (pence: number) => (pence / 100).toFixed(2)

/** The lines of a VAT summary as a file that spreadsheets open; what a credit note gives back is negative. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { summary } = await readVat(getSession(context), request.url)
  if (!summary) throw data(null, { status: 422 })
  const { from, until, lines, notYetInvoiced: open } = summary
  const rows = lines.map(({ date, late, countsOn, kind, number, teamName, rate, net, vat, gross }) =>
    [
      csvLine([date, paperNames[kind], number, teamName, rateLabel(rate)]),
      pounds(net),
      pounds(vat),
      pounds(gross),
      csvLine([countsOn, late ? `late, tax point ${date}` : '']),
    ].join(','),
  )
  if (open.count > 0)
    rows.push(
      [
        csvLine(['', 'Not yet invoiced', '', '', '']),
        pounds(open.net),
        pounds(open.vat),
        pounds(open.gross),
        csvLine(['', '']),
      ].join(','),
    )
  return new Response(`\ufeff${[csvLine(HEAD), ...rows].join('\r\n')}\r\n`, {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="vat-${from}-${until}.csv"`,
      'Cache-Control': 'no-store',
    },
  })
}
