import type { Posy } from '#server/platform/posy.ts'

/** Time enough to ask who it was that signed in. */
const KEPT_MS = 90 * 86_400_000

/** From where and with what someone signed in is forgotten a while after the session was last used. */
export async function forgetSignInOrigins(posy: Posy): Promise<void> {
  await posy.db
    .updateTable('session')
    .set({ browser: null, address: null })
    .where('last_used_at', '<', new Date(posy.wall.nowMs() - KEPT_MS))
    .where('address', 'is not', null)
    .execute()
}
