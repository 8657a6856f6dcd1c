import { scopes as allScopes, type Scope } from '#contract/core/scopes.ts'
import { API_KEY_HINT_LENGTH, API_KEY_PREFIX } from '#contract/teams/api-keys.ts'
import { newId } from '#kit/ids.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { Work } from '#server/platform/posy.ts'
import { hashSecret, randomSecret } from '../secrets/index.ts'

export interface NewApiKey {
  teamId: string
  /** The service user it acts as, a member of the team. */
  userId: string
  name: string
  scopes?: readonly Scope[]
  /** Wall clock. */
  expiresAt?: Date | null
  createdBy?: string | null
  /** Fixed by the demo world; random otherwise. */
  key?: string
}

const newKey = (): string => `${API_KEY_PREFIX}${randomSecret()}`

/** Issues a key. This is the only moment it can be read: a hash is stored. */
export async function createApiKey(
  { tx, at, audit }: Work,
  { teamId, userId, name, scopes = allScopes, expiresAt = null, createdBy = null, key = newKey() }: NewApiKey,
): Promise<{ id: string; key: string }> {
  const id = newId()
  await tx
    .insertInto('api_key')
    .values({
      id,
      team_id: teamId,
      user_id: userId,
      name,
      hint: key.slice(0, API_KEY_HINT_LENGTH),
      key_hash: hashSecret(key),
      scopes: [...scopes],
      expires_at: expiresAt,
      created_by: createdBy,
      created_at: at,
    })
    .execute()
  await audit('api-key.created', { kind: 'apiKey', id }, { teamId, detail: { userId, scopes } })
  return { id, key }
}

/** Stops a key for good. @returns false where the team has no such key that works */
export async function revokeApiKey(
  { tx, at, audit }: Work,
  { teamId, keyId }: { teamId: string; keyId: string },
): Promise<boolean> {
  const revoked = await tx
    .updateTable('api_key')
    .set({ revoked_at: at })
    .where('id', '=', keyId)
    .where('team_id', '=', teamId)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  if (revoked.numUpdatedRows === 0n) return false
  await audit('api-key.revoked', { kind: 'apiKey', id: keyId }, { teamId })
  return true
}

/** When a key was used last, for its owner to see; of requests at once, one writes it. */
export async function recordApiKeyUse(db: Db, id: string, { at, unlessSince }: { at: Date; unlessSince: Date }) {
  await db
    .updateTable('api_key')
    .set({ last_used_at: at })
    .where('id', '=', id)
    .where((eb) => eb.or([eb('last_used_at', 'is', null), eb('last_used_at', '<', unlessSince)]))
    .execute()
}
