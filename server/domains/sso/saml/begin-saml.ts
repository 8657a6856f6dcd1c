import { hashSecret, randomSecret } from '#server/domains/identity/secrets/index.ts'
import type { Posy } from '#server/platform/posy.ts'
import { found, notFound } from '#server/platform/problem/problem.ts'
import { samlAddresses } from './addresses.ts'
import { findSamlConnection, samlProvider, teamVouchingFor } from './queries.ts'

/** How long someone may take at the provider. */
const SIGN_IN_MS = 15 * 60_000

export interface SamlStart {
  url: string
  state: string
  teamId: string
}

/**
 * Where to send a browser. What it must bring back is written down as hashes, for one answer.
 * @throws not_found (404) for teams without a provider that is on, and addresses in no one's domain, alike
 */
export async function beginSaml(
  posy: Posy,
  wanted: { teamId?: string | undefined; email?: string | undefined },
): Promise<SamlStart> {
  const teamId = wanted.teamId ?? (wanted.email ? await teamVouchingFor(posy.db, wanted.email) : null)
  if (!teamId) throw notFound('provider')
  return begin(posy, { teamId, isTest: false })
}

/** A try by an admin, of a provider that may be off. @throws not_found (404) */
export const beginSamlTest = (posy: Posy, teamId: string): Promise<SamlStart> => begin(posy, { teamId, isTest: true })

async function begin(posy: Posy, { teamId, isTest }: { teamId: string; isTest: boolean }): Promise<SamlStart> {
  const connection = found(await findSamlConnection(posy.db, teamId), 'provider')
  if (!connection.is_active && !isTest) throw notFound('provider')
  const [state, relayState] = [randomSecret(), randomSecret()]
  // An XML ID begins with a letter or an underscore.
  const requestId = `_${randomSecret()}`
  const url = await posy.providers.saml.requestUrl({
    provider: samlProvider(connection),
    service: samlAddresses(posy, teamId),
    requestId,
    relayState,
  })
  const nowMs = posy.wall.nowMs()
  await posy.db.deleteFrom('saml_request').where('expires_at', '<', new Date(nowMs)).execute()
  await posy.db
    .insertInto('saml_request')
    .values({
      relay_hash: hashSecret(relayState),
      request_id: requestId,
      team_id: teamId,
      state_hash: hashSecret(state),
      is_test: isTest,
      expires_at: new Date(nowMs + SIGN_IN_MS),
    })
    .execute()
  return { url, state, teamId }
}
