import { sql } from 'kysely'
import type { Scope } from '#contract/core/scopes.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'

export interface ClientRecord {
  id: string
  name: string
  kind: 'web' | 'customer' | 'merchant'
  secretHash: string
  teamId: string | null
  serviceUserId: string | null
  brandId: string | null
}

/** A client that is not revoked. */
export const clientById = (db: Db | Tx, id: string): Promise<ClientRecord | undefined> =>
  db
    .selectFrom('client')
    .select([
      'id',
      'name',
      'kind',
      'secret_hash as secretHash',
      'team_id as teamId',
      'service_user_id as serviceUserId',
      'brand_id as brandId',
    ])
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()

export interface ApiKeyRecord {
  id: string
  teamId: string
  userId: string
  name: string
  hint: string
  scopes: Scope[]
  expiresAt: Date | null
  createdBy: string | null
  createdAt: Date
  lastUsedAt: Date | null
}

/** A team's keys that still work, newest first. */
export const listApiKeys = (db: Db | Tx, teamId: string): Promise<ApiKeyRecord[]> =>
  db
    .selectFrom('api_key')
    .select([
      'id',
      'team_id as teamId',
      'user_id as userId',
      'name',
      'hint',
      sql<Scope[]>`scopes`.as('scopes'),
      'expires_at as expiresAt',
      'created_by as createdBy',
      'created_at as createdAt',
      'last_used_at as lastUsedAt',
    ])
    .where('team_id', '=', teamId)
    .where('revoked_at', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()

/** A team's key, revoked or not: what it was used for is still of interest. */
export const findApiKey = (db: Db | Tx, { teamId, keyId }: { teamId: string; keyId: string }) =>
  db.selectFrom('api_key').select('id').where('id', '=', keyId).where('team_id', '=', teamId).executeTakeFirst()
