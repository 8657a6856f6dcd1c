import { type ActionFunctionArgs, redirect } from 'react-router'
import { paths } from '#web/paths.ts'
import { getSession } from '#web/session/middleware.ts'

export const loader = () => redirect(paths.twoStep)

/** What one of the reader's passkeys signs in place of a code. */
export async function action({ context }: ActionFunctionArgs) {
  const session = getSession(context)
  return Response.json(session.unwrap(await session.api.challengePasskey({ params: { id: session.user!.id } })).data)
}
