import type { XmlElement } from '#server/platform/xml.ts'
import { type SamlAssertion, type SamlPerson, SamlRefusal, type SamlService } from '#server/providers/saml/types.ts'
import { childElements, elementText } from './read-xml.ts'

/** How far a provider's clock and ours may be apart. */
const SKEW_MS = 120_000
const BEARER = 'urn:oasis:names:tc:SAML:2.0:cm:bearer'
const TRANSIENT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient'
const MAX_TEXT = 256

export interface Expected {
  issuer: string
  service: SamlService
  requestId: string
  nowMs: number
}

/** What a signed assertion says, if it says it of someone, to us, about this request, now. @throws SamlRefusal */
export function readAssertion(assertion: XmlElement, expected: Expected): SamlAssertion {
  const { issuer, nowMs } = expected
  const id = assertion.attributes.ID
  if (!id || id.length > MAX_TEXT) throw new SamlRefusal('malformed', 'The assertion has no ID.')
  if (elementText(childElements(assertion, 'Issuer')[0]) !== issuer)
    throw new SamlRefusal('issuer', 'The assertion is from someone else.')
  const confirmedUntilMs = confirm(only(assertion, 'Subject'), expected)
  const conditions = only(assertion, 'Conditions')
  const audiences = childElements(conditions, 'AudienceRestriction')
  const isForUs = (restriction: XmlElement) =>
    childElements(restriction, 'Audience').some((audience) => elementText(audience) === expected.service.entityId)
  if (audiences.length === 0 || !audiences.every(isForUs))
    throw new SamlRefusal('audience', 'The assertion is for another service.')
  requireNow(conditions, nowMs)
  return { id, expiresAt: new Date(confirmedUntilMs + SKEW_MS), person: readPerson(assertion) }
}

/** The one element of a name. @throws SamlRefusal for none and for several */
function only(parent: XmlElement, name: string): XmlElement {
  const [found, ...more] = childElements(parent, name)
  if (!found || more.length) throw new SamlRefusal('malformed', `The assertion needs one ${name}.`)
  return found
}

/** Anyone who brings it is who it is about, here, for this request, until then. @returns when that ends */
function confirm(subject: XmlElement, { service, requestId, nowMs }: Expected): number {
  const confirmation = only(subject, 'SubjectConfirmation')
  const data = only(confirmation, 'SubjectConfirmationData')
  if (confirmation.attributes.Method !== BEARER)
    throw new SamlRefusal('malformed', 'The subject is not confirmed as bearer.')
  if (data.attributes.Recipient !== service.assertionConsumerUrl)
    throw new SamlRefusal('recipient', 'The assertion was to be brought somewhere else.')
  if (data.attributes.InResponseTo !== requestId)
    throw new SamlRefusal('request', 'The assertion answers another request.')
  if (!data.attributes.NotOnOrAfter) throw new SamlRefusal('time', 'The confirmation does not say how long it is good.')
  requireNow(data, nowMs)
  return parseMomentMs(data.attributes.NotOnOrAfter)
}

function requireNow({ attributes }: XmlElement, nowMs: number): void {
  if (attributes.NotBefore && nowMs + SKEW_MS < parseMomentMs(attributes.NotBefore))
    throw new SamlRefusal('time', 'It is not good yet.')
  if (attributes.NotOnOrAfter && nowMs - SKEW_MS >= parseMomentMs(attributes.NotOnOrAfter))
    throw new SamlRefusal('time', 'It is no longer valid.')
}

function parseMomentMs(text: string): number {
  const ms = Date.parse(text)
  if (Number.isNaN(ms)) throw new SamlRefusal('malformed', 'It holds a time that is none.')
  return ms
}

const CLAIMS = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims'
/** What providers call the same things, without regard to case. */
const names = {
  email: ['email', 'mail', 'emailaddress', 'urn:oid:0.9.2342.19200300.100.1.3', `${CLAIMS}/emailaddress`],
  firstName: ['firstname', 'givenname', 'given_name', 'urn:oid:2.5.4.42', `${CLAIMS}/givenname`],
  surname: ['surname', 'lastname', 'sn', 'family_name', 'urn:oid:2.5.4.4', `${CLAIMS}/surname`],
}
const ADDRESS = /^[^\s@]+@[^\s@]+\.[^\s@]+$/

function readPerson(assertion: XmlElement): SamlPerson {
  const [element, ...more] = childElements(only(assertion, 'Subject'), 'NameID')
  const nameId = elementText(element)
  if (!nameId || nameId.length > MAX_TEXT || more.length)
    throw new SamlRefusal('identity', 'The assertion names no one.')
  if (element?.attributes.Format === TRANSIENT)
    throw new SamlRefusal('identity', 'The name is a passing one: the person could not be known again.')
  const told = childElements(assertion, 'AttributeStatement').flatMap((one) => childElements(one, 'Attribute'))
  const attributeText = (wanted: readonly string[]) => {
    const attribute = told.find(({ attributes }) => wanted.includes(attributes.Name?.toLowerCase() ?? ''))
    return elementText(childElements(attribute, 'AttributeValue')[0]).slice(0, MAX_TEXT)
  }
  const email = [attributeText(names.email), nameId].find((text) => ADDRESS.test(text) && text.length <= 254)
  return {
    nameId,
    email: email?.toLowerCase() ?? null,
    firstName: attributeText(names.firstName),
    surname: attributeText(names.surname),
  }
}
