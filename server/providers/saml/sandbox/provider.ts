import { createHash, randomBytes } from 'node:crypto'
import { inflateRawSync } from 'node:zlib'
import { readXml, textAt } from '#server/platform/xml.ts'
import { escapeHtml } from '#server/providers/sandbox/page.ts'
import type { SigningKey } from './keys.ts'

/** Someone who has an account with a simulated provider. */
export interface SamlSandboxPerson {
  email: string
  firstName: string
  surname: string
  /** Who they are to the provider; worked out from the address unless told. */
  nameId?: string
}

/** What a test may have the next answer say, and which key signs it. */
export interface SamlForgery {
  /** Placeholders of the answer: `Audience`, `SubjectRecipient`, `ConditionsNotOnOrAfter`, … */
  says?: Record<string, string>
  signedBy?: SigningKey
  /** The response as a whole, and not the assertion in it. */
  signs?: 'assertion' | 'response'
  /** What happens to the XML before it is signed. */
  before?: (xml: string) => string
}

export interface SamlProviderSettings {
  name: string
  /** Of its own pages. */
  baseUrl: string
  key: SigningKey
}

interface Asked {
  requestId: string
  /** Who asks. */
  entityId: string
  assertionConsumerUrl: string
}

const SAML = 'urn:oasis:names:tc:SAML:2.0'
const PERSISTENT = `${SAML}:nameid-format:persistent`
const SIGNATURES = 'http://www.w3.org/2000/09/xmldsig#'
const CANONICAL = 'http://www.w3.org/2001/10/xml-exc-c14n#'
const GOOD_FOR_MS = 5 * 60_000

const METADATA = `<EntityDescriptor xmlns="${SAML}:metadata" entityID="{Issuer}">
  <IDPSSODescriptor WantAuthnRequestsSigned="false" protocolSupportEnumeration="${SAML}:protocol">
    <KeyDescriptor use="signing"><KeyInfo xmlns="${SIGNATURES}"><X509Data><X509Certificate>{Certificate}</X509Certificate></X509Data></KeyInfo></KeyDescriptor>
    <NameIDFormat>${PERSISTENT}</NameIDFormat>
    <SingleSignOnService Binding="${SAML}:bindings:HTTP-Redirect" Location="{SignInUrl}"/>
  </IDPSSODescriptor>
</EntityDescriptor>`

const attribute = (name: string) =>
  `<saml:Attribute Name="${name}"><saml:AttributeValue>{${name}}</saml:AttributeValue></saml:Attribute>`
/** Without white space between its elements, as providers write it. */
const RESPONSE = `
<samlp:Response xmlns:samlp="${SAML}:protocol" xmlns:saml="${SAML}:assertion" ID="{ID}" Version="2.0" IssueInstant="{IssueInstant}" Destination="{Destination}" InResponseTo="{InResponseTo}">
  <saml:Issuer>{Issuer}</saml:Issuer>
  <samlp:Status><samlp:StatusCode Value="{StatusCode}"/></samlp:Status>
  <saml:Assertion xmlns:saml="${SAML}:assertion" ID="{AssertionID}" Version="2.0" IssueInstant="{IssueInstant}">
    <saml:Issuer>{Issuer}</saml:Issuer>
    <saml:Subject>
      <saml:NameID Format="{NameIDFormat}">{NameID}</saml:NameID>
      <saml:SubjectConfirmation Method="${SAML}:cm:bearer">
        <saml:SubjectConfirmationData NotOnOrAfter="{SubjectConfirmationDataNotOnOrAfter}" Recipient="{SubjectRecipient}" InResponseTo="{InResponseTo}"/>
      </saml:SubjectConfirmation>
    </saml:Subject>
    <saml:Conditions NotBefore="{ConditionsNotBefore}" NotOnOrAfter="{ConditionsNotOnOrAfter}">
      <saml:AudienceRestriction><saml:Audience>{Audience}</saml:Audience></saml:AudienceRestriction>
    </saml:Conditions>
    <saml:AuthnStatement AuthnInstant="{IssueInstant}" SessionIndex="{SessionIndex}">
      <saml:AuthnContext><saml:AuthnContextClassRef>${SAML}:ac:classes:unspecified</saml:AuthnContextClassRef></saml:AuthnContext>
    </saml:AuthnStatement>
    <saml:AttributeStatement>${['email', 'firstName', 'surname'].map(attribute).join('')}</saml:AttributeStatement>
  </saml:Assertion>
</samlp:Response>`.replaceAll(/\n */g, '')

const fill = (template: string, values: Record<string, string>) =>
  template.replaceAll(/\{(\w+)\}/g, (_, name: string) => escapeHtml(values[name] ?? ''))

const newId = () => `_${randomBytes(16).toString('hex')}`

/** A SAML identity provider: it reads requests and signs assertions as real ones do. */
export function openSamlProvider({ name, baseUrl, key }: SamlProviderSettings) {
  const Issuer = `${baseUrl}/metadata`
  const Certificate = key.certificate.replaceAll(/-----[A-Z ]+-----|\s/g, '')
  return {
    metadata: fill(METADATA, { Issuer, Certificate, SignInUrl: `${baseUrl}/sign-in` }),
    /** Who asks for what. */
    readRequest: ({ SAMLRequest = '' }: Record<string, string>): Asked => {
      const request = readXml(inflateRawSync(Buffer.from(SAMLRequest, 'base64')).toString())
      if ('error' in request) throw new Error(`The request ${request.error}`)
      return {
        requestId: request.attributes.ID ?? '',
        assertionConsumerUrl: request.attributes.AssertionConsumerServiceURL ?? '',
        entityId: textAt(request, 'Issuer'),
      }
    },
    /** @returns the answer as a browser is to bring it, in base64 */
    answer: async (
      asked: Asked,
      person: SamlSandboxPerson,
      { nowMs, forgery = {} }: { nowMs: number; forgery?: SamlForgery | undefined },
    ): Promise<string> => {
      const at = (ms: number) => new Date(nowMs + ms).toISOString()
      const xml = fill(RESPONSE, {
        ...{ ID: newId(), AssertionID: newId(), SessionIndex: newId() },
        ...{ Issuer, IssueInstant: at(0), InResponseTo: asked.requestId },
        ...{ Destination: asked.assertionConsumerUrl, SubjectRecipient: asked.assertionConsumerUrl },
        ...{ Audience: asked.entityId, StatusCode: `${SAML}:status:Success` },
        ...{ ConditionsNotBefore: at(0), ConditionsNotOnOrAfter: at(GOOD_FOR_MS) },
        SubjectConfirmationDataNotOnOrAfter: at(GOOD_FOR_MS),
        ...{ NameIDFormat: PERSISTENT, NameID: person.nameId || deriveNameId(name, person.email) },
        ...{ email: person.email, firstName: person.firstName, surname: person.surname },
        ...forgery.says,
      })
      const { signedBy = key, signs = 'assertion', before = (plain: string) => plain } = forgery
      const signed = await sign(before(xml), signedBy, signs === 'assertion' ? 'Assertion' : 'Response')
      return Buffer.from(signed).toString('base64')
    },
  }
}

/** Signs an element with RSA and SHA-256; the signature stands in it, after its issuer. */
async function sign(xml: string, { privateKey, certificate }: SigningKey, element: 'Assertion' | 'Response') {
  // Loaded with the first sign-in: most processes never need it.
  const { SignedXml } = await import('xml-crypto')
  const xpath = `//*[local-name(.)='${element}']`
  const signer = new SignedXml({
    privateKey,
    publicCert: certificate,
    signatureAlgorithm: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
    canonicalizationAlgorithm: CANONICAL,
  })
  signer.addReference({
    xpath,
    digestAlgorithm: 'http://www.w3.org/2001/04/xmlenc#sha256',
    transforms: [`${SIGNATURES}enveloped-signature`, CANONICAL],
  })
  const location = { reference: `${xpath}/*[local-name(.)='Issuer']`, action: 'after' } as const
  signer.computeSignature(xml, { prefix: 'ds', location })
  return signer.getSignedXml()
}

/** The same for the same address, in every process and after a restart. */
const deriveNameId = (provider: string, email: string) =>
  createHash('sha256').update(`${provider} ${email}`).digest('hex').slice(0, 32)
