import { type ActionFunctionArgs, redirect } from 'react-router'
import { exactText, id, readForm } from '#web/http/read-form.ts'
import { paths } from '#web/paths.ts'
import { getSession } from '#web/session/middleware.ts'
import { safePath } from '#web/session/safe-path.ts'

export const loader = () => redirect(paths.home)

/** Puts an announcement away. One that is over meanwhile is away already. */
export async function action({ request, context }: ActionFunctionArgs) {
  const session = getSession(context)
  if (!session.user) throw redirect(session.signInPath(), 303)
  const { next, ...params } = readForm(await request.formData(), { id, next: exactText })
  await session.api.dismissAnnouncement({ params })
  return redirect(safePath(next), 303)
}
