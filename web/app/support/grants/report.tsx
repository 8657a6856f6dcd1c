import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { readId } from '#web/http/read-id.ts'
import { getSession } from '#web/session/middleware.ts'
import { reportSpan } from './report-span.server.ts'
import { ReportView } from './report-view.tsx'

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const session = getSession(context)
  const query = reportSpan(new URL(request.url))
  const report = session.unwrap(await session.api.getGrantReport({ params: { id: readId(params.id) }, query })).data
  return { report, query }
}

export default function GrantReportScreen() {
  return <ReportView {...useLoaderData<typeof loader>()} />
}
