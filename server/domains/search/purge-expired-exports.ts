import { sql } from 'kysely'
import { asSystem, type Posy } from '#server/platform/posy.ts'
import { type ExportRecord, exportFileKey } from './export-request.ts'
import { removeParts } from './run-export.ts'

const EXPORTS_PER_STEP = 100

export const nextExpiry = sql<Date | null>`select min(expires_at) from export_request where emptied_at is null`

/**
 * Deletes the files of exports whose week is over, and blanks their queries: both may name people. Files go first, so that
 * a crash in between leaves none behind.
 */
export async function purgeExpiredExports(posy: Posy, now: Date): Promise<void> {
  for (let emptied = EXPORTS_PER_STEP; emptied === EXPORTS_PER_STEP; ) {
    const { rows } = await sql<Pick<ExportRecord, 'id' | 'format' | 'parts_done'>>`
      update export_request set status = case when status = 'completed' then status else 'failed' end
      where id in (select id from export_request where emptied_at is null and expires_at <= ${now} order by expires_at limit ${EXPORTS_PER_STEP})
      returning id, format, parts_done`.execute(posy.db)
    for (const row of rows) {
      await posy.providers.files.remove(exportFileKey(row))
      await removeParts(posy, row)
    }
    const ids = rows.map((row) => row.id)
    await asSystem(posy, async ({ tx, at }) => {
      await sql`delete from export_row where export_id = any (${ids}::uuid[])`.execute(tx)
      await sql`update export_request set query = '{}', sort = '[]', file_key = null, emptied_at = ${at}, updated_at = ${at}
        where id = any (${ids}::uuid[])`.execute(tx)
    })
    emptied = rows.length
  }
}
