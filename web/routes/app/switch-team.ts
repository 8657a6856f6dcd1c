import { type ActionFunctionArgs, redirect } from 'react-router'
import { isPass } from '#client/result.ts'
import { sessionOf } from '../../session/middleware.ts'

export const loader = () => redirect('/home')

/** Acts in another of the reader's teams from now on. */
export async function action({ request, context }: ActionFunctionArgs) {
  const session = sessionOf(context)
  if (!session.user) throw redirect(session.signInPath(), 303)
  const teamId = String((await request.formData()).get('teamId'))
  const result = await session.api.switchTeam({ params: { id: session.user.id }, body: { teamId } })
  if (isPass(result)) {
    session.keep(result.pass.data)
    session.remember(teamId)
  } else session.flash('You cannot act in that team any more.', 'danger')
  return redirect('/home', 303)
}
