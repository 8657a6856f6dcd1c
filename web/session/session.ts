import { createHash } from 'node:crypto'
import type { Answer } from '#contract/core/endpoint.ts'
import { allows, type Permission, type PermissionMap, type RoleGroup } from '#contract/core/permissions.ts'
import type { getMe, Tokens } from '#contract/identity/auth.ts'
import type { User } from '#contract/identity/users.ts'
import { type Api, apiAs, createApi } from '#web/api.ts'
import type { WebContext } from '#web/context.ts'
import { cookieNames, hostCookie, IMPERSONATION_COOKIE } from '#web/http/cookies.ts'
import { paths } from '#web/paths.ts'
import { grantToVisitor, renew, revoke } from './grants.ts'
import { PageSession } from './page-session.ts'

export type { Flash } from './page-session.ts'

/** As long as the API's refresh tokens last. */
const REFRESH_TOKEN_SECONDS = 30 * 86_400
/** The browser lets go of an access token a little before the API does. */
const EARLY_SECONDS = 30
/** As long as a link that confirms an address works. */
const SIGN_UP_SECONDS = 2 * 86_400
const SIGN_UP_COOKIE = 'sign_up'

type Me = Answer<typeof getMe>['data']

/** Who asks for a page, for as long as the answer takes. Made by the session middleware; loaders and actions read it. */
export class Session extends PageSession {
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
  #teams: ReturnType<Api['getTeamsOfUser']> | undefined
  #grants: ReturnType<Api['listGrants']> | undefined
  /** The API as the signed-in user: an expired access token is renewed on the way. */
  readonly api: Api = createApi(this.call)

  constructor(page: WebContext, request: Request) {
    super(page, request, {
      cookieName: (name) => hostCookie(name, page.session),
      deviceCookie: 'device',
      flashCookie: 'flash',
      signIn: paths.signIn,
      signInFor: paths.signInFor,
    })
  }

  token(): string | undefined {
    return this.cookie(IMPERSONATION_COOKIE) ?? this.cookie(cookieNames.userAccessToken)
  }

  /** An operator looks with another’s eyes, or did until just now. */
  get isVisit(): boolean {
    return this.cookie(IMPERSONATION_COOKIE) !== undefined
  }

  can = (wanted: Permission | readonly Permission[]): boolean => allows(this.permissions, wanted)

  /** Whether the browser holds anything a session could be made of. */
  get hasCredentials(): boolean {
    return Boolean(this.token() ?? this.cookie(cookieNames.refreshToken))
  }

  /** An account for this address was asked for in this browser. */
  rememberSignUp(emailAddress: string): void {
    this.set(SIGN_UP_COOKIE, fingerprint(emailAddress), SIGN_UP_SECONDS)
  }

  /**
   * Whether this browser asked for an account of this address. A stranger's link must sign no one in to the stranger's
   * account, so that confirming alone is not enough.
   */
  signedUpHere(emailAddress: string): boolean {
    return !this.user && this.cookie(SIGN_UP_COOKIE) === fingerprint(emailAddress)
  }

  /** A new session: whatever was kept of another one goes first. */
  start(tokens: Tokens): void {
    this.forget()
    if (this.cookie(SIGN_UP_COOKIE)) this.set(SIGN_UP_COOKIE, '', 0)
    this.keep(tokens)
  }

  /** Keeps new tokens, and says whose they are once that is known. */
  keep(tokens: Tokens): void {
    this.set(cookieNames.userAccessToken, tokens.access_token, Math.max(1, tokens.expires_in - EARLY_SECONDS))
    if (tokens.refresh_token) this.set(cookieNames.refreshToken, tokens.refresh_token, REFRESH_TOKEN_SECONDS)
  }

  identify({ user, teamId, permissions, secondStepRequired, impersonation }: Me & { user: User }): void {
    this.user = user
    this.needsSecondStep = secondStepRequired
    this.teamId = teamId
    this.permissions = permissions?.permissions ?? {}
    // Pages leave out the management of cards where this installation takes none.
    if (!this.page.takesCards) this.permissions = { ...this.permissions, 'manage-cards': false }
    this.roleGroupId = permissions?.roleGroupId ?? null
    this.impersonation = impersonation
    if (impersonation) return
    if (this.cookie(cookieNames.userId) !== user.id) this.set(cookieNames.userId, user.id, REFRESH_TOKEN_SECONDS)
    if (this.cookie(cookieNames.teamId) !== (teamId ?? undefined))
      this.set(cookieNames.teamId, teamId ?? '', teamId ? REFRESH_TOKEN_SECONDS : 0)
  }

  /** The team that the tokens just kept are for. */
  remember(teamId: string): void {
    this.set(cookieNames.teamId, teamId, REFRESH_TOKEN_SECONDS)
  }

  /** Acts in another of the user’s teams from now on. @returns whether they can */
  async actIn(teamId: string): Promise<boolean> {
    const switched = await this.api.switchTeam({ params: { id: this.user!.id }, body: { teamId } })
    if (!switched.ok) return false
    this.keep(switched.value.data)
    this.remember(teamId)
    const { data: me } = this.unwrap(await this.api.getMe())
    if (me.user) this.identify({ ...me, user: me.user })
    return true
  }

  /** Ends the session at the API and forgets it here, whatever the API says. */
  async end(): Promise<void> {
    if (this.isVisit) return this.endVisit()
    const token = this.cookie(cookieNames.refreshToken) ?? this.token()
    this.forget()
    if (token) await revoke(this.page, token)
  }

  /** Ends an operator’s visit, and nothing else: a session of this browser’s own continues after it. */
  async endVisit(): Promise<void> {
    await this.api.endImpersonation()
    this.forgetVisit()
  }

  /** It is over: its time is up, or someone ended it. */
  forgetVisit(): void {
    this.user = null
    this.impersonation = null
    this.visitIsOver = true
    this.set(IMPERSONATION_COOKIE, '', 0)
  }

  forget(): void {
    this.impersonation = null
    if (this.isVisit) this.set(IMPERSONATION_COOKIE, '', 0)
    this.user = null
    this.teamId = null
    this.permissions = {}
    this.roleGroupId = null
    this.needsSecondStep = false
    for (const name of Object.values(cookieNames)) if (this.cookie(name) !== undefined) this.set(name, '', 0)
  }

  /**
   * New tokens by the refresh token. False where that is not possible; refused for good, the session is forgotten, while
   * an outage leaves it as it is.
   * @param used the access token that no longer worked, if any: another loader may have renewed it already
   */
  override async renew(used?: string): Promise<boolean> {
    // A visit is never renewed.
    if (this.isVisit) return false
    if (used && this.token() !== used) return true
    const refreshToken = this.cookie(cookieNames.refreshToken)
    if (!refreshToken) return false
    const result = await renew(this.page, refreshToken)
    if (result.ok) {
      this.keep(result.value)
      return true
    }
    if ([400, 401, 422].includes(result.problem.status)) this.forget()
    else this.isUnanswered = true
    return false
  }

  /** The API for what a visitor may see: as the user, or as our own client for who has not signed in. */
  async catalogue(): Promise<Api> {
    if (this.user) return this.api
    if (!this.cookie(cookieNames.clientAccessToken)) {
      const { access_token, expires_in } = this.unwrap(await grantToVisitor(this.page))
      this.set(cookieNames.clientAccessToken, access_token, Math.max(1, expires_in - EARLY_SECONDS))
    }
    return apiAs(this.page, () => this.cookie(cookieNames.clientAccessToken))
  }

  /** The teams that the user can act in, and that no one can: asked once for a page. */
  teams(): ReturnType<Api['getTeamsOfUser']> {
    const params = { userId: this.user!.id }
    this.#teams ??= this.api.getTeamsOfUser({ params, query: { wallets: 'false' } })
    return this.#teams
  }

  /** Whether there are grants to help people from, asked once for a page. What cannot be read counts as there. */
  async hasGrants(): Promise<boolean> {
    this.#grants ??= this.api.listGrants({ query: { limit: 1 } })
    const grants = await this.#grants
    return !grants.ok || grants.value.data.length > 0
  }

  /** The console, where an operator’s visit was over. */
  protected override afterEnd(): string {
    if (!this.isVisit) return super.afterEnd()
    this.forgetVisit()
    return paths.operator
  }
}

/** So that the cookie tells no one the address. */
const fingerprint = (emailAddress: string): string =>
  createHash('sha256').update(emailAddress.trim().toLowerCase()).digest('base64url')
