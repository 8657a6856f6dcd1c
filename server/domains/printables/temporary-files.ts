import { randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { Db, Tx } from '#server/platform/database/database.ts'
import type { Posy } from '#server/platform/posy.ts'

const LOOKED_AT_MS = 3_600_000

/** Notes a file that is to go at some moment, before it is stored or when nothing leads to it now. */
export const scrap = (db: Db | Tx, scrapped: { key: string; teamId: string; removeAfter: Date }): Promise<unknown> =>
  db
    .insertInto('printable_scrap')
    .values({ object_key: scrapped.key, team_id: scrapped.teamId, remove_after: scrapped.removeAfter })
    .onConflict((conflict) => conflict.column('object_key').doUpdateSet({ remove_after: scrapped.removeAfter }))
    .execute()

/** Keeps a PDF, or a picture as SVG, for an hour, for being looked at. @returns its key */
export async function keepAnHour(posy: Posy, teamId: string, file: Readable | Buffer): Promise<string> {
  const isPicture = Buffer.isBuffer(file)
  const key = `printables/looked-at/${randomUUID()}.${isPicture ? 'svg' : 'pdf'}`
  await scrap(posy.db, { key, teamId, removeAfter: new Date(posy.wall.nowMs() + LOOKED_AT_MS) })
  await posy.providers.files.put(key, file).finally(() => isPicture || file.destroy())
  return key
}

/** Removes what has been looked at or replaced. */
export async function removeScraps(posy: Posy): Promise<void> {
  const now = new Date(posy.wall.nowMs())
  const due = await posy.db
    .selectFrom('printable_scrap')
    .select('object_key')
    .where('remove_after', '<=', now)
    .limit(500)
    .execute()
  for (const { object_key } of due) {
    await posy.providers.files.remove(object_key)
    await posy.db.deleteFrom('printable_scrap').where('object_key', '=', object_key).execute()
  }
}
