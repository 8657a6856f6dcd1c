import { type LoaderFunctionArgs, redirect } from 'react-router'
import { apiAs } from '#web/api.ts'
import { webContext } from '#web/context.ts'
import { paths } from '#web/paths.ts'
import { getSession } from '#web/session/middleware.ts'
import { safePath } from '#web/session/safe-path.ts'
import { toFormFailure } from '#web/ui/kit/failure.ts'
import { providerNamed, storeSignIn } from './sign-in-cookie.server.ts'

/** Sends the browser to Google or Microsoft. Anyone who is signed in links another way into their account. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const page = context.get(webContext)
  const session = getSession(context)
  const provider = providerNamed(page, params.provider)
  const asked = new URL(request.url).searchParams
  const planId = asked.get('plan')
  // Only our own page has shown the plan and the terms: a link from elsewhere agrees to nothing.
  if (planId && request.headers.get('sec-fetch-site') !== 'same-origin') return redirect(paths.signUpFor(planId))
  const api = session.user ? session.api : apiAs(page)
  const redirectUri = `${page.publicUrl}${paths.ssoReturn(provider)}`
  const answer = await api.createAuthoriseUrl({ body: { provider, redirectUri } })
  if (!answer.ok) {
    session.flash(toFormFailure(answer.problem).message, 'danger')
    return redirect(session.user ? paths.profile : paths.signIn)
  }
  const { authoriseUrl } = answer.value.data
  const kept = {
    provider,
    state: new URL(authoriseUrl).searchParams.get('state') ?? '',
    next: safePath(asked.get('next')),
    ...(planId ? { planId, termsAccepted: asked.get('terms') === 'agreed' } : {}),
  }
  return redirect(authoriseUrl, { headers: storeSignIn(page, kept) })
}
