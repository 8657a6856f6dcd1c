import { createHash, randomBytes } from 'node:crypto'
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

const POST = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST'
const REDIRECT = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect'
const PERSISTENT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent'
const GOOD_FOR_MS = 5 * 60_000

const attribute = (name: string) =>
  `<saml:Attribute Name="${name}"><saml:AttributeValue>{${name}}</saml:AttributeValue></saml:Attribute>`
const STATEMENTS = `<saml:AuthnStatement AuthnInstant="{IssueInstant}" SessionIndex="{SessionIndex}"><saml:AuthnContext><saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:unspecified</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement><saml:AttributeStatement>${['email', 'firstName', 'surname'].map(attribute).join('')}</saml:AttributeStatement>`

const newId = () => `_${randomBytes(16).toString('hex')}`

/** Loaded with the first sign-in; it insists on being told how to check schemas, and we have none. */
async function library() {
  const samlify = await import('samlify')
  samlify.setSchemaValidator({ validate: async () => 'unchecked' })
  return samlify
}

/** A SAML identity provider by samlify: it reads requests and signs assertions as real ones do. */
export async function openSamlProvider({ name, baseUrl, key }: SamlProviderSettings) {
  const samlify = await library()
  const identityProvider = ({ privateKey, certificate }: SigningKey) =>
    samlify.IdentityProvider({
      entityID: `${baseUrl}/metadata`,
      signingCert: certificate,
      privateKey,
      requestSignatureAlgorithm: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
      nameIDFormat: [PERSISTENT],
      singleSignOnService: [{ Binding: REDIRECT, Location: `${baseUrl}/sign-in` }],
      singleLogoutService: [{ Binding: REDIRECT, Location: `${baseUrl}/sign-out` }],
      loginResponseTemplate: {
        attributes: [],
        context: samlify.SamlLib.defaultLoginResponseTemplate.context.replace(
          '{AuthnStatement}{AttributeStatement}',
          STATEMENTS,
        ),
      },
    } as Parameters<typeof samlify.IdentityProvider>[0])
  const createService = (
    { entityId, assertionConsumerUrl }: Omit<Asked, 'requestId'>,
    signs: 'assertion' | 'response',
  ) =>
    samlify.ServiceProvider({
      entityID: entityId,
      wantAssertionsSigned: signs === 'assertion',
      assertionConsumerService: [{ Binding: POST, Location: assertionConsumerUrl }],
    })
  const own = identityProvider(key)
  return {
    metadata: own.getMetadata(),
    /** Who asks for what. */
    readRequest: async (query: Record<string, string>): Promise<Asked> => {
      const anyone = createService({ entityId: 'anyone', assertionConsumerUrl: baseUrl }, 'assertion')
      const { extract } = await own.parseLoginRequest(anyone, 'redirect', { query })
      return {
        requestId: String(extract.request?.id),
        assertionConsumerUrl: String(extract.request?.assertionConsumerServiceUrl),
        entityId: String(extract.issuer),
      }
    },
    /** @returns the answer as a browser is to bring it, in base64 */
    answer: async (
      asked: Asked,
      person: SamlSandboxPerson,
      { nowMs, forgery = {} }: { nowMs: number; forgery?: SamlForgery | undefined },
    ): Promise<string> => {
      const at = (ms: number) => new Date(nowMs + ms).toISOString()
      const values = {
        ...{ ID: newId(), AssertionID: newId(), SessionIndex: newId() },
        ...{ Issuer: own.entityMeta.getEntityID(), IssueInstant: at(0), InResponseTo: asked.requestId },
        ...{ Destination: asked.assertionConsumerUrl, SubjectRecipient: asked.assertionConsumerUrl },
        ...{ Audience: asked.entityId, StatusCode: 'urn:oasis:names:tc:SAML:2.0:status:Success' },
        ...{ ConditionsNotBefore: at(0), ConditionsNotOnOrAfter: at(GOOD_FOR_MS) },
        SubjectConfirmationDataNotOnOrAfter: at(GOOD_FOR_MS),
        ...{ NameIDFormat: PERSISTENT, NameID: person.nameId || deriveNameId(name, person.email) },
        ...{ email: person.email, firstName: person.firstName, surname: person.surname },
        ...forgery.says,
      }
      const { signedBy, signs = 'assertion', before = (xml: string) => xml } = forgery
      const signer = signedBy ? identityProvider(signedBy) : own
      const { context } = await signer.createLoginResponse(
        createService(asked, signs),
        { extract: {} },
        'post',
        {},
        (template: string) => ({
          id: values.ID,
          context: before(samlify.SamlLib.replaceTagsByValue(template, values)),
        }),
      )
      return context
    },
  }
}

/** The same for the same address, in every process and after a restart. */
const deriveNameId = (provider: string, email: string) =>
  createHash('sha256').update(`${provider} ${email}`).digest('hex').slice(0, 32)
