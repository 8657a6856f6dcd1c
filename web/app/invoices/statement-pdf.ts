import { data, type LoaderFunctionArgs } from 'react-router'
import { getSession } from '#web/session/middleware.ts'
import { requireBills } from './billing.server.ts'
import { readStatementQuery, toApiQuery } from './statement.server.ts'

/** The statement of account as a PDF. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const session = getSession(context)
  const answer = await session.api.getAccountStatementPdf({
    params: { id: requireBills(session) },
    query: toApiQuery(readStatementQuery(request.url)),
  })
  if (!answer.ok && answer.problem.status === 422) throw data(null, { status: 422 })
  const { fileName, contentType, base64 } = session.unwrap(answer).data
  return new Response(Buffer.from(base64, 'base64'), {
    headers: {
      'Content-Type': contentType,
      'Content-Disposition': `attachment; filename="${fileName}"`,
      'Cache-Control': 'no-store',
    },
  })
}
