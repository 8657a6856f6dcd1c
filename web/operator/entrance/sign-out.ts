import { type ActionFunctionArgs, redirect } from 'react-router'
import { getOperatorSession } from '#web/operator/session.ts'
import { paths } from '#web/paths.ts'

/** No one is signed out by a link. */
export const loader = () => redirect(paths.operatorOverview)

export async function action({ context }: ActionFunctionArgs) {
  await getOperatorSession(context).end()
  return redirect(paths.operatorSignIn, 303)
}
