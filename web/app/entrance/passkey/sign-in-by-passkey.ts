import { type ActionFunctionArgs, redirect } from 'react-router'
import { webContext } from '#web/context.ts'
import { exactText, readForm } from '#web/http/read-form.ts'
import { paths } from '#web/paths.ts'
import { grantByPasskey } from '#web/session/grants.ts'
import { getSession } from '#web/session/middleware.ts'
import { safePath } from '#web/session/safe-path.ts'
import { readCeremony, storeCeremony } from './ceremony-cookie.server.ts'

export const loader = () => redirect(paths.signIn)

/** Signs in by a passkey alone. */
export async function action({ request, context }: ActionFunctionArgs) {
  const page = context.get(webContext)
  const session = getSession(context)
  const form = await request.formData()
  const { next: wanted, passkey } = readForm(form, { next: exactText, passkey: exactText })
  const next = safePath(wanted)
  const ceremony = readCeremony(request, page) ?? ''
  const granted = await grantByPasskey(page, { ceremony, passkey, device: session.device() })
  const headers = storeCeremony(page, null)
  if (granted.ok) {
    if (session.user) await session.end()
    session.start(granted.value)
    return redirect(next, { status: 303, headers })
  }
  const { code, message } = granted.problem
  session.flash(
    code === 'restricted' ? message : 'That passkey was not accepted. Try again, or sign in with your password.',
    'danger',
  )
  return redirect(paths.signInFor(next), { status: 303, headers })
}
