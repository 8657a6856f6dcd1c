import type { Passkey } from '#contract/identity/passkeys.ts'
import { iso, isoOrNull } from '#kit/time.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'

const passkeys = (db: Db | Tx, userId: string) =>
  db
    .selectFrom('passkey')
    .select(['id', 'name', 'is_synced', 'blocked_at', 'created_at', 'last_used_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')

type Row = Awaited<ReturnType<ReturnType<typeof passkeys>['execute']>>[number]

const serializePasskey = (row: Row): Passkey => ({
  id: row.id,
  name: row.name,
  isSynced: row.is_synced,
  isBlocked: row.blocked_at !== null,
  createdAt: iso(row.created_at),
  lastUsedAt: isoOrNull(row.last_used_at),
})

/** As their owner sees them. */
export const loadPasskeys = async (db: Db | Tx, userId: string): Promise<Passkey[]> =>
  (await passkeys(db, userId).execute()).map(serializePasskey)

export async function passkeyById(
  db: Db | Tx,
  { userId, id }: { userId: string; id: string },
): Promise<Passkey | undefined> {
  const row = await passkeys(db, userId).where('id', '=', id).executeTakeFirst()
  return row && serializePasskey(row)
}

/** By which a browser finds them. */
export const listStoredPasskeys = (db: Db | Tx, userId: string) =>
  db
    .selectFrom('passkey')
    .select(['credential_id as credentialId', 'transports'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
