import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type CursorPart, cursorPlace } from '#server/platform/http/page.ts'

export interface Paging {
  limit: number
  next?: string | undefined
  previous?: string | undefined
}

export type Tuple = (string | number)[]

/** One part of an order: the last part is always the id, which makes the order total and pages stable. */
export interface OrderPart {
  value: RawBuilder<unknown>
  direction: 'asc' | 'desc'
  type: Extract<CursorPart, 'integer' | 'text' | 'uuid'>
}

export const byId: OrderPart = { value: sql.ref('id'), direction: 'asc', type: 'uuid' }
export const byWeight: OrderPart = { value: sql.ref('weight'), direction: 'desc', type: 'integer' }
export const byName: OrderPart = { value: sql.ref('name'), direction: 'asc', type: 'text' }

export const and = (all: RawBuilder<SqlBool>[]) =>
  all.length ? sql<SqlBool>`${sql.join(all, sql` and `)}` : sql<SqlBool>`true`

const orderBy = (parts: OrderPart[]) =>
  sql`${sql.join(parts.map(({ value, direction }) => sql`${value} ${sql.raw(direction)}`))}`

/** The order of a cursor list and the condition that continues from its cursor; turned round when paging back. */
export function keyset(
  parts: OrderPart[],
  { next, previous }: Paging,
): { order: RawBuilder<unknown>; after: RawBuilder<SqlBool>[] } {
  const reverse = previous
    ? parts.map((part) => ({ ...part, direction: part.direction === 'asc' ? ('desc' as const) : ('asc' as const) }))
    : parts
  const types = parts.map(({ type }) => type)
  const place = cursorPlace((previous ?? next) || undefined, previous ? 'previous' : 'next', types)
  const after = place ? [beyond(reverse, place)] : []
  return { order: orderBy(reverse), after }
}

/** Strictly after a place. The outer bound is what an index can start from. */
function beyond([part, ...rest]: OrderPart[], [value, ...values]: Tuple): RawBuilder<SqlBool> {
  const { value: column, direction, type } = part!
  const than = sql.raw(direction === 'asc' ? '>' : '<')
  const place = sql`${value}::${sql.raw(type)}`
  if (rest.length === 0) return sql<SqlBool>`${column} ${than} ${place}`
  return sql<SqlBool>`(${column} ${than}= ${place} and (${column} ${than} ${place} or ${beyond(rest, values)}))`
}
