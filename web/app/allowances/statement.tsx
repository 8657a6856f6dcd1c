import { type LoaderFunctionArgs, useLoaderData, useLocation } from 'react-router'
import { readId } from '#web/http/read-id.ts'
import { paths } from '#web/paths.ts'
import { getSession } from '#web/session/middleware.ts'
import { PageHeader } from '#web/ui/kit/page-header.tsx'
import { statementDays } from './statement-period.server.ts'
import { StatementScreen } from './statement-screen.tsx'

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const session = getSession(context)
  const call = { params: { participantId: readId(params.participantId) }, query: statementDays(new URL(request.url)) }
  return session.unwrap(await session.api.getAllowanceStatement(call)).data
}

/** What the reader got of a budget, gave and got back. */
export default function OwnStatement() {
  const statement = useLoaderData<typeof loader>()
  const { search } = useLocation()
  return (
    <>
      <PageHeader
        title={`Statement of ${statement.name}`}
        lead="What you got to give, what you gave, and what came back."
        back={{ to: paths.allowances, label: 'Your allowances' }}
      />
      <StatementScreen statement={statement} csv={`${paths.allowanceStatementCsv(statement.participantId)}${search}`} />
    </>
  )
}
