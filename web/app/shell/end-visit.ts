import { type ActionFunctionArgs, redirect } from 'react-router'
import { paths } from '#web/paths.ts'
import { getSession } from '#web/session/middleware.ts'

/** No visit ends by a link. */
export const loader = () => redirect(paths.home)

/** Back to the customer in the console. */
export async function action({ context }: ActionFunctionArgs) {
  const session = getSession(context)
  const teamId = session.isVisit ? session.teamId : null
  if (session.isVisit) await session.endVisit()
  return redirect(teamId ? paths.operatorCustomer(teamId) : paths.operator, 303)
}
