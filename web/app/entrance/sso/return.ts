import { type LoaderFunctionArgs, redirect } from 'react-router'
import { ApiError, type CallError } from '#client/errors.ts'
import { isPass } from '#client/result.ts'
import type { ErrorDetail } from '#contract/core/errors.ts'
import { webContext } from '#web/context.ts'
import { paths } from '#web/paths.ts'
import { grantBySso } from '#web/session/grants.ts'
import { sessionOf } from '#web/session/middleware.ts'
import { safePath } from '#web/session/safe-path.ts'
import { failureOf } from '#web/ui/kit/failure.ts'
import { askForCode } from '../second-step/kept-challenge.server.ts'
import { type KeptSignIn, keepSignIn, keptSignIn, providerNamed } from './kept-sign-in.server.ts'
import { providerNames } from './labels.ts'

/** Where Google or Microsoft sends the browser back to. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const page = context.get(webContext)
  const session = sessionOf(context)
  const provider = providerNamed(page, params.provider)
  const brought = new URL(request.url).searchParams
  const kept = keptSignIn(request, page)
  const [code, state, iss] = ['code', 'state', 'iss'].map((name) => brought.get(name))
  const back = (to: string, text: string, tone: 'info' | 'danger' = 'danger') => {
    session.flash(text, tone)
    return redirect(to, { headers: keepSignIn(page, null) })
  }
  const start = session.user ? paths.profile : paths.signIn
  // Only the browser that began it may end it: nobody is signed in to somebody else's account by a link.
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
    ...(kept.planId ? { planId: kept.planId } : {}),
  })
  if (isPass(granted)) {
    if (session.user) await session.end()
    session.start(granted.pass)
    return redirect(safePath(kept.next), { headers: keepSignIn(page, null) })
  }
  const asked = askForCode(page, granted.fail!, safePath(kept.next), keepSignIn(page, null))
  if (asked) return asked
  const link = linkIn(granted.fail!)
  if (link) return redirect(paths.ssoVerify, { headers: keepSignIn(page, { ...kept, link }) })
  const { status, message } = failureOf(granted.fail!)
  if (status === 404 && !kept.planId)
    return back(paths.signUp, `${message} Choose a plan and continue with ${providerNames[provider]} again.`, 'info')
  return back(start, message)
}

/** The account that is to be linked first, where the refusal says so. */
function linkIn(error: CallError): KeptSignIn['link'] {
  if (!(error instanceof ApiError) || error.code !== 'link_needed' || !Array.isArray(error.details)) return undefined
  const details = error.details as ErrorDetail[]
  const [id, email] = ['id', 'email'].map((path) => details.find((detail) => detail.path === path))
  if (!id || !email) return undefined
  return { id: id.message, proof: id.code === 'password' ? 'password' : 'code', email: email.message }
}
