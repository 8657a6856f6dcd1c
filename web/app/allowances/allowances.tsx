import { type ActionFunctionArgs, Link, type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router'
import type { Allowance } from '#contract/budgets/participants.ts'
import { formatMoney } from '#kit/money.ts'
import { readForm, text } from '#web/http/read-form.ts'
import { readId } from '#web/http/read-id.ts'
import { paths, withQuery } from '#web/paths.ts'
import { getSession } from '#web/session/middleware.ts'
import { LinkButton } from '#web/ui/kit/button.tsx'
import { ConfirmDialog } from '#web/ui/kit/confirm-dialog.tsx'
import { EmptyState } from '#web/ui/kit/empty-state.tsx'
import { Notice } from '#web/ui/kit/notice.tsx'
import { PageHeader } from '#web/ui/kit/page-header.tsx'
import { AllowanceCard } from '../home/allowance-card.tsx'
import { allowancesOver } from '../home/allowances-over.ts'
import { leave } from './leave.server.ts'

export async function loader({ request, context }: LoaderFunctionArgs) {
  const session = getSession(context)
  const [current, past] = await Promise.all([
    session.api.listAllowances({ query: {} }),
    session.api.listAllowances({ query: { over: 'true' } }),
  ])
  const { data: allowances } = session.unwrap(current)
  const asked = new URL(request.url).searchParams.get('leave')
  const leaving = allowances.find(({ participantId }) => participantId === asked) ?? null
  return { allowances, over: allowancesOver(past.ok ? past.value.data : [], null), leaving, teamId: session.teamId }
}

export async function action({ request, context }: ActionFunctionArgs) {
  const session = getSession(context)
  if (!session.user) return redirect(session.signInPath(), 303)
  const { participant } = readForm(await request.formData(), { participant: text })
  return leave(session, readId(participant))
}

/** All that the reader may give, of every budget they take part in. */
export default function Allowances() {
  const { allowances, over, leaving, teamId } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHeader title="Your allowances" lead="What each budget gives you to spend on gifts." />
      {allowances.map((allowance) => (
        <div className="stack" key={allowance.participantId}>
          <AllowanceCard
            allowance={allowance}
            isHere={allowance.teamId === teamId}
            leaveAt={withQuery(paths.allowances, { leave: allowance.participantId })}
          />
        </div>
      ))}
      {over.map(({ key, title, text, action }) => (
        <Notice key={key} title={title}>
          {text} {action ? <Link to={action.to}>{action.label}</Link> : null}
        </Notice>
      ))}
      {leaving ? <LeaveDialog allowance={leaving} /> : null}
      {allowances.length === 0 && over.length === 0 ? (
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

/** Names what goes back: nothing brings them in again but a new invite. */
const LeaveDialog = ({
  allowance: { participantId, name, teamName, available, currency },
}: {
  allowance: Allowance
}) => (
  <ConfirmDialog
    title={`Leave ${name}?`}
    confirm={`Leave ${name}`}
    fields={{ participant: participantId }}
    closeTo={paths.allowances}
  >
    {available > 0
      ? `${formatMoney(available, currency)} that you have not spent goes back to ${teamName} at once. `
      : ''}
    Gifts that you sent stay valid, and you still see them; money that comes back from them goes to {teamName}.{' '}
    {teamName} is told, and only a new invite brings you in again.
  </ConfirmDialog>
)
