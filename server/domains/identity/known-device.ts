import type { Work } from '#server/platform/posy.ts'
import { deviceAdded } from './events.ts'
import { hashSecret } from './secrets.ts'

/** As long as browsers keep a cookie at most. */
const REMEMBERED_MS = 400 * 86_400_000

/**
 * Remembers the browser of a sign-in. One that was not seen before is told, unless it is the first: then there is nobody
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
  const values = { device_hash: hashSecret(device), last_seen_at: new Date(nowMs) }
  await tx
    .insertInto('known_device')
    .values({ user_id: userId, ...values })
    .onConflict((conflict) => conflict.columns(['user_id', 'device_hash']).doUpdateSet(values))
    .execute()
  const isNew = known.every(({ device_hash }) => device_hash !== values.device_hash)
  if (isNew && known.length > 0) await emit(deviceAdded, { sessionId, userId })
}
