import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { asSystem, type Posy } from '#server/platform/posy.ts'
import { readProvider } from './change-connection.ts'
import { findSamlConnection, samlProvider } from './queries.ts'

const AGAIN_AFTER_MS = 24 * 3_600_000

/**
 * Reads the metadata of connected providers from its address again, once a day: a provider that changes its certificate
 * announces the new one there first. What cannot be read, or tells of another provider, changes nothing.
 */
export async function renewSamlConnections(posy: Posy): Promise<void> {
  for (let next = await takeDue(posy); next; next = await takeDue(posy)) {
    try {
      await renew(posy, next)
    } catch (error) {
      posy.log.warn({ teamId: next.teamId, err: error }, "an identity provider's metadata could not be read again")
    }
  }
}

interface Due {
  teamId: string
  metadataUrl: string
}

/** The one that waits longest; of several workers one takes it. */
async function takeDue(posy: Posy): Promise<Due | undefined> {
  const now = posy.wall.nowMs()
  const { rows } = await sql<Due>`
    update saml_connection set metadata_read_at = ${new Date(now)}
    where team_id = (
      select team_id from saml_connection
      where metadata_url is not null and coalesce(metadata_read_at, updated_at) <= ${new Date(now - AGAIN_AFTER_MS)}
      order by coalesce(metadata_read_at, updated_at) limit 1 for update skip locked
    )
    returning team_id as "teamId", metadata_url as "metadataUrl"`.execute(posy.db)
  return rows[0]
}

async function renew(posy: Posy, { teamId, metadataUrl }: Due): Promise<void> {
  const provider = await readProvider(posy, { metadataUrl })
  await asSystem(posy, async ({ tx, audit }) => {
    const before = await findSamlConnection(tx, teamId)
    if (before?.metadata_url !== metadataUrl) return
    const { entityId, signInUrl, certificates } = provider
    if (entityId !== before.entity_id) throw new Error('the address tells of another provider')
    if (isDeepStrictEqual({ entityId, signInUrl, certificates }, samlProvider(before))) return
    const { numUpdatedRows } = await tx
      .updateTable('saml_connection')
      .set({ sign_in_url: signInUrl, certificates, updated_at: new Date(posy.wall.nowMs()) })
      .where('team_id', '=', teamId)
      // An admin may connect another one at this moment: its keys are never mixed with those of the one before.
      .where('entity_id', '=', entityId)
      .where('metadata_url', '=', metadataUrl)
      .executeTakeFirst()
    if (numUpdatedRows) await audit('saml.renewed', { kind: 'team', id: teamId }, { teamId, detail: { entityId } })
  })
}
