import type { Domain } from '#server/platform/http/domain.ts'
import { ssoPersonalData } from './personal-data.ts'
import { ssoRoutes } from './routes.ts'

/** Signing in with someone else's account: Google's or Microsoft's. The token endpoint is here, above all that a first sign-in can lead to. */
export { linkCodeIssued } from './linking/events.ts'
export { domainMissing, lookUpDomainsAgain, MISSING_MS } from './saml/look-up-again.ts'
export { renewSamlConnections } from './saml/renew-connections.ts'
export { deriveLinkCode } from './secrets.ts'

export const ssoDomain: Domain = { name: 'sso', routes: ssoRoutes, personalData: ssoPersonalData }
