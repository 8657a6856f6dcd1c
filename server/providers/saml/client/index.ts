import type { SamlConfig } from '@node-saml/node-saml'
import type { XmlElement } from '#server/platform/xml.ts'
import { type Saml, type SamlProvider, SamlRefusal, type SamlService } from '#server/providers/saml/types.ts'
import { readAssertion } from './read-assertion.ts'
import { readProvider } from './read-provider.ts'
import { childElements, descendantElements, elementText, readPlainXml } from './read-xml.ts'

const SUCCESS = 'urn:oasis:names:tc:SAML:2.0:status:Success'
const ALGORITHMS: Record<'SignatureMethod' | 'DigestMethod', readonly string[]> = {
  SignatureMethod: [
    'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
    'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512',
  ],
  DigestMethod: ['http://www.w3.org/2001/04/xmlenc#sha256', 'http://www.w3.org/2001/04/xmlenc#sha512'],
}

/** SAML 2.0 with a team's own provider, by node-saml; what is said in an assertion is judged here, by our clock. */
export function openSaml(): Saml {
  return {
    readProvider,
    describe: async (service) => (await open({ service })).generateServiceProviderMetadata(null),
    requestUrl: async ({ provider, service, requestId, relayState }) =>
      (await open({ service, provider, requestId })).getAuthorizeUrlAsync(relayState, undefined, {}),
    verify: async (answer, { provider, service, requestId, nowMs }) => {
      const xml = Buffer.from(answer, 'base64').toString('utf8')
      requirePlain(readPlainXml(xml), { provider, service, requestId })
      const assertion = await signedAssertion(answer, { provider, service, requestId })
      return readAssertion(assertion, { issuer: provider.entityId, service, requestId, nowMs })
    },
  }
}

interface Parties {
  service: SamlService
  provider?: SamlProvider
  requestId?: string
}

/** Loaded with the first sign-in: most processes never need it. */
async function open({ service, provider, requestId }: Parties) {
  const { SAML, ValidateInResponseTo } = await import('@node-saml/node-saml')
  const settings: SamlConfig = {
    issuer: service.entityId,
    callbackUrl: service.assertionConsumerUrl,
    audience: service.entityId,
    idpCert: provider?.certificates ?? 'none',
    wantAssertionsSigned: true,
    wantAuthnResponseSigned: false,
    signatureAlgorithm: 'sha256',
    // Whichever the provider is set up to send, shown in whichever way it likes.
    identifierFormat: null,
    disableRequestedAuthnContext: true,
    // It knows this machine's clock only: times are judged by readAssertion.
    acceptedClockSkewMs: -1,
    validateInResponseTo: ValidateInResponseTo.always,
    ...(provider ? { entryPoint: provider.signInUrl, idpIssuer: provider.entityId } : {}),
    ...(requestId ? { generateUniqueId: () => requestId, cacheProvider: oneRequest(requestId) } : {}),
  }
  return new SAML(settings)
}

/** The request that is under way: the database holds it, and lets it be answered once. */
const oneRequest = (requestId: string): NonNullable<SamlConfig['cacheProvider']> => ({
  saveAsync: async () => null,
  getAsync: async (id) => (id === requestId ? new Date().toISOString() : null),
  removeAsync: async (id) => id,
})

/** One assertion, in clear, signed by nothing weak, in a response to our request. @throws SamlRefusal */
function requirePlain(response: XmlElement, { provider, service, requestId }: Required<Parties>): void {
  if (response.name !== 'Response') throw new SamlRefusal('malformed', 'It is no response.')
  const status = childElements(childElements(response, 'Status')[0], 'StatusCode')[0]?.attributes.Value
  if (status !== SUCCESS) throw new SamlRefusal('declined', 'The provider has signed no one in.')
  if (
    descendantElements(response, 'Assertion').length !== 1 ||
    descendantElements(response, 'EncryptedAssertion').length > 0
  )
    throw new SamlRefusal('malformed', 'It must hold one assertion, in clear.')
  const [issuer] = childElements(response, 'Issuer')
  if (issuer && elementText(issuer) !== provider.entityId) throw new SamlRefusal('issuer', 'It is from someone else.')
  const { InResponseTo, Destination } = response.attributes
  if (InResponseTo !== requestId) throw new SamlRefusal('request', 'It answers another request.')
  if (Destination && Destination !== service.assertionConsumerUrl)
    throw new SamlRefusal('recipient', 'It was to be brought somewhere else.')
  for (const [element, allowed] of Object.entries(ALGORITHMS)) {
    if (descendantElements(response, element).some(({ attributes }) => !allowed.includes(attributes.Algorithm ?? '')))
      throw new SamlRefusal('signature', 'It is signed in a way that can be forged.')
  }
}

/** The assertion as it was signed, and nothing else of the answer. @throws SamlRefusal */
async function signedAssertion(answer: string, parties: Required<Parties>): Promise<XmlElement> {
  const { profile } = await (await open(parties))
    .validatePostResponseAsync({ SAMLResponse: answer })
    .catch((cause: unknown) => {
      const isAudience = cause instanceof Error && /audience/i.test(cause.message)
      throw new SamlRefusal(isAudience ? 'audience' : 'signature', 'It is not signed as it must be.', cause)
    })
  const xml = profile?.getAssertionXml?.()
  if (!xml) throw new SamlRefusal('signature', 'Nothing in it is signed.')
  return readPlainXml(xml)
}
