import { redirect } from 'react-router'
import { z } from 'zod'
import type { CallProblem } from '#contract/core/invoke.ts'
import type { WebContext } from '#web/context.ts'
import { hostCookie, readCookies, setCookie } from '#web/http/cookies.ts'
import { paths } from '#web/paths.ts'

const COOKIE = 'second_step'
/** As long as the API waits for the code. */
const KEPT_SECONDS = 600

const StoredChallenge = z.object({
  challenge: z.string(),
  next: z.string(),
  /** What the second step may be, beside a recovery code. */
  hasApp: z.boolean(),
  hasPasskey: z.boolean(),
})
/** A sign-in of this browser whose first step was right. */
export type StoredChallenge = z.infer<typeof StoredChallenge>

const called = (page: WebContext) => hostCookie(COOKIE, page.session)

export function readChallenge(request: Request, page: WebContext): StoredChallenge | null {
  const value = readCookies(request.headers.get('cookie')).get(called(page))
  try {
    return value ? StoredChallenge.parse(JSON.parse(value)) : null
  } catch {
    return null
  }
}

const keep = (page: WebContext, kept: StoredChallenge | null): string =>
  setCookie(called(page), kept ? JSON.stringify(kept) : '', {
    maxAgeSeconds: kept ? KEPT_SECONDS : 0,
    secure: page.session.secureCookies,
  })

/** The header that lets go of it. */
export const clearChallenge = (page: WebContext): { 'set-cookie': string } => ({ 'set-cookie': keep(page, null) })

/** Where the code is asked for; null for any other refusal. */
export function promptForCode(
  page: WebContext,
  { code, details }: CallProblem,
  next: string,
  headers?: HeadersInit,
): Response | null {
  if (code !== 'second_factor_needed') return null
  const challenge = details.find(({ path }) => path === 'challenge')?.message
  if (!challenge) return null
  const kept = new Headers(headers)
  const [hasApp, hasPasskey] = ['app', 'passkey'].map((way) => details.some(({ code }) => code === way)) as [
    boolean,
    boolean,
  ]
  kept.append('set-cookie', keep(page, { challenge, next, hasApp, hasPasskey }))
  return redirect(paths.signInCode, { status: 303, headers: kept })
}
