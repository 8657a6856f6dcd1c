import { redirect } from 'react-router'
import { ApiError, type CallError } from '#client/errors.ts'
import { isPass, type Result } from '#client/result.ts'
import type { Answer } from '#contract/core/endpoint.ts'
import { allows, type Permission, type PermissionMap, type RoleGroup } from '#contract/core/permissions.ts'
import type { getMe, Tokens } from '#contract/identity/auth.ts'
import type { User } from '#contract/identity/users.ts'
import { type Api, apiAs, createApi } from '#web/api.ts'
import type { WebContext } from '#web/context.ts'
import {
  cookieNames,
  hostCookie,
  IMPERSONATION_COOKIE,
  readCookies,
  readSetCookies,
  setCookie,
} from '#web/http/cookies.ts'
import { paths } from '#web/paths.ts'
import { grantToVisitor, renew, revoke } from './grants.ts'

/** As long as the API's refresh tokens last. */
const REFRESH_TOKEN_SECONDS = 30 * 86_400
/** The browser lets go of an access token a little before the API does. */
const EARLY_SECONDS = 30
const DEVICE_COOKIE = 'device'
/** As long as browsers keep a cookie at most. */
const DEVICE_SECONDS = 400 * 86_400
const FLASH_COOKIE = 'flash'
const FLASH_SECONDS = 60

/** A page of ours asked for what the API does not take: its reader can do nothing about it. */
const OURS_TO_MEND = [400, 413, 415, 422]

type Me = Answer<typeof getMe>['data']

/** Told once, on the page that follows. */
export interface Flash {
  tone: 'success' | 'info' | 'danger'
  text: string
}

/** Who asks for a page, for as long as the answer takes. Made by the session middleware; loaders and actions read it. */
export class Session {
  user: User | null = null
  teamId: string | null = null
  permissions: PermissionMap = {}
  roleGroupId: RoleGroup | null = null
  /** The operator who looks with this user’s eyes. */
  impersonation: Me['impersonation'] = null
  /** A visit ended while this page was asked for. */
  visitIsOver = false
  /** Their team asks for a second step that they have not set up yet: nothing else before it. */
  needsSecondStep = false
  /** The API could not say who this is: neither a visitor nor anybody yet. */
  isUnanswered = false
  /** The API as the signed-in user: an expired access token is renewed on the way. */
  readonly api: Api
  readonly #page: WebContext
  readonly #request: Request
  readonly #requestCookies: Map<string, string>
  readonly #response = new Headers()

  constructor(page: WebContext, request: Request) {
    this.#page = page
    this.#request = request
    this.#requestCookies = readCookies(request.headers.get('cookie'))
    this.api = createApi(async (endpoint, call, options) => {
      const token = this.userAccessToken()
      const outcome = await page.invoke(endpoint, call, { ...options, token })
      const isRefused = !outcome.ok && outcome.problem.status === 401 && token !== undefined
      if (!isRefused || !(await this.renew(token))) return outcome
      return page.invoke(endpoint, call, { ...options, token: this.userAccessToken() })
    })
  }

  /** First from the response's cookies, for a refresh may just have happened; otherwise from the request's. */
  userAccessToken = () => this.#cookie(IMPERSONATION_COOKIE) ?? this.#cookie(cookieNames.userAccessToken)

  /** An operator looks with another’s eyes, or did until just now. */
  get isVisit(): boolean {
    return this.#cookie(IMPERSONATION_COOKIE) !== undefined
  }

  can = (wanted: Permission | readonly Permission[]): boolean => allows(this.permissions, wanted)

  /** Whether the browser holds anything a session could be made of. */
  get hasCredentials(): boolean {
    return Boolean(this.userAccessToken() ?? this.#cookie(cookieNames.refreshToken))
  }

  /** A new session: whatever was kept of another one goes first. */
  start(tokens: Tokens): void {
    this.forget()
    this.keep(tokens)
  }

  /** Keeps new tokens, and says whose they are once that is known. */
  keep(tokens: Tokens): void {
    this.#set(cookieNames.userAccessToken, tokens.access_token, Math.max(1, tokens.expires_in - EARLY_SECONDS))
    if (tokens.refresh_token) this.#set(cookieNames.refreshToken, tokens.refresh_token, REFRESH_TOKEN_SECONDS)
  }

  /** The mark by which this browser is known again at its next sign-in. It opens nothing. */
  device(): string {
    const device = this.#cookie(DEVICE_COOKIE) ?? crypto.randomUUID()
    this.#set(DEVICE_COOKIE, device, DEVICE_SECONDS)
    return device
  }

  identify({ user, teamId, permissions, secondStepRequired, impersonation }: Me & { user: User }): void {
    this.user = user
    this.needsSecondStep = secondStepRequired
    this.teamId = teamId
    this.permissions = permissions?.permissions ?? {}
    this.roleGroupId = permissions?.roleGroupId ?? null
    this.impersonation = impersonation
    if (impersonation) return
    if (this.#cookie(cookieNames.userId) !== user.id) this.#set(cookieNames.userId, user.id, REFRESH_TOKEN_SECONDS)
    if (this.#cookie(cookieNames.teamId) !== (teamId ?? undefined))
      this.#set(cookieNames.teamId, teamId ?? '', teamId ? REFRESH_TOKEN_SECONDS : 0)
  }

  /** The team that the tokens just kept are for. */
  remember(teamId: string): void {
    this.#set(cookieNames.teamId, teamId, REFRESH_TOKEN_SECONDS)
  }

  /** Ends the session at the API and forgets it here, whatever the API says. */
  async end(): Promise<void> {
    if (this.isVisit) return this.endVisit()
    const token = this.#cookie(cookieNames.refreshToken) ?? this.userAccessToken()
    this.forget()
    if (token) await revoke(this.#page, token).catch((error: unknown) => this.#page.reportError(error))
  }

  /** Ends an operator’s visit, and nothing else: a session of this browser’s own continues after it. */
  async endVisit(): Promise<void> {
    await this.api.endImpersonation().catch((error: unknown) => this.#page.reportError(error))
    this.forgetVisit()
  }

  /** It is over: its time is up, or someone ended it. */
  forgetVisit(): void {
    this.user = null
    this.impersonation = null
    this.visitIsOver = true
    this.#set(IMPERSONATION_COOKIE, '', 0)
  }

  forget(): void {
    this.impersonation = null
    if (this.isVisit) this.#set(IMPERSONATION_COOKIE, '', 0)
    this.user = null
    this.teamId = null
    this.permissions = {}
    this.roleGroupId = null
    this.needsSecondStep = false
    for (const name of Object.values(cookieNames)) if (this.#cookie(name) !== undefined) this.#set(name, '', 0)
  }

  /**
   * New tokens by the refresh token. False where that is not possible; refused for good, the session is forgotten, while
   * an outage leaves it as it is.
   * @param used the access token that no longer worked, if any: another loader may have renewed it already
   */
  async renew(used?: string): Promise<boolean> {
    // A visit is never renewed.
    if (this.isVisit) return false
    if (used && this.userAccessToken() !== used) return true
    const refreshToken = this.#cookie(cookieNames.refreshToken)
    if (!refreshToken) return false
    const result = await renew(this.#page, refreshToken)
    if (isPass(result)) {
      this.keep(result.pass)
      return true
    }
    if (result.fail instanceof ApiError && [400, 401, 422].includes(result.fail.response.status)) this.forget()
    else this.isUnanswered = true
    return false
  }

  /** The API for what a visitor may see: as the user, or as our own client for who has not signed in. */
  async catalogue(): Promise<Api> {
    if (this.user) return this.api
    if (!this.#cookie(cookieNames.clientAccessToken)) {
      const { access_token, expires_in } = this.unwrap(await grantToVisitor(this.#page))
      this.#set(cookieNames.clientAccessToken, access_token, Math.max(1, expires_in - EARLY_SECONDS))
    }
    return apiAs(this.#page, () => this.#cookie(cookieNames.clientAccessToken))
  }

  /**
   * The value of a call a page cannot do without.
   * @throws a redirect to sign in when the session has ended, else a response with the API's own status
   */
  unwrap<T>(result: Result<T, CallError>): T {
    if (isPass(result)) return result.pass
    const error = (result as { fail: CallError }).fail
    const status = error instanceof ApiError ? error.response.status : 503
    if (status >= 500 || OURS_TO_MEND.includes(status)) this.#page.reportError(error)
    if (status === 401 && this.isVisit) {
      this.forgetVisit()
      throw redirect(paths.operator, 303)
    }
    if (status === 401) throw redirect(this.signInPath(), 303)
    throw new Response(null, { status })
  }

  /** Where to sign in, and then come back. */
  signInPath(): string {
    // What is sent may go to an address that is no page: back to the page it was sent from.
    const page = this.#request.method === 'GET' ? this.#request.url : this.#request.headers.get('referer')
    if (!page || !URL.canParse(page)) return paths.signIn
    const { pathname, search } = new URL(page)
    return paths.signInFor(`${pathname}${search}`)
  }

  flash(text: string, tone: Flash['tone'] = 'success'): void {
    this.#set(FLASH_COOKIE, JSON.stringify({ tone, text } satisfies Flash), FLASH_SECONDS)
  }

  takeFlash(): Flash | null {
    const stored = this.#requestCookies.get(this.#called(FLASH_COOKIE))
    if (!stored) return null
    if (!this.#response.has('set-cookie') || !readSetCookies(this.#response).has(this.#called(FLASH_COOKIE)))
      this.#set(FLASH_COOKIE, '', 0)
    try {
      const { tone, text } = JSON.parse(stored) as Flash
      return { tone: tone === 'danger' || tone === 'info' ? tone : 'success', text: String(text) }
    } catch {
      return null
    }
  }

  /** Adds this session's cookies to the answer. */
  applyTo(headers: Headers): void {
    for (const line of this.#response.getSetCookie()) headers.append('set-cookie', line)
  }

  #cookie(name: string): string | undefined {
    const called = this.#called(name)
    return (readSetCookies(this.#response).get(called) ?? this.#requestCookies.get(called)) || undefined
  }

  #called = (name: string): string => hostCookie(name, this.#page.session)

  #set(plainName: string, value: string, maxAgeSeconds: number): void {
    const name = this.#called(plainName)
    // A browser obeys the last line of a name; the earlier ones would only be noise.
    const others = this.#response.getSetCookie().filter((line) => !line.startsWith(`${name}=`))
    this.#response.delete('set-cookie')
    for (const line of others) this.#response.append('set-cookie', line)
    const { secureCookies: secure } = this.#page.session
    this.#response.append('set-cookie', setCookie(name, value, { maxAgeSeconds, secure }))
  }
}
