import { type ActionFunctionArgs, redirect } from 'react-router'
import { paths } from '#web/paths.ts'
import { getSession } from '#web/session/middleware.ts'

/** No one is signed out by a link. */
export const loader = () => redirect(paths.home)

export async function action({ context }: ActionFunctionArgs) {
  await getSession(context).end()
  return redirect(paths.signIn, 303)
}
