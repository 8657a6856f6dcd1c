import { type ActionFunctionArgs, redirect } from 'react-router'
import { sessionOf } from '../../session/middleware.ts'

/** Nobody is signed out by a link. */
export const loader = () => redirect('/home')

export async function action({ context }: ActionFunctionArgs) {
  await sessionOf(context).end()
  return redirect('/sign-in', 303)
}
