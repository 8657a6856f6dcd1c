import { randomBytes } from 'node:crypto'
import {
  calculateJwkThumbprint,
  decodeJwt,
  exportJWK,
  generateKeyPair,
  type JWTPayload,
  SignJWT,
  UnsecuredJWT,
} from 'jose'
import type { Adapter, AdapterPayload, Configuration } from 'oidc-provider'
import type { IdentityProviderName } from '#contract/identity/auth.ts'
import { idTokenClaims, type SandboxPerson } from './people.ts'

/** What a test may have the next ID token say, and who signs it. */
export interface Forgery {
  claims?: (claims: JWTPayload) => JWTPayload
  signedBy?: 'provider' | 'stranger' | 'no one'
}

export interface SignInProviderSettings {
  name: IdentityProviderName
  clientId: string
  clientSecret: string
  redirectUri: string
  /** Where a person is picked. */
  pickUrl(uid: string): string
  /** Taken once. */
  takeForgery(): Forgery | undefined
}

const issuers: Record<IdentityProviderName, string> = {
  google: 'https://accounts.google.com',
  microsoft: 'https://login.microsoftonline.com/{tenantid}/v2.0',
}

/** Remembers for an hour, in this process: a person signs in within minutes. */
class Memory implements Adapter {
  readonly #kept = new Map<string, { payload: AdapterPayload; untilMs: number }>()

  async upsert(id: string, payload: AdapterPayload, expiresIn = 3600) {
    const now = Date.now()
    for (const [key, { untilMs }] of this.#kept) if (untilMs < now) this.#kept.delete(key)
    this.#kept.set(id, { payload, untilMs: now + expiresIn * 1000 })
  }
  async find(id: string) {
    return this.#kept.get(id)?.payload
  }
  async findByUid(uid: string) {
    return [...this.#kept.values()].find(({ payload }) => payload.uid === uid)?.payload
  }
  async findByUserCode() {
    return undefined
  }
  async consume(id: string) {
    const one = this.#kept.get(id)
    if (one) one.payload.consumed = Math.floor(Date.now() / 1000)
  }
  async destroy(id: string) {
    this.#kept.delete(id)
  }
  async revokeByGrantId(grantId: string) {
    for (const [id, { payload }] of this.#kept) if (payload.grantId === grantId) this.#kept.delete(id)
  }
}

/** An OpenID provider with the people of one of the two, and that one's ways. */
export async function openProvider(settings: SignInProviderSettings) {
  const { Provider, interactionPolicy } = await import('oidc-provider')
  const { name, clientId, clientSecret, redirectUri } = settings
  const keys = await generateKeyPair('RS256', { extractable: true })
  const jwk = { ...(await exportJWK(keys.privateKey)), use: 'sig', alg: 'RS256' }
  const kid = await calculateJwkThumbprint(jwk)
  const accounts = new Map<string, Record<string, unknown>>()
  const memories = new Map<string, Memory>()
  const policy = interactionPolicy.base()
  policy.remove('consent')
  policy.add(new interactionPolicy.Prompt({ name: 'select_account', requestable: true }), 0)
  const configuration: Configuration = {
    adapter: (model: string) => {
      if (!memories.has(model)) memories.set(model, new Memory())
      return memories.get(model)!
    },
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: [redirectUri],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    jwks: { keys: [{ ...jwk, kid }] },
    cookies: { keys: [randomBytes(32).toString('base64url')] },
    claims: {
      openid: ['sub', 'hd', 'tid', 'oid'],
      email: ['email', 'email_verified'],
      profile: ['name', 'given_name', 'family_name', 'preferred_username'],
    },
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false }, rpInitiatedLogout: { enabled: false } },
    interactions: { policy, url: (_, { uid }) => settings.pickUrl(uid) },
    ttl: { AccessToken: 600, AuthorizationCode: 60, Grant: 3600, IdToken: 600, Interaction: 3600, Session: 3600 },
    findAccount: (_, sub) => {
      const claims = accounts.get(sub)
      return claims ? { accountId: sub, claims: () => ({ ...claims, sub }) } : undefined
    },
    loadExistingGrant: async ({ oidc }) => {
      const grant = new oidc.provider.Grant({ clientId, accountId: oidc.session!.accountId! })
      grant.addOIDCScope('openid email profile')
      await grant.save()
      return grant
    },
    renderError: (context, { error, error_description: why }) => {
      context.type = 'text'
      context.body = `${error}: ${why}`
    },
  }
  const provider = new Provider(issuers[name], configuration)
  provider.proxy = true

  /** Signs again what its tokens say: of which tenant Microsoft's are, and what a test has planned. */
  const finish = async (idToken: string): Promise<string> => {
    const forgery = settings.takeForgery()
    if (name === 'google' && !forgery) return idToken
    const { claims = (same: JWTPayload) => same, signedBy = 'provider' } = forgery ?? {}
    const said = decodeJwt(idToken)
    const iss = said.iss!.replace('{tenantid}', String(said.tid))
    const payload = claims({ ...said, iss })
    if (signedBy === 'no one') return new UnsecuredJWT(payload).encode()
    const key = signedBy === 'provider' ? keys.privateKey : (await generateKeyPair('RS256')).privateKey
    return new SignJWT(payload).setProtectedHeader({ alg: 'RS256', kid }).sign(key)
  }
  provider.use(async (context, next) => {
    await next()
    const body = context.body as { id_token?: string } | undefined
    if (context.oidc?.route === 'token' && body?.id_token)
      context.body = { ...body, id_token: await finish(body.id_token) }
    if (name !== 'microsoft') return
    // Microsoft does not say in the address who answers.
    if (context.oidc?.route === 'discovery')
      context.body = { ...(context.body as object), authorization_response_iss_parameter_supported: false }
    const location = context.response.get('location') as string | undefined
    if (!location?.startsWith(redirectUri)) return
    const url = new URL(location)
    url.searchParams.delete('iss')
    context.set('location', url.href)
  })
  return {
    provider,
    /** Makes a person known. @returns who they are to the provider */
    admit: (person: SandboxPerson): string => {
      const claims = idTokenClaims(name, person)
      accounts.set(String(claims.sub), claims)
      return String(claims.sub)
    },
  }
}
