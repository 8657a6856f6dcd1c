import type { LoaderFunctionArgs } from 'react-router'
import { webContext } from '#web/context.ts'
import { emailInFrame } from '#web/http/frame-policy.ts'
import { readId } from '#web/http/read-id.ts'
import { getSession, openSession, requireUser } from '#web/session/middleware.ts'

export const middleware = [openSession, requireUser]

/** The email of a draft as its first recipient would get it; nothing in it can be pressed. */
export async function loader({ params, context }: LoaderFunctionArgs) {
  const session = getSession(context)
  const email = await session.api.previewOrderEmail({ params: { id: readId(params.id) } })
  return emailInFrame(session.unwrap(email).data.html, context.get(webContext).nonce)
}
