import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { data, email, freeText, hostname, id } from '../core/shapes.ts'

/** Metadata and answers of a provider are a few kilobytes; nothing honest comes near this. */
const MAX_SAML_BYTES = 256 * 1024

/** Why an answer of a provider was not believed, for anyone who sets the connection up. */
const samlRefusals = [
  'malformed',
  'declined',
  'signature',
  'issuer',
  'audience',
  'recipient',
  'request',
  'time',
  'identity',
  'replayed',
] as const
export type SamlRefusalReason = (typeof samlRefusals)[number]

/** What a provider is told about us. Where a team’s people start, by link or by a tile of the provider’s. */
export const SamlAddresses = z.object({
  entityId: z.string(),
  assertionConsumerUrl: z.string(),
  metadataUrl: z.string(),
  startUrl: z.string(),
})
export type SamlAddresses = z.infer<typeof SamlAddresses>

export const SamlTest = z.object({
  at: z.string(),
  /** Null where it went well. */
  refusal: z.enum(samlRefusals).nullable(),
  nameId: z.string().nullable(),
  email: z.string().nullable(),
  firstName: z.string(),
  surname: z.string(),
})
export type SamlTest = z.infer<typeof SamlTest>

export const SamlConnection = z.object({
  entityId: z.string(),
  signInUrl: z.string(),
  /** SHA-256 fingerprints of the certificates it signs with. */
  certificates: z.array(z.object({ fingerprint: z.string(), validUntil: z.string() })),
  /** Where its metadata was read from; null where it was uploaded. */
  metadataUrl: z.string().nullable(),
  isActive: z.boolean(),
  lastTest: SamlTest.nullable(),
  dateModified: z.string(),
})
export type SamlConnection = z.infer<typeof SamlConnection>

export const SamlDomain = z.object({
  domain: z.string(),
  /** The DNS record that shows whose it is: a TXT record of this name with this text. */
  record: z.object({ name: z.string(), text: z.string() }),
  verifiedAt: z.string().nullable(),
  /** Since then its record has not been found, though we look once a day. */
  missingSince: z.string().nullable(),
  /** It has been missing for a week: no one joins by the domain until it is found again. */
  isSuspended: z.boolean(),
  /** People who sign in with Google or Microsoft, and an address in it, join the team as participants. */
  autoAccept: z.boolean(),
})
export type SamlDomain = z.infer<typeof SamlDomain>

export const SamlSettings = z.object({
  addresses: SamlAddresses,
  connection: SamlConnection.nullable(),
  domains: z.array(SamlDomain),
  /** Who may sign in with a password and a second step whatever the team asks for. */
  emergencyAdmin: z
    .object({ userId: z.string(), name: z.string(), email: z.string(), hasSecondFactor: z.boolean() })
    .nullable(),
})
export type SamlSettings = z.infer<typeof SamlSettings>

const teamParams = z.object({ id: id('team') })
const manages = { tag: 'SAML', access: 'session', permission: 'team-admin' } as const
const settings = data(SamlSettings)

export const getSamlSettings = endpoint({
  ...manages,
  id: 'getSamlSettings',
  method: 'GET',
  path: '/v3/teams/{id}/saml',
  summary:
    'How a team’s people sign in with its own identity provider (SAML 2.0), and what the provider needs to know.',
  params: teamParams,
  response: settings,
  errors: ['not_found', 'wrong_state'],
})

export const putSamlConnection = endpoint({
  ...manages,
  id: 'putSamlConnection',
  method: 'PUT',
  path: '/v3/teams/{id}/saml',
  summary:
    'Connects a provider by its metadata, as text or read once from an https address. Another provider than before (by entity id) is off until switched on, and its people show once more which accounts are theirs.',
  params: teamParams,
  body: z
    .object({ metadata: freeText(MAX_SAML_BYTES).optional(), metadataUrl: freeText(2000).optional() })
    .refine(({ metadata, metadataUrl }) => !metadata !== !metadataUrl, {
      path: ['metadata'],
      message: 'send either metadata or metadataUrl',
    }),
  bodyLimitBytes: 2 * MAX_SAML_BYTES,
  response: settings,
  errors: ['not_found', 'wrong_state'],
})

export const switchSamlConnection = endpoint({
  ...manages,
  id: 'switchSamlConnection',
  method: 'PATCH',
  path: '/v3/teams/{id}/saml',
  summary: 'Switches the provider on or off as a way to sign in, among the team’s `authMethods`.',
  params: teamParams,
  body: z.object({ isActive: z.boolean() }),
  response: settings,
  errors: ['not_found', 'wrong_state'],
})

export const deleteSamlConnection = endpoint({
  ...manages,
  id: 'deleteSamlConnection',
  method: 'DELETE',
  path: '/v3/teams/{id}/saml',
  summary: 'Disconnects the provider. Accounts stay; who they are to the provider is forgotten.',
  params: teamParams,
  response: settings,
  errors: ['not_found', 'wrong_state'],
})

const SamlStart = z.object({
  /** The provider’s page to send the browser to. */
  url: z.string(),
  /** Kept by that browser alone: what comes back is good only together with it. */
  state: z.string(),
})

export const testSamlConnection = endpoint({
  ...manages,
  id: 'testSamlConnection',
  method: 'POST',
  path: '/v3/teams/{id}/saml/tests',
  summary: 'Begins a sign-in that signs no one in: what came of it is the connection’s `lastTest`.',
  params: teamParams,
  status: 201,
  response: data(SamlStart),
  errors: ['not_found', 'wrong_state'],
})

const domainParams = teamParams.extend({ domain: hostname().meta({ free: true }) })

export const addSamlDomain = endpoint({
  ...manages,
  id: 'addSamlDomain',
  method: 'POST',
  path: '/v3/teams/{id}/saml/domains',
  summary: 'Names a domain of the team’s, and says which DNS record shows that it is.',
  params: teamParams,
  body: z.object({ domain: hostname() }),
  status: 201,
  response: settings,
  errors: ['not_found', 'wrong_state'],
})

export const verifySamlDomain = endpoint({
  ...manages,
  id: 'verifySamlDomain',
  method: 'POST',
  path: '/v3/teams/{id}/saml/domains/{domain}/verify',
  summary: 'Looks the DNS record up. With it, the team’s provider may open accounts for addresses in the domain.',
  params: domainParams,
  response: settings,
  errors: ['not_found', 'wrong_state', 'conflict', 'unavailable'],
})

export const updateSamlDomain = endpoint({
  ...manages,
  id: 'updateSamlDomain',
  method: 'PATCH',
  path: '/v3/teams/{id}/saml/domains/{domain}',
  summary:
    'Whether people with an address in a verified domain join the team when they first sign in with Google or Microsoft.',
  params: domainParams,
  body: z.object({ autoAccept: z.boolean() }),
  response: settings,
  errors: ['not_found', 'wrong_state'],
})

export const removeSamlDomain = endpoint({
  ...manages,
  id: 'removeSamlDomain',
  method: 'DELETE',
  path: '/v3/teams/{id}/saml/domains/{domain}',
  summary: 'Gives a domain up. Accounts stay.',
  params: domainParams,
  response: settings,
  errors: ['not_found', 'wrong_state'],
})

export const putEmergencyAdmin = endpoint({
  ...manages,
  id: 'putEmergencyAdmin',
  method: 'PUT',
  path: '/v3/teams/{id}/emergency-admin',
  summary:
    'Names the one team admin who may sign in with a password and a second step whatever `authMethods` ask for; null names no one.',
  params: teamParams,
  body: z.object({ userId: id('user').nullable() }),
  response: data(z.object({ userId: z.string().nullable() })),
  errors: ['not_found', 'wrong_state'],
})

const open = { tag: 'SAML', access: 'public' } as const

export const getSamlService = endpoint({
  ...open,
  id: 'getSamlService',
  method: 'GET',
  path: '/v3/sso/saml/{teamId}',
  summary: 'What a team’s provider needs to know of us, with our metadata as XML. The same for every id, known or not.',
  params: z.object({ teamId: z.uuid().meta({ free: true }) }),
  response: data(SamlAddresses.extend({ metadata: z.string() })),
})

export const beginSamlSignIn = endpoint({
  ...open,
  id: 'beginSamlSignIn',
  method: 'POST',
  path: '/v3/sso/saml/requests',
  summary:
    'Where to send a browser to sign in with a team’s own provider, found by the team or by a work address in one of its verified domains.',
  body: z
    .object({ teamId: z.uuid().meta({ free: true }).optional(), email: email().optional() })
    .refine(({ teamId, email }) => (teamId === undefined) !== (email === undefined), {
      path: ['email'],
      message: 'send either teamId or email',
    }),
  status: 201,
  response: data(SamlStart.extend({ teamId: z.string() })),
  errors: ['not_found', 'unavailable'],
})

export const takeSamlAnswer = endpoint({
  ...open,
  id: 'takeSamlAnswer',
  method: 'POST',
  path: '/v3/sso/saml',
  summary:
    'Takes a provider’s answer to a request of ours, once, and sends the browser on with a code. Only the browser that began can redeem it (`grant_type=sso` with `identityProvider=saml`). A browser that is refused is sent to the sign-in page.',
  bodyKind: 'form',
  bodyLimitBytes: MAX_SAML_BYTES,
  body: z.object({ SAMLResponse: freeText(MAX_SAML_BYTES), RelayState: freeText(200) }),
  status: 303,
  response: data(z.object({ location: z.string() })),
  errors: ['invalid_grant'],
})

export const samlEndpoints = {
  getSamlSettings,
  putSamlConnection,
  switchSamlConnection,
  deleteSamlConnection,
  testSamlConnection,
  addSamlDomain,
  verifySamlDomain,
  updateSamlDomain,
  removeSamlDomain,
  putEmergencyAdmin,
  getSamlService,
  beginSamlSignIn,
  takeSamlAnswer,
}
