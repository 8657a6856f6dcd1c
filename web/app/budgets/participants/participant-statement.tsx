import { type LoaderFunctionArgs, useLoaderData, useLocation } from 'react-router'
import { statementDays } from '#web/app/allowances/statement-period.server.ts'
import { StatementScreen } from '#web/app/allowances/statement-screen.tsx'
import { readId } from '#web/http/read-id.ts'
import { paths } from '#web/paths.ts'
import { getSession } from '#web/session/middleware.ts'
import { BackLink } from '#web/ui/kit/page-header.tsx'

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const session = getSession(context)
  const ids = { id: readId(params.id), participantId: readId(params.participantId) }
  const query = statementDays(new URL(request.url))
  return session.unwrap(await session.api.getParticipantStatement({ params: ids, query })).data
}

/** A participant's statement, as they see it themselves. */
export default function ParticipantStatement() {
  const statement = useLoaderData<typeof loader>()
  const { search } = useLocation()
  const { automationId, participantId } = statement
  return (
    <>
      <div>
        <BackLink to={paths.participant(automationId, participantId)} label="The participant" />
        <h2>Statement</h2>
      </div>
      <StatementScreen
        statement={statement}
        csv={`${paths.participantStatementCsv(automationId, participantId)}${search}`}
      />
    </>
  )
}
