import type { IdentityProviderName } from '#contract/identity/auth.ts'
import { hashSecret, randomSecret } from '#server/domains/identity/secrets/index.ts'
import type { Posy } from '#server/platform/posy.ts'
import { invalidFields } from '#server/platform/problem/problem.ts'
import type { IdentityProvider } from '#server/providers/openid/types.ts'
import { linkSecrets, ssoRedirectUri } from './secrets.ts'

/** How long someone may take at the provider. */
const SIGN_IN_MS = 15 * 60_000

interface Wanted {
  provider: IdentityProviderName
  redirectUri: string
}

/** @throws invalid_fields (422) for a provider we are not registered with, or another page than our own */
export function requireOurs(posy: Posy, { provider, redirectUri }: Wanted, name = 'provider'): IdentityProvider {
  const found = posy.providers.identityProviders[provider]
  if (!found) throw invalidFields([{ path: name, message: 'is not set up here', code: 'not_set_up' }])
  if (redirectUri !== ssoRedirectUri(posy, provider))
    throw invalidFields([{ path: 'redirectUri', message: 'is not a page of ours', code: 'redirect_uri' }])
  return found
}

/**
 * Where to send a browser. Its state is written down as a hash, for one answer.
 * @param userId anyone who is signed in, and wants another way into their account
 */
export async function beginSignIn(posy: Posy, wanted: Wanted, userId: string | null): Promise<string> {
  const provider = requireOurs(posy, wanted)
  const state = randomSecret()
  const authoriseUrl = await provider.authoriseUrl(linkSecrets(posy, { ...wanted, state }))
  const nowMs = posy.wall.nowMs()
  await posy.db.deleteFrom('sso_request').where('expires_at', '<', new Date(nowMs)).execute()
  await posy.db
    .insertInto('sso_request')
    .values({
      state_hash: hashSecret(state),
      provider: wanted.provider,
      user_id: userId,
      expires_at: new Date(nowMs + SIGN_IN_MS),
    })
    .execute()
  return authoriseUrl
}

/** Takes a sign-in that was started, once. @returns null where none was, with this provider, or long ago */
export async function takeSignIn(
  posy: Posy,
  { provider, state }: { provider: IdentityProviderName; state: string },
): Promise<{ userId: string | null } | null> {
  const taken = await posy.db
    .deleteFrom('sso_request')
    .where('state_hash', '=', hashSecret(state))
    .where('provider', '=', provider)
    .where('expires_at', '>', new Date(posy.wall.nowMs()))
    .returning('user_id as userId')
    .executeTakeFirst()
  return taken ?? null
}
