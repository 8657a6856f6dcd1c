import type { WebContext } from '#web/context.ts'
import { hostCookie, readCookies, setCookie } from '#web/http/cookies.ts'

const COOKIE = 'passkey'
/** As long as the API waits for the passkey. */
const KEPT_SECONDS = 600

const called = (page: WebContext) => hostCookie(COOKIE, page.session)

/** The sign-in by passkey that this browser began: only here may it end. */
export const readCeremony = (request: Request, page: WebContext): string | null =>
  readCookies(request.headers.get('cookie')).get(called(page)) || null

/** The header that keeps it; null lets go of it. */
export const storeCeremony = (page: WebContext, ceremony: string | null): { 'set-cookie': string } => ({
  'set-cookie': setCookie(called(page), ceremony ?? '', {
    maxAgeSeconds: ceremony ? KEPT_SECONDS : 0,
    secure: page.session.secureCookies,
  }),
})
