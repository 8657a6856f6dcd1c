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
