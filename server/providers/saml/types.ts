import type { SamlRefusalReason } from '#contract/sso/saml.ts'

/** A team's own identity provider, as its metadata describes it. */
export interface SamlProvider {
  entityId: string
  /** Where browsers are sent with a request. */
  signInUrl: string
  /** Base64 DER; it may sign with any of their keys. */
  certificates: string[]
}

/** Ourselves, as one team's provider knows us. */
export interface SamlService {
  entityId: string
  assertionConsumerUrl: string
}

/** Whom a provider vouches for. */
export interface SamlPerson {
  /** Who they are to the provider, for good. */
  nameId: string
  /** Lower case; null where the provider tells none. */
  email: string | null
  firstName: string
  surname: string
}

export interface SamlAssertion {
  person: SamlPerson
  /** No assertion is taken twice… */
  id: string
  /** …and none after this. */
  expiresAt: Date
}

/** An answer, or metadata, that is not to be believed. */
export class SamlRefusal extends Error {
  readonly reason: SamlRefusalReason
  constructor(reason: SamlRefusalReason, message: string, cause?: unknown) {
    super(message, { cause })
    this.reason = reason
  }
}

/** SAML 2.0, Web Browser SSO: our request by redirect, the provider's answer by POST. */
export interface Saml {
  /** @throws SamlRefusal for what describes no provider that we can work with */
  readProvider(metadata: string): Promise<SamlProvider>
  /** Our own metadata, for a provider to read. */
  describe(service: SamlService): Promise<string>
  /** The provider's page to send a browser to. */
  requestUrl(request: {
    provider: SamlProvider
    service: SamlService
    requestId: string
    relayState: string
  }): Promise<string>
  /**
   * What an answer asserts: signed by the provider, for us, about this request, now.
   * @param answer base64, as the browser brought it
   * @throws SamlRefusal
   */
  verify(
    answer: string,
    expected: { provider: SamlProvider; service: SamlService; requestId: string; nowMs: number },
  ): Promise<SamlAssertion>
}
