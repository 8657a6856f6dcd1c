import { data, type LoaderFunctionArgs } from 'react-router'
import { ReportName } from '#contract/reports/budget-reports.ts'
import { businessNow } from '#web/business-time.ts'
import { webContext } from '#web/context.ts'
import { readId } from '#web/http/read-id.ts'
import { getSession } from '#web/session/middleware.ts'
import { readReportPeriod } from './period.server.ts'

/** A report of the period that the page showed, as a file. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const session = getSession(context)
  const id = readId(params.id)
  const { searchParams } = new URL(request.url)
  const report = ReportName.safeParse(params.report)
  if (!report.success) throw data(null, { status: 404 })
  const [found, now] = await Promise.all([
    session.api.getBudget({ params: { id } }),
    businessNow(context.get(webContext)),
  ])
  const { startedAt, dateCreated } = session.unwrap(found).data
  const { first, last } = readReportPeriod(searchParams, startedAt ?? dateCreated, now.toISOString())
  const format = searchParams.get('format') === 'xlsx' ? 'xlsx' : 'csv'
  const file = session.unwrap(
    await session.api.downloadReport({
      params: { id, report: report.data },
      query: { from: first, until: last, format },
    }),
  ).data
  return new Response(Buffer.from(file.content, 'base64'), {
    headers: {
      'Content-Type': file.contentType,
      'Content-Disposition': `attachment; filename="${file.fileName}"`,
      'Cache-Control': 'no-store',
    },
  })
}
