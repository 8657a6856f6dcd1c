import { type LoaderFunctionArgs, redirect } from 'react-router'
import { webContext } from '#web/context.ts'
import { paths } from '#web/paths.ts'
import { grantBySso } from '#web/session/grants.ts'
import { getSession } from '#web/session/middleware.ts'
import { toFormFailure } from '#web/ui/kit/failure.ts'
import { finishSignIn } from './finish-sign-in.server.ts'
import { providerNames } from './labels.ts'
import { providerNamed, readSignIn, storeSignIn } from './sign-in-cookie.server.ts'

/** Where Google or Microsoft sends the browser back to. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const page = context.get(webContext)
  const session = getSession(context)
  const provider = providerNamed(page, params.provider)
  const brought = new URL(request.url).searchParams
  const kept = readSignIn(request, page)
  const [code, state, iss] = ['code', 'state', 'iss'].map((name) => brought.get(name))
  const back = (to: string, text: string, tone: 'info' | 'danger' = 'danger') => {
    session.flash(text, tone)
    return redirect(to, { headers: storeSignIn(page, null) })
  }
  const start = session.user ? paths.profile : paths.signIn
  // Only the browser that began it may end it: no one is signed in to someone else's account by a link.
  if (!kept || kept.provider !== provider || kept.state !== state)
    return back(start, 'That sign-in took too long, or began in another browser. Please start again.')
  if (!code) return back(start, `You have not signed in with ${providerNames[provider]}. Nothing has changed.`, 'info')
  const granted = await grantBySso(page, {
    identityProvider: provider,
    code,
    state,
    device: session.device(),
    redirectUri: `${page.publicUrl}${paths.ssoReturn(provider)}`,
    ...(iss ? { iss } : {}),
    ...(kept.planId ? { planId: kept.planId, termsAccepted: kept.termsAccepted === true } : {}),
  })
  const onward = await finishSignIn({ page, session, kept, granted })
  if (onward instanceof Response) return onward
  const { status, message } = toFormFailure(onward)
  if (status === 404 && !kept.planId)
    return back(paths.signUp, `${message} Choose a plan and continue with ${providerNames[provider]} again.`, 'info')
  return back(start, message)
}
