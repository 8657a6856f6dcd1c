import type { LoaderFunctionArgs } from 'react-router'
import type { GrantReport } from '#contract/awards/grants.ts'
import { csvLine } from '#web/http/csv.ts'
import { readId } from '#web/http/read-id.ts'
import { getSession } from '#web/session/middleware.ts'
import { formatPoundsInput } from '#web/ui/kit/amount.ts'
import { awardStates } from '../labels.ts'
import { chosenLabel } from './report-labels.ts'
import { reportSpan } from './report-span.server.ts'

/** The report as the page shows it, in one file: what each row is of stands in its first column. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const session = getSession(context)
  const query = reportSpan(new URL(request.url))
  const report = session.unwrap(await session.api.getGrantReport({ params: { id: readId(params.id) }, query })).data
  return new Response(`\uFEFF${reportLines(report).map(csvLine).join('\r\n')}\r\n`, {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': 'attachment; filename="grant-report.csv"',
      'Cache-Control': 'no-store',
    },
  })
}

const head = [
  'Part',
  'Of',
  'Opening',
  'Put in',
  'Taken out',
  'Awarded',
  'Returned',
  'Paid out',
  'Fees',
  'VAT',
  'Closing',
  'Awards',
]

function reportLines({ months, rails, states }: GrantReport): string[][] {
  const pounds = formatPoundsInput
  const made = (part: string, of: string, row: { awards: number; amount: number; paid: number }) => [
    ...[part, of, '', '', '', pounds(row.amount), '', pounds(row.paid), '', '', '', `${row.awards}`],
  ]
  return [
    head,
    ...months.map((row) => [
      ...['Month', row.month, pounds(row.opening), pounds(row.fundedIn), pounds(row.takenOut), pounds(row.awarded)],
      ...[pounds(row.returned), pounds(row.paid), pounds(row.fees), pounds(row.vat), pounds(row.closing), ''],
    ]),
    ...rails.map((row) => made('Rail', chosenLabel(row.rail), row)),
    ...states.map((row) => made('State', awardStates[row.status].label, row)),
  ]
}
