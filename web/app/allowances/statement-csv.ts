import type { LoaderFunctionArgs } from 'react-router'
import { readId } from '#web/http/read-id.ts'
import { getSession } from '#web/session/middleware.ts'
import { statementFile } from './statement-file.server.ts'
import { statementDays } from './statement-period.server.ts'

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const session = getSession(context)
  const call = { params: { participantId: readId(params.participantId) }, query: statementDays(new URL(request.url)) }
  return statementFile(session.unwrap(await session.api.getAllowanceStatement(call)).data)
}
