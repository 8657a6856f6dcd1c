import type { LoaderFunctionArgs } from 'react-router'
import { statementFile } from '#web/app/allowances/statement-file.server.ts'
import { statementDays } from '#web/app/allowances/statement-period.server.ts'
import { readId } from '#web/http/read-id.ts'
import { getSession } from '#web/session/middleware.ts'

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const session = getSession(context)
  const ids = { id: readId(params.id), participantId: readId(params.participantId) }
  const query = statementDays(new URL(request.url))
  return statementFile(session.unwrap(await session.api.getParticipantStatement({ params: ids, query })).data)
}
