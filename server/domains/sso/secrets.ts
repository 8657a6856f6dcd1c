import { createHmac, timingSafeEqual } from 'node:crypto'
import type { IdentityProviderName } from '#contract/identity/auth.ts'
import type { Posy } from '#server/platform/posy.ts'
import type { SignInSecrets } from '#server/providers/openid/types.ts'

const derive = ({ secret }: Pick<Posy, 'secret'>, what: string): Buffer =>
  createHmac('sha256', secret.current).update(what).digest()

/** Where a provider sends browsers back to: nowhere else. */
export const ssoRedirectUri = ({ config }: Pick<Posy, 'config'>, provider: IdentityProviderName): string =>
  `${config.publicUrl}/sso/${provider}`

/** All that a sign-in needs, worked out from its state whenever it is needed: none of it is stored. */
export const linkSecrets = (
  posy: Pick<Posy, 'config' | 'secret'>,
  { provider, state }: { provider: IdentityProviderName; state: string },
): SignInSecrets => ({
  redirectUri: ssoRedirectUri(posy, provider),
  state,
  nonce: derive(posy, `sso-nonce ${provider} ${state}`).toString('base64url'),
  verifier: derive(posy, `sso-verifier ${provider} ${state}`).toString('base64url'),
})

/** The six digits that are mailed to show whose address it is. */
export const deriveLinkCode = (posy: Pick<Posy, 'secret'>, linkId: string): string =>
  String(derive(posy, `sso-code ${linkId}`).readUInt32BE(0) % 1_000_000).padStart(6, '0')

/** Compares in constant time. */
export const isLinkCode = (posy: Pick<Posy, 'secret'>, linkId: string, code: string): boolean =>
  code.length === 6 && timingSafeEqual(Buffer.from(code), Buffer.from(deriveLinkCode(posy, linkId)))
