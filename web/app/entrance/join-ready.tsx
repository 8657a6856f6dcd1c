import { Form, type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router'
import { paths } from '#web/paths.ts'
import { getSession } from '#web/session/middleware.ts'
import { LinkButton, SubmitButton } from '#web/ui/kit/button.tsx'
import { usePolling } from '#web/ui/use-polling.ts'
import styles from './entrance.module.css'

/** Where someone waits for the team that a budget makes for them, once they have accepted its invite. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const session = getSession(context)
  if (!session.user) throw redirect(session.signInPath())
  const budgetId = new URL(request.url).searchParams.get('budget')
  const { teams } = session.unwrap(await session.api.getTeamsOfUser({ params: { userId: session.user.id } }))
  const team = teams.find((each) => each.team.automationId === budgetId)?.team
  return { firstName: session.user.firstName, budgetId, team: team ? { id: team.id, name: team.name } : null }
}

export default function JoinReady() {
  const { firstName, budgetId, team } = useLoaderData<typeof loader>()
  usePolling(team === null)
  return (
    <>
      <title>Your gift budget · Posy</title>
      <h1>{firstName ? `You are in, ${firstName}` : 'You are in'}</h1>
      <div className="stack" role="status">
        {team ? (
          <p className={styles.lead}>“{team.name}” is ready. Send your first gift.</p>
        ) : (
          <p className={styles.lead}>We are making your budget ready. It takes a few seconds.</p>
        )}
      </div>
      {team ? (
        <Form method="post" action={paths.switchTeam}>
          <input type="hidden" name="teamId" value={team.id} />
          <SubmitButton className={styles.wide}>Open my budget</SubmitButton>
        </Form>
      ) : (
        <LinkButton to={paths.joinReady(budgetId)} look="quiet" reloadDocument>
          Check again
        </LinkButton>
      )}
    </>
  )
}
