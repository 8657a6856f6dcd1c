import type { LoaderFunctionArgs } from 'react-router'
import { csvLine } from '#web/http/csv.ts'
import { readId } from '#web/http/read-id.ts'
import { getSession } from '#web/session/middleware.ts'
import { reportLines } from './report-lines.ts'
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
