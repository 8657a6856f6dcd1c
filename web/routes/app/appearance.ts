import { type ActionFunctionArgs, redirect } from 'react-router'
import { webContext } from '../../context.ts'
import { setCookie } from '../../http/cookies.ts'
import { safePath } from '../../session/safe-path.ts'
import { COLOUR_SCHEME_COOKIE, colourSchemeOf } from '../../ui/page-settings.ts'

const YEAR_SECONDS = 365 * 86_400

export const loader = () => redirect('/home')

/** Light, dark, or as the browser has it: the server writes it into the page, so nothing flashes. */
export async function action({ request, context }: ActionFunctionArgs) {
  const form = await request.formData()
  const scheme = colourSchemeOf(form.get('appearance'))
  const { secureCookies: secure } = context.get(webContext).session
  const cookie = setCookie(COLOUR_SCHEME_COOKIE, scheme ?? '', { maxAgeSeconds: scheme ? YEAR_SECONDS : 0, secure })
  return redirect(safePath(form.get('next')), { status: 303, headers: { 'set-cookie': cookie } })
}
