import type { SignInMethod } from '#contract/identity/auth.ts'
import type { SamlRefusalReason } from '#contract/sso/saml.ts'
import { providerNames } from '#web/app/entrance/sso/labels.ts'

export const methodNames: Record<SignInMethod, string> = {
  password: 'Email address and password',
  ...providerNames,
  saml: 'SSO with your own provider',
}

/** Why a test failed, and where to look. */
export const refusalLabels: Record<SamlRefusalReason, string> = {
  malformed: 'The answer could not be read. Send one assertion that is signed and not encrypted.',
  declined: 'Your provider answered that it signed no one in. Check that the person may use Posy there.',
  signature:
    'The assertion is not signed with a certificate we know, or only the response is. Sign assertions with SHA-256, or renew the metadata here.',
  issuer: 'The answer is from another entity id than the metadata names.',
  audience: 'The assertion is for another audience. Set it to our entity id.',
  recipient: 'The assertion was meant for another address. Set it to our assertion consumer address.',
  request: 'The answer is not about our request. Sign-ins begin at Posy, not at your provider.',
  time: 'The assertion was over, or not good yet. Check your provider’s clock.',
  identity: 'The assertion names no one for good. Send a name id that stays the same, not a transient one.',
  replayed: 'The assertion was used before.',
}
