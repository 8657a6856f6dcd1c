import { redirect } from 'react-router'
import type { WebContext } from '#web/context.ts'
import { hostCookie, readCookies, setCookie } from '#web/http/cookies.ts'

const HOUR_SECONDS = 3600

/** The token of a mailed link. It is put away in a cookie, so that it stands in no address, page or log from then on. */
class MailedToken {
  readonly #cookie: string

  constructor(cookie: string) {
    this.#cookie = cookie
  }

  of = (request: Request, page: WebContext): string | undefined =>
    readCookies(request.headers.get('cookie')).get(this.#called(page))

  /** @throws a redirect to the same page without it, where the address still has a token */
  putAway(request: Request, page: WebContext): void {
    const { pathname, searchParams } = new URL(request.url)
    const token = searchParams.get('token')
    if (token) throw redirect(pathname.replace(/\.data$/, ''), { headers: this.#kept(page, token, HOUR_SECONDS) })
  }

  #called = (page: WebContext): string => hostCookie(this.#cookie, page.session)

  /** The header that lets go of it. */
  forgotten = (page: WebContext): HeadersInit => this.#kept(page, '', 0)

  #kept = (page: WebContext, token: string, maxAgeSeconds: number): { 'set-cookie': string } => ({
    'set-cookie': setCookie(this.#called(page), token, { maxAgeSeconds, secure: page.session.secureCookies }),
  })
}

export const resetToken = new MailedToken('password_reset')
export const inviteToken = new MailedToken('invite_token')
export const emailChangeToken = new MailedToken('email_change')
export const proofToken = new MailedToken('proof_token')
