import { createContext, type MiddlewareFunction, type RouterContextProvider, redirect } from 'react-router'
import { type OperatorPermission, operatorMay } from '#contract/core/operators.ts'
import { getOperator, type Operator, signOutOperator } from '#contract/operator/sign-in.ts'
import { type WebContext, webContext } from '#web/context.ts'
import { hostCookie, IMPERSONATION_COOKIE } from '#web/http/cookies.ts'
import { paths } from '#web/paths.ts'
import { PageSession } from '#web/session/page-session.ts'

const SESSION_COOKIE = 'operator_session'
/** As long as the API's sessions last, however busy. */
const SESSION_SECONDS = 12 * 3600

/** Which operator asks for a page of the console, for as long as the answer takes. */
export class OperatorSession extends PageSession {
  operator: Operator | null = null

  constructor(page: WebContext, request: Request) {
    const { secureCookies, cookieSuffix } = page.session
    super(page, request, {
      // `__Host-` would have to travel everywhere; this one goes below the console's address alone.
      cookieName: (name) => `${secureCookies ? '__Secure-' : ''}${name}${cookieSuffix}`,
      travels: { path: paths.operator, sameSite: 'strict' },
      deviceCookie: 'operator_device',
      flashCookie: 'operator_flash',
      signIn: paths.operatorSignIn,
      signInFor: paths.operatorSignInFor,
    })
  }

  token(): string | undefined {
    return this.cookie(SESSION_COOKIE)
  }

  may = (permission: OperatorPermission): boolean =>
    this.operator !== null && operatorMay(this.operator.role, permission)

  /** Looks up who this is. A token that opens nothing is forgotten. */
  async identify(): Promise<void> {
    if (!this.token()) return
    const me = await this.call(getOperator, {})
    if (me.ok) this.operator = me.value.data
    else if (me.problem.status === 401) this.#forget()
    else throw new Response(null, { status: 503, headers: { 'Retry-After': '5' } })
  }

  start(token: string): void {
    this.set(SESSION_COOKIE, token, SESSION_SECONDS)
  }

  /** Ends it at the API and here, whatever the API says. */
  async end(): Promise<void> {
    if (this.token()) await this.call(signOutOperator, {})
    this.#forget()
  }

  /** Lets this browser see the customers’ pages as a member of a team, as long as the visit lasts. */
  startVisit(token: string, endsAt: string): void {
    const seconds = Math.max(1, Math.floor((Date.parse(endsAt) - Date.now()) / 1000))
    // A cookie of the customers’ pages, and it travels as theirs do.
    this.set(IMPERSONATION_COOKIE, token, seconds, { cookieName: (name) => hostCookie(name, this.page.session) })
  }

  #forget(): void {
    this.operator = null
    this.set(SESSION_COOKIE, '', 0)
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
