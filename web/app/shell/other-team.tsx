import { Form, Link, type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router'
import { paths } from '#web/paths.ts'
import { getSession } from '#web/session/middleware.ts'
import { safePath } from '#web/session/safe-path.ts'
import { SubmitButton } from '#web/ui/kit/button.tsx'
import { EmptyState } from '#web/ui/kit/empty-state.tsx'
import { openedIn, otherTeams } from './other-team.server.ts'

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url)
  const next = safePath(searchParams.get('next'))
  const wanted = searchParams.get('team')
  const { currentName, others, beyond } = await otherTeams(getSession(context))
  const teams = wanted ? others.filter(({ id }) => id === wanted) : beyond
  if (teams.length === 0) throw redirect(next, 303)
  const isKnown = wanted !== null
  return {
    teams: teams.map(({ id, name }) => ({ id, name, next: isKnown ? next : openedIn(next, id) })),
    currentName,
    isKnown,
  }
}

/** What was asked for is of another of the reader's teams, or may be. */
export default function OtherTeam() {
  const { teams, currentName, isKnown } = useLoaderData<typeof loader>()
  const [first] = teams
  const title = isKnown ? `This is in ${first!.name}` : currentName ? `Not found in ${currentName}` : 'Not found here'
  return (
    <div className="card">
      <title>{`${title} · Posy`}</title>
      <EmptyState
        picture="dandelion"
        level={1}
        title={title}
        action={
          <div className="row">
            {teams.map(({ id, name, next }) => (
              // As a whole page: whether it is there is known by its status.
              <Form key={id} method="post" action={paths.switchTeam} reloadDocument>
                <input type="hidden" name="teamId" value={id} />
                <input type="hidden" name="next" value={next} />
                <SubmitButton look={isKnown ? 'primary' : 'quiet'}>Open it in {name}</SubmitButton>
              </Form>
            ))}
          </div>
        }
      >
        {isKnown
          ? `${currentName ? `You are in ${currentName} now. ` : ''}Opening it makes ${first!.name} the team that you act in.`
          : 'It may have been removed, or belong to another of your teams. Opening it in one makes that the team that you act in.'}{' '}
        <Link to={paths.home}>Go home</Link>
      </EmptyState>
    </div>
  )
}
