import { type ActionFunctionArgs, redirect } from 'react-router'
import { operatorSessionOf } from '#web/operator/session.ts'
import { paths } from '#web/paths.ts'

/** No one is signed out by a link. */
export const loader = () => redirect(paths.operatorOverview)

export async function action({ context }: ActionFunctionArgs) {
  await operatorSessionOf(context).end()
  return redirect(paths.operatorSignIn, 303)
}
