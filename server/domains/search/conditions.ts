import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Condition, SearchColumn } from './columns.ts'

/** Bounds as a caller gives them; either may be missing. */
export interface Bounds<T> {
  from?: T | undefined
  to?: T | undefined
}

/** Nothing where a filter was not given. */
const given = <T>(
  { expression, needs }: SearchColumn,
  value: T | undefined,
  holds: (column: RawBuilder<unknown>, value: T) => RawBuilder<SqlBool>,
): Condition[] => (value === undefined ? [] : [{ holds: holds(expression, value), needs }])

/** One value is said as an equality: then an index on more columns still gives its order. */
const among = (column: SearchColumn, values: readonly string[] | undefined, type: 'uuid' | 'text') =>
  given(column, values, (each, some) =>
    some.length === 1
      ? sql`${each} = ${some[0]}::${sql.raw(type)}`
      : sql`${each} = any (${[...some]}::${sql.raw(type)}[])`,
  )
export const oneOfIds = (column: SearchColumn, ids: readonly string[] | undefined) => among(column, ids, 'uuid')
export const isOneOf = (column: SearchColumn, values: readonly string[] | undefined) => among(column, values, 'text')

export const equalTo = (column: SearchColumn, value: string | undefined) =>
  given(column, value, (each, wanted) => sql`${each} = ${wanted}`)

/** From a moment (inclusive) to another (exclusive). Without either bound: it happened. */
export const withinMoments = (column: SearchColumn, bounds: Bounds<string> | undefined): Condition[] => [
  ...given(column, bounds?.from, (each, from) => sql`${each} >= ${new Date(from)}`),
  ...given(column, bounds?.to, (each, to) => sql`${each} < ${new Date(to)}`),
  ...given(column, bounds && !bounds.from && !bounds.to ? true : undefined, (each) => sql`${each} is not null`),
]

/** Both bounds inclusive. */
export const withinNumbers = (column: SearchColumn, bounds: Bounds<number> | undefined): Condition[] => [
  ...given(column, bounds?.from, (each, from) => sql`${each} >= ${from}::bigint`),
  ...given(column, bounds?.to, (each, to) => sql`${each} <= ${to}::bigint`),
]

/** Whether there is something, as a flag asks; said so that a partial index is seen to serve. */
export const exists = (column: SearchColumn, flag: boolean | undefined) =>
  given(column, flag, (each, wanted) => (wanted ? sql`${each} is not null` : sql`${each} is null`))

export const isTrue = (column: SearchColumn, flag: boolean | undefined) =>
  given(column, flag, (each, wanted) => (wanted ? sql`${each}` : sql`not ${each}`))

/** The products of brands are looked up first: a list of ids goes through the column's index. */
export const ofBrands = (column: SearchColumn, brandIds: readonly string[] | undefined) =>
  given(
    column,
    brandIds,
    (each, some) => sql`${each} = any (array(select id from product where brand_id = any (${[...some]}::uuid[])))`,
  )
