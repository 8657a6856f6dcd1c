import { type ActionFunctionArgs, redirect } from 'react-router'
import { idOf } from '#web/http/id-of.ts'
import { paths } from '#web/paths.ts'
import { sessionOf } from '#web/session/middleware.ts'
import { safePath } from '#web/session/safe-path.ts'

export const loader = () => redirect(paths.home)

/** Puts an announcement away. One that is over meanwhile is away already. */
export async function action({ request, context }: ActionFunctionArgs) {
  const session = sessionOf(context)
  if (!session.user) throw redirect(session.signInPath(), 303)
  const form = await request.formData()
  await session.api.dismissAnnouncement({ params: { id: idOf(String(form.get('id'))) } })
  return redirect(safePath(form.get('next')), 303)
}
