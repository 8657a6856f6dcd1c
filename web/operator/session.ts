import { createContext, type MiddlewareFunction, type RouterContextProvider, redirect } from 'react-router'
import { ApiError, type CallError } from '#client/errors.ts'
import { isPass, type Result } from '#client/result.ts'
import type { Answer, Call, Endpoint } from '#contract/core/endpoint.ts'
import { type OperatorPermission, operatorMay } from '#contract/core/operators.ts'
import { getOperator, type Operator, signOutOperator } from '#contract/operator/sign-in.ts'
import { type CallOptions, toResult } from '#web/api.ts'
import { type WebContext, webContext } from '#web/context.ts'
import { hostCookie, IMPERSONATION_COOKIE, readCookies, setCookie } from '#web/http/cookies.ts'
import { paths } from '#web/paths.ts'
import type { Flash } from '#web/session/session.ts'

const SESSION_COOKIE = 'operator_session'
/** As long as the API's sessions last, however busy. */
const SESSION_SECONDS = 12 * 3600
/** A mark of this browser: one that has signed in before is not slowed by what strangers try. */
const DEVICE_COOKIE = 'operator_device'
/** As long as browsers keep a cookie at most. */
const DEVICE_SECONDS = 400 * 86_400
const FLASH_COOKIE = 'operator_flash'
const FLASH_SECONDS = 60

/** Which operator asks for a page of the console, for as long as the answer takes. */
export class OperatorSession {
  operator: Operator | null = null
  readonly #page: WebContext
  readonly #request: Request
  readonly #cookies: Map<string, string>
  /** By name: of several for one name the last counts. */
  readonly #changed = new Map<string, string>()
  #token: string | undefined

  constructor(page: WebContext, request: Request) {
    this.#page = page
    this.#request = request
    this.#cookies = readCookies(request.headers.get('cookie'))
    this.#token = this.#cookies.get(this.#called(SESSION_COOKIE)) || undefined
  }

  /** One call of the console's API as this operator. */
  async call<const E extends Endpoint>(
    endpoint: E,
    call: Call<E>,
    options?: CallOptions,
  ): Promise<Result<Answer<E>, CallError>> {
    return toResult(await this.#page.invoke(endpoint, call, { ...options, token: this.#token }))
  }

  may = (permission: OperatorPermission): boolean =>
    this.operator !== null && operatorMay(this.operator.role, permission)

  /** Looks up who this is. A token that opens nothing is forgotten. */
  async identify(): Promise<void> {
    if (!this.#token) return
    const me = await this.call(getOperator, {})
    if (isPass(me)) this.operator = me.pass.data
    else if (me.fail instanceof ApiError && me.fail.response.status === 401) this.#forget()
    else throw new Response(null, { status: 503, headers: { 'Retry-After': '5' } })
  }

  start(token: string): void {
    this.#token = token
    this.#set(SESSION_COOKIE, token, SESSION_SECONDS)
  }

  /** What this browser is known by when an operator signs in. */
  device(): string {
    const device = this.#cookies.get(this.#called(DEVICE_COOKIE)) ?? crypto.randomUUID()
    this.#set(DEVICE_COOKIE, device, DEVICE_SECONDS)
    return device
  }

  /** Ends it at the API and here, whatever the API says. */
  async end(): Promise<void> {
    if (this.#token) await this.call(signOutOperator, {}).catch((error: unknown) => this.#page.reportError(error))
    this.#forget()
  }

  /**
   * The value of a call that a page cannot do without.
   * @throws a redirect to sign in when the session has ended, else a response with the API's own status
   */
  unwrap<T>(result: Result<T, CallError>): T {
    if (isPass(result)) return result.pass
    const error = (result as { fail: CallError }).fail
    const status = error instanceof ApiError ? error.response.status : 503
    if (status >= 500) this.#page.reportError(error)
    if (status === 401) throw redirect(this.signInPath(), 303)
    throw new Response(null, { status })
  }

  /** Where to sign in, and then come back. */
  signInPath(): string {
    const page = this.#request.method === 'GET' ? this.#request.url : this.#request.headers.get('referer')
    if (!page || !URL.canParse(page)) return paths.operatorSignIn
    const { pathname, search } = new URL(page)
    return paths.operatorSignInFor(`${pathname}${search}`)
  }

  /** Lets this browser see the customers’ pages as a member of a team, as long as the visit lasts. */
  startVisit(token: string, endsAt: string): void {
    const { secureCookies: secure } = this.#page.session
    const maxAgeSeconds = Math.max(1, Math.floor((Date.parse(endsAt) - Date.now()) / 1000))
    const name = hostCookie(IMPERSONATION_COOKIE, this.#page.session)
    this.#changed.set(name, setCookie(name, token, { maxAgeSeconds, secure }))
  }

  flash(text: string, tone: Flash['tone'] = 'success'): void {
    this.#set(FLASH_COOKIE, JSON.stringify({ tone, text } satisfies Flash), FLASH_SECONDS)
  }

  takeFlash(): Flash | null {
    const stored = this.#cookies.get(this.#called(FLASH_COOKIE))
    if (!stored) return null
    if (!this.#changed.has(FLASH_COOKIE)) this.#set(FLASH_COOKIE, '', 0)
    try {
      const { tone, text } = JSON.parse(stored) as Flash
      return { tone: tone === 'danger' || tone === 'info' ? tone : 'success', text: String(text) }
    } catch {
      return null
    }
  }

  applyTo(headers: Headers): void {
    for (const line of this.#changed.values()) headers.append('set-cookie', line)
  }

  #forget(): void {
    this.operator = null
    this.#token = undefined
    this.#set(SESSION_COOKIE, '', 0)
  }

  /** `__Host-` would have to travel everywhere; this one goes below the console's address alone. */
  #called = (name: string): string => {
    const { secureCookies, cookieSuffix } = this.#page.session
    return `${secureCookies ? '__Secure-' : ''}${name}${cookieSuffix}`
  }

  #set(name: string, value: string, maxAgeSeconds: number): void {
    const { secureCookies: secure } = this.#page.session
    const options = { maxAgeSeconds, secure, path: paths.operator, sameSite: 'strict' } as const
    this.#changed.set(name, setCookie(this.#called(name), value, options))
  }
}

const operatorContext = createContext<OperatorSession>()

/** Which operator asks for this page. */
export const getOperatorSession = (context: Readonly<RouterContextProvider>): OperatorSession =>
  context.get(operatorContext)

/** Opens the session before any loader or action of the console, and puts its cookies on whatever the answer is. */
export const openOperatorSession: MiddlewareFunction<Response> = async ({ request, context }, next) => {
  const session = new OperatorSession(context.get(webContext), request)
  context.set(operatorContext, session)
  await session.identify()
  const response = await next()
  session.applyTo(response.headers)
  return response
}

/** Everyone else is sent to sign in, and then comes back. */
export const requireOperator: MiddlewareFunction<Response> = async ({ context }) => {
  const session = getOperatorSession(context)
  if (!session.operator) throw redirect(session.signInPath(), 303)
}
