import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { businessNow } from '#web/business-time.ts'
import { webContext } from '#web/context.ts'
import { readId } from '#web/http/read-id.ts'
import { getSession } from '#web/session/middleware.ts'
import { loadReports } from './load-reports.server.ts'
import { readReportPeriod } from './period.server.ts'
import { NoReports, ReportsScreen } from './reports-screen.tsx'

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const session = getSession(context)
  const id = readId(params.id)
  const { searchParams } = new URL(request.url)
  const [found, now] = await Promise.all([
    session.api.getBudget({ params: { id } }),
    businessNow(context.get(webContext)),
  ])
  const { startedAt } = session.unwrap(found).data
  if (!startedAt) return null
  const period = readReportPeriod(searchParams, startedAt, now.toISOString())
  return loadReports(session, id, period, Number(searchParams.get('people')) || 1)
}

export default function Reports() {
  const reports = useLoaderData<typeof loader>()
  return reports ? <ReportsScreen {...reports} /> : <NoReports />
}
