import { type ActionFunctionArgs, redirect } from 'react-router'
import { exactText, readForm, text } from '#web/http/read-form.ts'
import { paths } from '#web/paths.ts'
import { getSession } from '#web/session/middleware.ts'
import { safePath } from '#web/session/safe-path.ts'

export const loader = () => redirect(paths.home)

/** Acts in another of the reader's teams from now on, and goes where the form says. */
export async function action({ request, context }: ActionFunctionArgs) {
  const session = getSession(context)
  if (!session.user) throw redirect(session.signInPath(), 303)
  const { teamId, next } = readForm(await request.formData(), { teamId: text, next: exactText })
  if (await session.actIn(teamId)) return redirect(safePath(next), 303)
  return session.redirect(paths.home, 'You can no longer act in that team.', 'danger')
}
