import type { Db, Tx } from '#server/platform/database/database.ts'
import { invalidFields } from '#server/platform/problem/problem.ts'

/** Restrictions name tags that there are. @throws invalid_fields (422), naming each place where one is unknown */
export async function requireTags(
  db: Db | Tx,
  named: readonly { path: string; ids: readonly string[] | undefined }[],
): Promise<void> {
  const ids = [...new Set(named.flatMap((one) => one.ids ?? []))]
  if (ids.length === 0) return
  const found = await db.selectFrom('tag').select('id').where('id', 'in', ids).execute()
  const known = new Set(found.map(({ id }) => id))
  const details = named.flatMap(({ path, ids: wanted = [] }) =>
    wanted.flatMap((id, index) =>
      known.has(id) ? [] : [{ path: `${path}.${index}`, message: 'is no tag', code: 'unknown' }],
    ),
  )
  if (details.length) throw invalidFields(details)
}
