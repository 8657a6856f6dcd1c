import type { Db, Tx } from '#server/platform/database/database.ts'
import type { Work } from '#server/platform/posy.ts'
import { hashSecret } from '../secrets/index.ts'
import { deviceAdded } from '../users/index.ts'

/** As long as browsers keep a cookie at most. */
const REMEMBERED_MS = 400 * 86_400_000

/**
 * Remembers the browser of a sign-in. One that was not seen before is told, unless it is the first: then there is no one
 * to be warned.
 */
export async function rememberDevice(
  { tx, posy, emit }: Work,
  { userId, sessionId, device }: { userId: string; sessionId: string; device: string | null },
): Promise<void> {
  if (!device) return
  const nowMs = posy.wall.nowMs()
  await tx
    .deleteFrom('known_device')
    .where('user_id', '=', userId)
    .where('last_seen_at', '<', new Date(nowMs - REMEMBERED_MS))
    .execute()
  const known = await tx.selectFrom('known_device').select('device_hash').where('user_id', '=', userId).execute()
  const kept = await keepDevice({ tx, posy }, userId, device)
  const isNew = known.every(({ device_hash }) => device_hash !== kept)
  if (isNew && known.length > 0) await emit(deviceAdded, { sessionId, userId })
}

/** Knows a browser from now on, without telling anyone. @returns how it is kept */
export async function keepDevice(
  { tx, posy }: Pick<Work, 'tx' | 'posy'>,
  userId: string,
  device: string,
): Promise<string> {
  const values = { device_hash: hashSecret(device), last_seen_at: new Date(posy.wall.nowMs()) }
  await tx
    .insertInto('known_device')
    .values({ user_id: userId, ...values })
    .onConflict((conflict) => conflict.columns(['user_id', 'device_hash']).doUpdateSet(values))
    .execute()
  return values.device_hash
}

/** The browser's mark where the account has been signed in with it before, or opened a mailed link there; else null. */
export async function knownDevice(
  db: Db | Tx,
  { device, ...owner }: { device: string | undefined } & ({ email: string } | { userId: string }),
): Promise<string | null> {
  if (!device) return null
  const known = await db
    .selectFrom('known_device')
    .innerJoin('app_user', 'app_user.id', 'known_device.user_id')
    .select('device_hash')
    .where('device_hash', '=', hashSecret(device))
    .where((user) =>
      'email' in owner
        ? user(user.fn<string>('lower', ['app_user.email']), '=', owner.email.trim().toLowerCase())
        : user('app_user.id', '=', owner.userId),
    )
    .executeTakeFirst()
  return known?.device_hash ?? null
}
