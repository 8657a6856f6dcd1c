import type { LoaderFunctionArgs } from 'react-router'
import { webContext } from '#web/context.ts'
import { getSession } from '#web/session/middleware.ts'
import { readReportWish } from './read-report.server.ts'

/** The report that the page showed, as a file. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const session = getSession(context)
  const url = new URL(request.url)
  const { call } = await readReportWish(session, context.get(webContext), url, params.by)
  const format = url.searchParams.get('format') === 'xlsx' ? 'xlsx' : 'csv'
  const answer = await session.api.downloadSpendingReport({ ...call, query: { ...call.query, format } })
  const file = session.unwrap(answer).data
  return new Response(Buffer.from(file.content, 'base64'), {
    headers: {
      'Content-Type': file.contentType,
      'Content-Disposition': `attachment; filename="${file.fileName}"`,
      'Cache-Control': 'no-store',
    },
  })
}
