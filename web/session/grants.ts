import type { CallResult } from '#contract/core/invoke.ts'
import type { SignInProvider, Tokens } from '#contract/identity/auth.ts'
import { apiAs } from '#web/api.ts'
import type { WebContext } from '#web/context.ts'

type Granted = Promise<CallResult<Tokens>>

const anonymousClient = (page: WebContext) => apiAs(page)
const ourselves = ({ session }: WebContext) => ({ client_id: session.clientId, client_secret: session.clientSecret })

export const grantByPassword = (
  page: WebContext,
  credentials: { username: string; password: string; device: string },
): Granted => anonymousClient(page).issueToken({ body: { grant_type: 'password', ...ourselves(page), ...credentials } })

export const grantBySecondStep = (
  page: WebContext,
  step: { challenge: string; device: string } & ({ code: string } | { passkey: string }),
): Granted => anonymousClient(page).issueToken({ body: { grant_type: 'second_factor', ...ourselves(page), ...step } })

export const grantByPasskey = (
  page: WebContext,
  signed: { ceremony: string; passkey: string; device: string },
): Granted => anonymousClient(page).issueToken({ body: { grant_type: 'passkey', ...ourselves(page), ...signed } })

export const grantBySso = (
  page: WebContext,
  answer: {
    identityProvider: SignInProvider
    code: string
    state: string
    iss?: string
    redirectUri: string
    planId?: string
    termsAccepted?: boolean
    device: string
  },
): Granted => anonymousClient(page).issueToken({ body: { grant_type: 'sso', ...ourselves(page), ...answer } })

export const grantToVisitor = (page: WebContext): Granted =>
  anonymousClient(page).issueToken({ body: { grant_type: 'client_credentials', ...ourselves(page) } })

/** Ends the session a token belongs to. Whether there was one is not told. */
export const revoke = (page: WebContext, token: string) =>
  anonymousClient(page).revokeToken({ body: { token, ...ourselves(page) } })

/** As long as the API takes a second use of a refresh token for an honest retry. */
const KEPT_MS = 10_000
const renewals = new Map<string, Granted>()

/**
 * New tokens for a refresh token: one exchange, however many requests ask at once. The answer is kept a moment for those
 * that set out with the same cookie and arrive late; a refusal or an outage is not.
 */
export function renew(page: WebContext, refreshToken: string): Granted {
  const underWay = renewals.get(refreshToken)
  if (underWay) return underWay
  const forget = () => void renewals.delete(refreshToken)
  const renewal = anonymousClient(page).issueToken({
    body: { grant_type: 'refresh_token', ...ourselves(page), refresh_token: refreshToken },
  })
  renewals.set(refreshToken, renewal)
  renewal.then((result) => {
    if (result.ok) setTimeout(forget, KEPT_MS).unref()
    else forget()
  }, forget)
  return renewal
}
