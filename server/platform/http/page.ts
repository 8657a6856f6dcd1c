import { isUuid } from '#kit/uuid.ts'
import { invalidFields } from '../problem/problem.ts'

/** One page of an offset list, as v2 answers it. */
export function offsetPage<T>(
  items: T[],
  total: number,
  { page, per_page, url }: { page: number; per_page: number; url: URL },
) {
  const lastPage = Math.max(1, Math.ceil(total / per_page))
  const link = (number: number) => {
    const target = new URL(url)
    target.searchParams.set('page', String(number))
    return target.href
  }
  const from = items.length ? (page - 1) * per_page + 1 : null
  return {
    data: items,
    current_page: page,
    last_page: lastPage,
    per_page,
    from,
    to: from === null ? null : from + items.length - 1,
    total,
    first_page_url: link(1),
    last_page_url: link(lastPage),
    next_page_url: page < lastPage ? link(page + 1) : null,
    // After a page past the end comes the last one that has anything.
    prev_page_url: page > 1 ? link(Math.min(page - 1, lastPage)) : null,
    path: `${url.origin}${url.pathname}`,
  }
}

/** Where a list inside a record stands. */
export const innerPage = (total: number, { page, per_page }: { page: number; per_page: number }) => ({
  page,
  lastPage: Math.max(1, Math.ceil(total / per_page)),
})

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** The tuple inside a cursor, or null where it is none of ours. */
export function decodeCursor(cursor: string | undefined): (string | number)[] | null {
  if (!cursor) return null
  try {
    const value: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'))
    return Array.isArray(value) && value.every(isPlain) ? value : null
  } catch {
    return null
  }
}

/** What a database can compare with: no NUL, no half characters, no number beyond any of ours. */
const isPlain = (part: unknown): part is string | number =>
  typeof part === 'string' ? !/[\u0000\p{Surrogate}]/u.test(part) : Number.isSafeInteger(part)

const parts = {
  integer: (value: unknown): value is number => Number.isInteger(value) && Math.abs(value as number) < 2 ** 31,
  bigint: (value: unknown): value is number => Number.isSafeInteger(value),
  text: (value: unknown): value is string => typeof value === 'string',
  uuid: (value: unknown): value is string => typeof value === 'string' && isUuid(value),
  day: (value: unknown): value is string =>
    typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value)),
}
export type CursorPart = keyof typeof parts
type Place<P extends readonly CursorPart[]> = {
  -readonly [I in keyof P]: P[I] extends 'integer' | 'bigint' ? number : string
}

/**
 * The place in a list's order that a cursor says, part by part; null without one.
 * @throws invalid_fields (422), naming the field, for a cursor that is none of this list's
 */
export function cursorPlace<const P extends readonly CursorPart[]>(
  cursor: string | undefined,
  field: 'next' | 'previous',
  order: P,
): Place<P> | null {
  if (cursor === undefined) return null
  const place = decodeCursor(cursor)
  if (place?.length === order.length && order.every((part, index) => parts[part](place[index])))
    return place as Place<P>
  const message = 'is not a cursor of this list; send back what the answer before gave'
  throw invalidFields([{ path: field, message, code: 'invalid_cursor' }])
}

/**
 * One page of a cursor list. `rows` holds up to `limit` + 1 items fetched in reading order from the cursor
 * (reversed when paging back); `cursorKey` gives an item's place in the order.
 */
export function cursorPage<T>(
  rows: T[],
  { limit, next, previous }: { limit: number; next?: string | undefined; previous?: string | undefined },
  cursorKey: (item: T) => (string | number)[],
) {
  const more = rows.length > limit
  const kept = rows.slice(0, limit)
  const items = previous ? kept.reverse() : kept
  const hasNext = previous ? true : more
  const hasPrevious = previous ? more : Boolean(next)
  return {
    data: items,
    hasNext,
    hasPrevious,
    next: hasNext && items.length ? encode(cursorKey(items.at(-1)!)) : null,
    previous: hasPrevious && items.length ? encode(cursorKey(items[0]!)) : null,
  }
}
