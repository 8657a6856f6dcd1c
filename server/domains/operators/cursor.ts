import { decodeCursor } from '#server/platform/http/page.ts'
import { invalidFields } from '#server/platform/problem/problem.ts'

/** The id at which a list ordered by ids continues. @throws invalid_fields (422) for a cursor that is none of ours */
export function idAt(cursor: string | undefined, name: string): string | null {
  if (cursor === undefined) return null
  const [id] = decodeCursor(cursor) ?? []
  if (typeof id === 'string' && /^[0-9a-f-]{36}$/.test(id)) return id
  throw invalidFields([{ path: name, message: 'is not a cursor of this list' }])
}
