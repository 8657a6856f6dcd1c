import { data, type LoaderFunctionArgs } from 'react-router'
import { getSession } from '#web/session/middleware.ts'
import { readVat } from './statement.server.ts'
import { vatCsv } from './vat-lines.ts'

/** The lines of a VAT summary as a file. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { summary } = await readVat(getSession(context), request.url)
  if (!summary) throw data(null, { status: 422 })
  return new Response(vatCsv(summary), {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="vat-${summary.from}-${summary.until}.csv"`,
      'Cache-Control': 'no-store',
    },
  })
}
