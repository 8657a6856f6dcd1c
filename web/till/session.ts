import type { Answer, Call, Endpoint } from '#contract/core/endpoint.ts'
import type { CallProblem } from '#contract/core/invoke.ts'
import { type CallOptions, toError } from '#web/api.ts'
import type { WebContext } from '#web/context.ts'
import { readCookies, setCookie } from '#web/http/cookies.ts'
import { paths } from '#web/paths.ts'

/** As long as browsers keep a cookie; the API signs out what did not ask for thirty days. */
const COOKIE_SECONDS = 400 * 86_400
/** As long as a customer stands at the counter. */
const GIFT_SECONDS = 900

/** Why the API did not do what a till's page asked for. */
export class TillRefusal extends Error {
  readonly problem: CallProblem

  constructor(problem: CallProblem) {
    super(problem.message)
    this.problem = problem
  }
}

/** What was asked of a till's page, and as which till. */
export interface Asked {
  request: Request
  url: URL
  page: WebContext
  /** The id in the address, where it has one. */
  id: string
}

type Cookie = 'till' | 'till_gift'

const cookieName = (name: Cookie, { secureCookies, cookieSuffix }: WebContext['session']) =>
  `${secureCookies ? '__Secure-' : ''}${name}${cookieSuffix}`

const cookieIn = ({ request, page }: Asked, name: Cookie): string | undefined =>
  readCookies(request.headers.get('cookie')).get(cookieName(name, page.session)) || undefined

/** A line that travels below the till's own address. */
const cookieLine = (name: Cookie, { session }: WebContext, value: string, seconds: number): string =>
  setCookie(cookieName(name, session), value, {
    maxAgeSeconds: value ? seconds : 0,
    secure: session.secureCookies,
    path: paths.till,
    sameSite: 'strict',
  })

const tokenIn = (asked: Asked): string | undefined => cookieIn(asked, 'till')

export const isSignedIn = (asked: Asked): boolean => tokenIn(asked) !== undefined

/** Keeps a till signed in, or forgets that it was. */
export const tillCookie = (page: WebContext, token: string): string => cookieLine('till', page, token, COOKIE_SECONDS)

/** The gift that was looked up, so that its code stands in no address, and the name of what is pressed for it. */
export interface LookedUp {
  code: string
  press: string
}

/** Keeps it for the page that follows, or forgets it. */
export const giftCookie = (page: WebContext, gift: LookedUp | null): string =>
  cookieLine('till_gift', page, gift ? `${gift.press} ${gift.code}` : '', GIFT_SECONDS)

export function lookedUpIn(asked: Asked): LookedUp | null {
  const [, press, code] = cookieIn(asked, 'till_gift')?.match(/^(\S+) (.+)$/s) ?? []
  return press && code ? { press, code } : null
}

/** Calls one endpoint as the till of this browser. @throws TillRefusal */
export async function callTill<const E extends Endpoint>(
  asked: Asked,
  endpoint: E,
  call: Call<E>,
  options: CallOptions = {},
): Promise<Answer<E>> {
  const token = tokenIn(asked)
  const outcome = await asked.page.invoke(endpoint, call, { ...options, token })
  if (outcome.ok) return outcome.value
  if (outcome.problem.status >= 500) asked.page.reportError(toError(outcome.problem))
  throw new TillRefusal(outcome.problem)
}
