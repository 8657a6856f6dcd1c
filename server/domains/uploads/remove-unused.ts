import { sql } from 'kysely'
import type { Posy } from '#server/platform/posy.ts'

const UNUSED_MS = 24 * 3_600_000
const BATCH = 200

/**
 * Removes the pictures that nothing has shown for a day. Rows first, files after: an address that still answers never
 * leads to nothing, and what a crash leaves is removed the next time.
 */
export async function removeUnusedUploads(posy: Posy): Promise<void> {
  const now = new Date(posy.wall.nowMs())
  const before = new Date(now.getTime() - UNUSED_MS)
  await sql`
    with unused as (
      select id from upload where unused_since < ${before}
        and not exists (select from upload_use where upload_use.upload_id = upload.id)
      order by unused_since limit ${BATCH} for update skip locked
    ), gone as (
      delete from upload using unused where upload.id = unused.id returning upload.object_key
    )
    insert into upload_removal (object_key, remove_after) select object_key, ${now} from gone`.execute(posy.db)
  const left = await posy.db
    .selectFrom('upload_removal')
    .select('object_key')
    .where('remove_after', '<=', now)
    .limit(BATCH)
    .execute()
  for (const { object_key } of left) {
    await posy.providers.files.remove(object_key)
    await posy.db.deleteFrom('upload_removal').where('object_key', '=', object_key).execute()
  }
}
