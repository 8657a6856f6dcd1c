import type { SamlAddresses } from '#contract/sso/saml.ts'
import type { Posy } from '#server/platform/posy.ts'

/** Where a browser brings its code; it is no page that a provider knows. */
export const samlReturnUrl = ({ config }: Pick<Posy, 'config'>): string => `${config.publicUrl}/sso/saml/return`

/** What a team's provider knows us by. Each team has an entity id of its own: what is meant for one is of no use to another. */
export function samlAddresses({ config: { publicUrl } }: Pick<Posy, 'config'>, teamId: string): SamlAddresses {
  const metadataUrl = `${publicUrl}/sso/saml/${teamId}/metadata`
  return {
    entityId: metadataUrl,
    assertionConsumerUrl: `${publicUrl}/v3/sso/saml`,
    metadataUrl,
    startUrl: `${publicUrl}/sso/saml/${teamId}`,
  }
}
