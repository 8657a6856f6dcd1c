import { X509Certificate } from 'node:crypto'
import type { XmlElement } from '#server/platform/xml.ts'
import { type SamlProvider, SamlRefusal } from '#server/providers/saml/types.ts'
import { childElements, elementText, readPlainXml } from './read-xml.ts'

const REDIRECT = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect'
const MAX_CERTIFICATES = 10
const MIN_RSA_BITS = 2048

const refuse = (message: string) => new SamlRefusal('malformed', message)

/** @throws SamlRefusal */
export async function readProvider(metadata: string): Promise<SamlProvider> {
  const root = readPlainXml(metadata.replace(/<!--[\s\S]*?-->/g, '').trim())
  const entities = root.name === 'EntityDescriptor' ? [root] : childElements(root, 'EntityDescriptor')
  const providers = entities.filter((entity) => childElements(entity, 'IDPSSODescriptor').length === 1)
  const [entity] = providers
  if (!entity || providers.length > 1) throw refuse('must describe one identity provider')
  const entityId = entity.attributes.entityID?.trim()
  if (!entityId || entityId.length > 1024) throw refuse('has no entityID')
  const descriptor = childElements(entity, 'IDPSSODescriptor')[0]
  const signInUrl = childElements(descriptor, 'SingleSignOnService').find(
    ({ attributes }) => attributes.Binding === REDIRECT,
  )?.attributes.Location
  if (!signInUrl || !/^https?:$/.test(URL.parse(signInUrl)?.protocol ?? ''))
    throw refuse('has no SingleSignOnService with the binding HTTP-Redirect')
  const certificates = certificatesIn(descriptor)
  if (certificates.length === 0) throw refuse('has no certificate to check signatures with')
  return { entityId, signInUrl, certificates }
}

/** Of the keys that sign. */
function certificatesIn(descriptor: XmlElement | undefined): string[] {
  const found = childElements(descriptor, 'KeyDescriptor')
    .filter(({ attributes }) => attributes.use !== 'encryption')
    .flatMap((key) => childElements(key, 'KeyInfo'))
    .flatMap((info) => childElements(info, 'X509Data'))
    .flatMap((data) => childElements(data, 'X509Certificate'))
    // Some write the armour of a PEM file too.
    .map((element) => elementText(element).replaceAll(/-----(BEGIN|END) CERTIFICATE-----|\s/g, ''))
  const distinct = [...new Set(found)]
  if (distinct.length > MAX_CERTIFICATES) throw refuse(`has more than ${MAX_CERTIFICATES} certificates`)
  const faults = distinct.map(findFault)
  const good = distinct.filter((_, at) => faults[at] === null)
  // What it signs with another key is refused as it comes; one that is good is enough to sign in with.
  const [fault] = faults
  if (good.length === 0 && fault) throw refuse(fault)
  return good
}

/** Why a certificate is not one to check signatures with, or null. */
function findFault(certificate: string): string | null {
  let key: X509Certificate['publicKey']
  try {
    key = new X509Certificate(Buffer.from(certificate, 'base64')).publicKey
  } catch {
    return 'has a certificate that cannot be read'
  }
  return key.asymmetricKeyType !== 'rsa' || (key.asymmetricKeyDetails?.modulusLength ?? 0) < MIN_RSA_BITS
    ? `has a certificate whose key is not RSA of ${MIN_RSA_BITS} bits or more`
    : null
}
