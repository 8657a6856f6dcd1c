import * as openid from 'openid-client'
import type { IdentityProviderName } from '#contract/identity/auth.ts'
import { Problem } from '#server/platform/problem/problem.ts'
import type { IdentityProvider, ProvenIdentity, SignInSecrets } from '#server/providers/openid/types.ts'

export interface OpenIdSettings {
  provider: IdentityProviderName
  clientId: string
  clientSecret: string
  /** How the provider is reached; the sandbox's is on a socket of this machine. */
  fetch?: openid.CustomFetch
}

const issuers: Record<IdentityProviderName, URL> = {
  google: new URL('https://accounts.google.com'),
  // Every tenant: the one a token is from stands in the token.
  microsoft: new URL('https://login.microsoftonline.com/common/v2.0'),
}
const names: Record<IdentityProviderName, string> = { google: 'Google', microsoft: 'Microsoft' }
const TIMEOUT_SECONDS = 10

type Claims = openid.IDToken

/** Google or Microsoft by OpenID Connect: discovery, code flow, PKCE, and a signed ID token for us alone. */
export function openOpenId(settings: OpenIdSettings): IdentityProvider {
  const { provider } = settings
  const name = names[provider]
  const discover = discoverOnce(settings)
  const configuration = () =>
    discover().catch((cause: unknown) => {
      throw new Problem('unavailable', `${name} cannot be reached just now.`, { cause })
    })
  return {
    authoriseUrl: async ({ redirectUri, state, nonce, verifier }) => {
      const url = openid.buildAuthorizationUrl(await configuration(), {
        redirect_uri: redirectUri,
        scope: 'openid email profile',
        state,
        nonce,
        code_challenge: await openid.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        prompt: 'select_account',
      })
      return url.href
    },
    identify: async (answer, secrets) => {
      const config = await configuration()
      const tokens = await openid
        .authorizationCodeGrant(config, returnUrl(answer, secrets), {
          expectedState: secrets.state,
          expectedNonce: secrets.nonce,
          pkceCodeVerifier: secrets.verifier,
          idTokenExpected: true,
        })
        .catch((cause: unknown) => {
          if (isOutage(cause)) throw new Problem('unavailable', `${name} does not answer just now.`, { cause })
          throw notBelieved(name, cause)
        })
      const identity = readers[provider](tokens.claims()!)
      if (!identity) throw notBelieved(name)
      return identity
    },
  }
}

const notBelieved = (name: string, cause?: unknown) =>
  new Problem('invalid_grant', `${name}’s answer could not be confirmed.`, { help: 'Start again.', cause })

/** Where the browser came back to, as the library reads it. */
function returnUrl({ code, iss }: { code: string; iss?: string | undefined }, { redirectUri, state }: SignInSecrets) {
  const url = new URL(redirectUri)
  url.searchParams.set('code', code)
  url.searchParams.set('state', state)
  if (iss !== undefined) url.searchParams.set('iss', iss)
  return url
}

/** No answer at all, or one of a server that is unwell. */
function isOutage(error: unknown): boolean {
  if (error instanceof TypeError && 'code' in error === false) return true
  if (!(error instanceof Error)) return false
  if (error.name === 'TimeoutError') return true
  const cause = error.cause
  return cause instanceof Response && cause.status >= 500
}

/** What the provider says of itself; asked once, and again only after a failure. */
function discoverOnce({ provider, clientId, clientSecret, fetch }: OpenIdSettings) {
  let found: Promise<openid.Configuration> | null = null
  const discover = () =>
    openid.discovery(issuers[provider], clientId, {}, openid.ClientSecretPost(clientSecret), {
      timeout: TIMEOUT_SECONDS,
      // The sandbox speaks plain HTTP, on this machine.
      execute: [openid.enableNonRepudiationChecks, ...(fetch ? [openid.allowInsecureRequests] : [])],
      ...(fetch ? { [openid.customFetch]: fetch } : {}),
    })
  return (): Promise<openid.Configuration> => {
    found ??= discover().catch((error: unknown) => {
      found = null
      throw error
    })
    return found
  }
}

const readers: Record<IdentityProviderName, (claims: Claims) => ProvenIdentity | null> = {
  google: (claims) => ({
    subject: claims.sub,
    email: emailIn(claims.email),
    emailVerified: claims.email_verified === true,
    hostedDomain: textIn(claims.hd)?.toLowerCase() ?? null,
    ...namesIn(claims),
  }),
  // Anyone who runs a tenant writes its addresses: they prove nothing. A person is their object id in their tenant.
  microsoft: (claims) => {
    const [tenant, object] = [textIn(claims.tid), textIn(claims.oid)]
    if (!tenant || !object) return null
    return {
      subject: `${tenant}.${object}`,
      email: emailIn(claims.email) ?? emailIn(claims.preferred_username),
      emailVerified: false,
      hostedDomain: null,
      ...namesIn(claims),
    }
  },
}

const textIn = (claim: unknown): string | null => (typeof claim === 'string' && claim.trim() ? claim.trim() : null)

function emailIn(claim: unknown): string | null {
  const text = textIn(claim)?.toLowerCase()
  return text && text.length <= 254 && /^[^\s@<>"]+@[^\s@<>"]+\.[^\s@<>"]+$/.test(text) ? text : null
}

/** Given and family name; of one that has only a whole name, the last word is the surname. */
function namesIn(claims: Claims): { firstName: string; surname: string } {
  const [given, family, whole] = [claims.given_name, claims.family_name, claims.name].map(textIn)
  if (given || family || !whole) return { firstName: given ?? '', surname: family ?? '' }
  const words = whole.split(/\s+/)
  return { firstName: words.slice(0, -1).join(' ') || whole, surname: words.length > 1 ? words.at(-1)! : '' }
}
