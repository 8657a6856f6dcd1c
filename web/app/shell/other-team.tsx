import { Form, Link, type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router'
import { paths } from '#web/paths.ts'
import { getSession } from '#web/session/middleware.ts'
import { safePath } from '#web/session/safe-path.ts'
import { SubmitButton } from '#web/ui/kit/button.tsx'
import { EmptyState } from '#web/ui/kit/empty-state.tsx'
import { findOtherTeam } from './other-team.server.ts'

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url)
  const next = safePath(searchParams.get('next'))
  const team = await findOtherTeam(getSession(context), searchParams.get('team'))
  if (!team) throw redirect(next, 303)
  return { team, next }
}

/** What was asked for is of another of the reader's teams. */
export default function OtherTeam() {
  const { team, next } = useLoaderData<typeof loader>()
  return (
    <div className="card">
      <title>{`This is in ${team.name} · Posy`}</title>
      <EmptyState
        picture="dandelion"
        level={1}
        title={`This is in ${team.name}`}
        action={
          <Form method="post" action={paths.switchTeam}>
            <input type="hidden" name="teamId" value={team.id} />
            <input type="hidden" name="next" value={next} />
            <SubmitButton>Open it in {team.name}</SubmitButton>
          </Form>
        }
      >
        {team.currentName ? `You are in ${team.currentName} now. ` : ''}Opening it makes {team.name} the team that you
        act in. <Link to={paths.home}>Go home</Link>
      </EmptyState>
    </div>
  )
}
