import { z } from 'zod'
import { type IdentityProviderName, identityProviders } from '#contract/identity/auth.ts'
import type { WebContext } from '#web/context.ts'
import { hostCookie, readCookies, setCookie } from '#web/http/cookies.ts'

const COOKIE = 'sso'
/** As long as the API waits for an answer. */
const KEPT_SECONDS = 900

const StoredSignIn = z.object({
  provider: z.enum([...identityProviders, 'saml']),
  /** Only the browser that began a sign-in has its secret. */
  state: z.string(),
  next: z.string(),
  planId: z.string().optional(),
  /** They were told that continuing from signing up agrees to the terms. */
  termsAccepted: z.boolean().optional(),
  /** An account to be linked, once it is shown whose it is. */
  link: z.object({ id: z.string(), proof: z.enum(['password', 'code']), email: z.string() }).optional(),
})
/** A sign-in that this browser has started. */
export type StoredSignIn = z.infer<typeof StoredSignIn>

const called = (page: WebContext) => hostCookie(COOKIE, page.session)

export function readSignIn(request: Request, page: WebContext): StoredSignIn | null {
  const value = readCookies(request.headers.get('cookie')).get(called(page))
  try {
    return value ? StoredSignIn.parse(JSON.parse(value)) : null
  } catch {
    return null
  }
}

/** The header that keeps it; null lets go of it. */
export const storeSignIn = (page: WebContext, kept: StoredSignIn | null): { 'set-cookie': string } => ({
  'set-cookie': setCookie(called(page), kept ? JSON.stringify(kept) : '', {
    maxAgeSeconds: kept ? KEPT_SECONDS : 0,
    secure: page.session.secureCookies,
  }),
})

/** @throws not found, for one that this installation does not have */
export function providerNamed(page: WebContext, name: string | undefined): IdentityProviderName {
  const provider = page.signInWith.find((one) => one === name)
  if (!provider) throw new Response(null, { status: 404 })
  return provider
}
