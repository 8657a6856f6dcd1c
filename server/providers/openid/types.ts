import type { IdentityProviderName } from '#contract/identity/auth.ts'

/** The secrets of one sign-in, from the moment a browser leaves until it is back. */
export interface SignInSecrets {
  redirectUri: string
  state: string
  nonce: string
  /** Of PKCE. */
  verifier: string
}

/** Who someone is, as a provider has shown. */
export interface ProvenIdentity {
  /** Never changes, and is never given to another. */
  subject: string
  /** Lower case; null where the provider tells none. */
  email: string | null
  /** The provider vouches for the address. Otherwise it is what an administrator somewhere has typed. */
  emailVerified: boolean
  /** The company domain that the provider runs the account for. */
  hostedDomain: string | null
  firstName: string
  surname: string
}

/** Someone people sign in with, instead of a password of ours. */
export interface IdentityProvider {
  /** @throws unavailable (503) where the provider cannot be reached */
  authoriseUrl(secrets: SignInSecrets): Promise<string>
  /**
   * The person who has come back.
   * @param answer what the provider gave the browser to bring
   * @throws invalid_grant (401) for an answer that is not to be believed; unavailable (503)
   */
  identify(answer: { code: string; iss?: string | undefined }, secrets: SignInSecrets): Promise<ProvenIdentity>
}

/** Those that this installation is registered with. */
export type IdentityProviders = Partial<Record<IdentityProviderName, IdentityProvider>>
