import { type LoaderFunctionArgs, useLoaderData, useLocation } from 'react-router'
import { readId } from '#web/http/read-id.ts'
import { paths, withQuery } from '#web/paths.ts'
import { getSession } from '#web/session/middleware.ts'
import { LinkButton } from '#web/ui/kit/button.tsx'
import { PageHeader } from '#web/ui/kit/page-header.tsx'
import { statementDays } from './statement-period.server.ts'
import { StatementScreen } from './statement-screen.tsx'

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const session = getSession(context)
  const call = { params: { participantId: readId(params.participantId) }, query: statementDays(new URL(request.url)) }
  const [statement, allowances] = await Promise.all([
    session.api.getAllowanceStatement(call),
    session.api.listAllowances({ query: {} }),
  ])
  const { participantId } = call.params
  const mayLeave =
    allowances.ok &&
    allowances.value.data.some((each) => each.participantId === participantId && each.status !== 'ended')
  return { statement: session.unwrap(statement).data, mayLeave }
}

/** What the reader got of a budget, gave and got back. */
export default function OwnStatement() {
  const { statement, mayLeave } = useLoaderData<typeof loader>()
  const { search } = useLocation()
  return (
    <>
      <PageHeader
        title={`Statement of ${statement.name}`}
        lead="What you got to give, what you gave, and what came back."
        back={{ to: paths.allowances, label: 'Your allowances' }}
        actions={
          mayLeave ? (
            <LinkButton look="quiet" to={withQuery(paths.allowances, { leave: statement.participantId })}>
              Leave this budget
            </LinkButton>
          ) : null
        }
      />
      <StatementScreen statement={statement} csv={`${paths.allowanceStatementCsv(statement.participantId)}${search}`} />
    </>
  )
}
