import { type LoaderFunctionArgs, redirect } from 'react-router'
import { webContext } from '#web/context.ts'
import { paths } from '#web/paths.ts'
import { grantBySso } from '#web/session/grants.ts'
import { getSession } from '#web/session/middleware.ts'
import { toFormFailure } from '#web/ui/kit/failure.ts'
import { finishSignIn } from '../finish-sign-in.server.ts'
import { readSignIn, storeSignIn } from '../sign-in-cookie.server.ts'

/** Where the browser comes back with the code for an answer of its team's provider. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const page = context.get(webContext)
  const session = getSession(context)
  const code = new URL(request.url).searchParams.get('code')
  const kept = readSignIn(request, page)
  const back = (text: string) => {
    session.flash(text, 'danger')
    return redirect(paths.signIn, { headers: storeSignIn(page, null) })
  }
  if (!code) return back('Your organisation’s answer was not accepted. No one is signed in; please start again.')
  // Only the browser that began it may end it: no one is signed in to someone else's account by a link.
  if (kept?.provider !== 'saml')
    return back('That sign-in took too long, or began in another browser. Please start again.')
  const granted = await grantBySso(page, {
    identityProvider: 'saml',
    code,
    state: kept.state,
    device: session.device(),
    redirectUri: `${page.publicUrl}${paths.samlReturn}`,
  })
  const onward = await finishSignIn({ page, session, kept, granted })
  if (onward instanceof Response) return onward
  const { message, help } = toFormFailure(onward)
  return back(help ? `${message} ${help}` : message)
}
