import { giftRestrictionTagTypeId } from '#contract/catalogue/taxonomies.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { invalidFields } from '#server/platform/problem/problem.ts'

interface NamedTags {
  path: string
  ids: readonly string[] | undefined
  /** What stood there before may stay, of whatever type it is. */
  held?: readonly string[] | undefined
}

/** Restrictions name tags that there are, and that are categories. @throws invalid_fields (422), naming each place where one is not */
export async function requireTags(db: Db | Tx, named: readonly NamedTags[]): Promise<void> {
  const ids = [...new Set(named.flatMap((one) => one.ids ?? []))]
  if (ids.length === 0) return
  const found = await db.selectFrom('tag').select(['id', 'type_id as typeId']).where('id', 'in', ids).execute()
  const types = new Map(found.map(({ id, typeId }) => [id, typeId]))
  const details = named.flatMap(({ path, ids: wanted = [], held = [] }) =>
    wanted.flatMap((id, index) => {
      const type = types.get(id)
      if (type === giftRestrictionTagTypeId || (type !== undefined && held.includes(id))) return []
      const wrong = type === undefined ? { message: 'is no tag', code: 'unknown' } : notCategory
      return [{ path: `${path}.${index}`, ...wrong }]
    }),
  )
  if (details.length) throw invalidFields(details)
}

const notCategory = {
  message: `is no category: those are the tags of type ${giftRestrictionTagTypeId}`,
  code: 'wrong_type',
}
