import { type ActionFunctionArgs, redirect } from 'react-router'
import { webContext } from '#web/context.ts'
import { setCookie } from '#web/http/cookies.ts'
import { exactText, readForm, text } from '#web/http/read-form.ts'
import { paths } from '#web/paths.ts'
import { safePath } from '#web/session/safe-path.ts'
import { COLOUR_SCHEME_COOKIE, parseColourScheme } from '#web/ui/page-settings.ts'

const YEAR_SECONDS = 365 * 86_400

export const loader = () => redirect(paths.home)

/** Light, dark, or as the browser has it: the server writes it into the page, so nothing flashes. */
export async function action({ request, context }: ActionFunctionArgs) {
  const { appearance, next } = readForm(await request.formData(), { appearance: text, next: exactText })
  const scheme = parseColourScheme(appearance)
  const { secureCookies: secure } = context.get(webContext).session
  const cookie = setCookie(COLOUR_SCHEME_COOKIE, scheme ?? '', { maxAgeSeconds: scheme ? YEAR_SECONDS : 0, secure })
  return redirect(safePath(next), { status: 303, headers: { 'set-cookie': cookie } })
}
