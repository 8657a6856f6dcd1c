import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { businessNow } from '../../../business-time.ts'
import { webContext } from '../../../context.ts'
import { loadReports } from '../../../features/budgets/reports/load-reports.server.ts'
import { readReportPeriod } from '../../../features/budgets/reports/period.server.ts'
import { NoReports, ReportsScreen } from '../../../features/budgets/reports/reports-screen.tsx'
import { idOf } from '../../../http/id-of.ts'
import { sessionOf } from '../../../session/middleware.ts'

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const session = sessionOf(context)
  const id = idOf(params.id)
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
