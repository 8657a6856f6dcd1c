import { type LoaderFunctionArgs, redirect } from 'react-router'
import { apiAs } from '#web/api.ts'
import { webContext } from '#web/context.ts'
import { paths } from '#web/paths.ts'
import { getSession } from '#web/session/middleware.ts'
import { safePath } from '#web/session/safe-path.ts'
import { toFormFailure } from '#web/ui/kit/failure.ts'
import { storeSignIn } from '../sign-in-cookie.server.ts'

/** Where a team's people start, also from a tile of their provider's: sends the browser there with a request of ours. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const page = context.get(webContext)
  const session = getSession(context)
  const api = apiAs(page)
  const started = await api.beginSamlSignIn({ body: { teamId: params.teamId! } })
  if (!started.ok) {
    const { status, message } = toFormFailure(started.problem)
    const isUnknown = status === 404 || status === 422
    session.flash(isUnknown ? 'SSO is not set up, or switched off, at this address.' : message, 'danger')
    return redirect(paths.signIn)
  }
  const { url, state } = started.value.data
  const next = safePath(new URL(request.url).searchParams.get('next'))
  return redirect(url, { headers: storeSignIn(page, { provider: 'saml', state, next }) })
}
