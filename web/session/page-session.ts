import { redirect } from 'react-router'
import type { Answer, Call, Endpoint } from '#contract/core/endpoint.ts'
import type { CallResult } from '#contract/core/invoke.ts'
import { type CallOptions, toError } from '#web/api.ts'
import type { WebContext } from '#web/context.ts'
import { type CookieOptions, readCookies, setCookie } from '#web/http/cookies.ts'
import { TOO_MUCH } from '#web/ui/error-page.tsx'

const FLASH_SECONDS = 60
/** As long as browsers keep a cookie at most. */
const DEVICE_SECONDS = 400 * 86_400

/** A page of ours asked for what the API does not take: its reader can do nothing about it. */
const OURS_TO_MEND = [400, 413, 415, 422]

/** Told once, on the page that follows. */
export interface Flash {
  tone: 'success' | 'info' | 'danger'
  text: string
}

/** What one kind of session is kept in, and where it begins. */
interface Kind {
  /** What a cookie of a plain name is called. */
  cookieName(plainName: string): string
  /** Where its cookies travel. */
  travels?: Pick<CookieOptions, 'path' | 'sameSite'>
  /** Of this browser, so that it is known again at its next sign-in. It opens nothing. */
  deviceCookie: string
  flashCookie: string
  signIn: string
  signInFor(page: string): string
}

/** Who asks for a page, for as long as the answer takes: what the sessions of customers and of operators have in common. */
export abstract class PageSession {
  protected readonly page: WebContext
  readonly #request: Request
  readonly #kind: Kind
  readonly #asked: Map<string, string>
  /** By name: a browser obeys the last line of a name. */
  readonly #changed = new Map<string, { value: string; line: string }>()

  protected constructor(page: WebContext, request: Request, kind: Kind) {
    this.page = page
    this.#request = request
    this.#kind = kind
    this.#asked = readCookies(request.headers.get('cookie'))
  }

  /** What a call is made with. */
  abstract token(): string | undefined

  /** @returns whether there is another token in place of one that was refused */
  async renew(_refused: string): Promise<boolean> {
    return false
  }

  /** Where a page leads whose session has ended. */
  protected afterEnd(): string {
    return this.signInPath()
  }

  /** One call of the API as the person this is; a token that has ended is renewed on the way. */
  call = async <const E extends Endpoint>(
    endpoint: E,
    call: Call<E>,
    options?: CallOptions,
  ): Promise<CallResult<Answer<E>>> => {
    const token = this.token()
    const outcome = await this.page.invoke(endpoint, call, { ...options, token })
    const isRefused = !outcome.ok && outcome.problem.status === 401 && token !== undefined
    if (!isRefused || !(await this.renew(token))) return outcome
    return this.page.invoke(endpoint, call, { ...options, token: this.token() })
  }

  /**
   * The value of a call that a page cannot do without.
   * @throws a redirect to sign in when the session has ended, else a response with the API's own status
   */
  unwrap<T>(outcome: CallResult<T>): T {
    if (outcome.ok) return outcome.value
    const { status, details } = outcome.problem
    if (status >= 500 || OURS_TO_MEND.includes(status)) this.page.reportError(toError(outcome.problem))
    if (status === 401) throw redirect(this.afterEnd(), 303)
    const isTooMuch = status === 503 && details.some(({ code }) => code === 'narrows')
    throw new Response(null, isTooMuch ? { status, statusText: TOO_MUCH } : { status })
  }

  /** Where to sign in, and then come back. */
  signInPath(): string {
    // What is sent may go to an address that is no page: back to the page it was sent from.
    const page = this.#request.method === 'GET' ? this.#request.url : this.#request.headers.get('referer')
    if (!page || !URL.canParse(page)) return this.#kind.signIn
    const { pathname, search } = new URL(page)
    return this.#kind.signInFor(`${pathname}${search}`)
  }

  /** What this browser is known by when someone signs in. */
  device(): string {
    const device = this.cookie(this.#kind.deviceCookie) ?? crypto.randomUUID()
    this.set(this.#kind.deviceCookie, device, DEVICE_SECONDS)
    return device
  }

  flash(text: string, tone: Flash['tone'] = 'success'): void {
    this.set(this.#kind.flashCookie, JSON.stringify({ tone, text } satisfies Flash), FLASH_SECONDS)
  }

  /** Continues to a page that says what was done, or why not. */
  redirect(path: string, text: string, tone?: Flash['tone']): Response {
    this.flash(text, tone)
    return redirect(path, 303)
  }

  takeFlash(): Flash | null {
    const name = this.#kind.cookieName(this.#kind.flashCookie)
    const stored = this.#asked.get(name)
    if (!stored) return null
    if (!this.#changed.has(name)) this.set(this.#kind.flashCookie, '', 0)
    try {
      const { tone, text } = JSON.parse(stored) as Flash
      return { tone: tone === 'danger' || tone === 'info' ? tone : 'success', text: String(text) }
    } catch {
      return null
    }
  }

  /** Adds this session's cookies to the answer. */
  applyTo(headers: Headers): void {
    for (const { line } of this.#changed.values()) headers.append('set-cookie', line)
  }

  /** As it will be with the answer: it may just have been set. */
  protected cookie(plainName: string): string | undefined {
    const name = this.#kind.cookieName(plainName)
    return (this.#changed.get(name)?.value ?? this.#asked.get(name)) || undefined
  }

  protected set(
    plainName: string,
    value: string,
    maxAgeSeconds: number,
    { cookieName, travels }: Pick<Kind, 'cookieName' | 'travels'> = this.#kind,
  ): void {
    const name = cookieName(plainName)
    const { secureCookies: secure } = this.page.session
    // The last one set stands last, as a browser reads them.
    this.#changed.delete(name)
    this.#changed.set(name, { value, line: setCookie(name, value, { maxAgeSeconds, secure, ...travels }) })
  }
}
