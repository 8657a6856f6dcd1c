import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { paths } from '#web/paths.ts'
import { getSession } from '#web/session/middleware.ts'
import { LinkButton } from '#web/ui/kit/button.tsx'
import { EmptyState } from '#web/ui/kit/empty-state.tsx'
import { PageHeader } from '#web/ui/kit/page-header.tsx'
import { AllowanceCard } from '../home/allowance-card.tsx'

export async function loader({ context }: LoaderFunctionArgs) {
  const session = getSession(context)
  const { data: allowances } = session.unwrap(await session.api.listAllowances())
  return { allowances, teamId: session.teamId }
}

/** All that the reader may give, of every budget they take part in. */
export default function Allowances() {
  const { allowances, teamId } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHeader title="Your allowances" lead="What each budget gives you to spend on gifts." />
      {allowances.map((allowance) => (
        <div className="stack" key={allowance.participantId}>
          <AllowanceCard allowance={allowance} isHere={allowance.teamId === teamId} />
        </div>
      ))}
      {allowances.length === 0 ? (
        <div className="card">
          <EmptyState
            picture="sprout"
            title="No allowance yet"
            action={
              <LinkButton look="quiet" to={paths.home}>
                Go home
              </LinkButton>
            }
          >
            When a team gives you a budget for gifts, you find it here.
          </EmptyState>
        </div>
      ) : null}
    </>
  )
}
