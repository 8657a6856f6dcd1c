import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'
import { type Condition, fromClause, type Relations, type SearchColumn } from './columns.ts'

/** Totals are exact up to this. */
const EXACT_TOTAL = 10_000

/** Beyond so many, the parts of a listing are planned together instead of separately. */
const MOST_BRANCHES = 40

export interface SortKey {
  column: SearchColumn
  direction: 'asc' | 'desc'
  /** It can be missing; what has none comes last in either direction. */
  nullable: boolean
}

/** A list of rows of one table: which, in what order. */
export interface Listing {
  relations: Relations
  /** Of the table. */
  alias: 'h' | 't'
  conditions: Condition[]
  sort: SortKey[]
  teamIds: readonly string[]
  /** Rows of these states alone, where an index has each state in the wanted order. */
  statusIds: readonly number[] | null
  /** Few rows will be found anyway: nothing is gained by walking along an order team by team. */
  gather: boolean
}

/**
 * A list's parts, disjoint and together all of it. Per team (and state) PostgreSQL can read an index in the wanted order and
 * stop; across several it would have to read and sort everything. Each part names its team as a constant, so that its plan
 * fits the team's size; of very many teams none can be large, and they share one plan.
 */
function inParts(listing: Listing, select: (branch: RawBuilder<SqlBool>) => RawBuilder<unknown>): RawBuilder<unknown> {
  const { alias, teamIds, statusIds, gather } = listing
  const team = sql.ref(`${alias}.team_id`)
  const status = sql.ref(`${alias}.status_id`)
  if (gather) {
    const states = statusIds ? [sql<SqlBool>`${status} = any (${[...statusIds]}::smallint[])`] : []
    return select(all([sql<SqlBool>`${team} = any (${[...teamIds]}::uuid[])`, ...states]))
  }
  if (teamIds.length * (statusIds?.length ?? 1) > MOST_BRANCHES) {
    const states = sql`cross join unnest(${[...(statusIds ?? [])]}::smallint[]) as each_status (id)`
    const branch = [
      sql<SqlBool>`${team} = each_team.id`,
      ...(statusIds ? [sql<SqlBool>`${status} = each_status.id`] : []),
    ]
    return sql`(select part.* from unnest(${[...teamIds]}::uuid[]) as each_team (id) ${statusIds ? states : sql``}
      cross join lateral ${select(all(branch))} as part)`
  }
  const branches = teamIds.flatMap((teamId) =>
    (statusIds ?? [null]).map((statusId) =>
      select(
        all([
          sql<SqlBool>`${team} = ${teamId}`,
          ...(statusId === null ? [] : [sql<SqlBool>`${status} = ${statusId}::smallint`]),
        ]),
      ),
    ),
  )
  return sql`(${sql.join(branches, sql` union all `)})`
}

const all = (conditions: RawBuilder<SqlBool>[]): RawBuilder<SqlBool> => sql`${sql.join(conditions, sql` and `)}`
const holding = ({ conditions }: Listing) => conditions.map(({ holds }) => holds)
const keyName = (index: number) => sql.ref(`key_${index + 1}`)

const orderBy = (
  sort: SortKey[],
  named: (key: SortKey, index: number) => RawBuilder<unknown>,
  id: RawBuilder<unknown>,
) =>
  sql`order by ${sql.join([
    ...sort.map(
      (key, index) => sql`${named(key, index)} ${sql.raw(key.direction)}${key.nullable ? sql` nulls last` : sql``}`,
    ),
    id,
  ])}`

/** The ids of a list in order, each with its sort keys; of every part no more than `limit`. */
function ordered(listing: Listing, limit: number | null): RawBuilder<unknown> {
  const id = sql.ref(`${listing.alias}.id`)
  const keys = listing.sort.map((key, index) => sql`, ${key.column.expression} as ${keyName(index)}`)
  const from = fromClause(listing.relations, [...listing.conditions, ...listing.sort.map((key) => key.column)])
  const stop = limit === null ? sql`` : sql`${orderBy(listing.sort, (key) => key.column.expression, id)} limit ${limit}`
  return inParts(
    listing,
    (branch) =>
      sql`(select ${id} as id${sql.join(keys, sql``)} from ${from} where ${all([branch, ...holding(listing)])} ${stop})`,
  )
}

/** No team, or states that exclude each other. */
const isEmpty = ({ teamIds, statusIds }: Listing) => teamIds.length === 0 || statusIds?.length === 0

/** The ids of one page of a list. */
async function searchPage(db: Db, listing: Listing, { from, size }: { from: number; size: number }): Promise<string[]> {
  if (isEmpty(listing)) return []
  const { rows } = await sql<{ id: string }>`
    select id from ${ordered(listing, from + size)} as listed
    ${orderBy(listing.sort, (_, index) => keyName(index), sql.ref('id'))} limit ${size} offset ${from}`.execute(db)
  return rows.map((row) => row.id)
}

/** How many rows a list has: exact up to {@link EXACT_TOTAL}, of which no more is ever counted. */
async function countHits(db: Db, listing: Listing): Promise<{ total: number; totalIsExact: boolean }> {
  if (isEmpty(listing)) return { total: 0, totalIsExact: true }
  const most = EXACT_TOTAL + 1
  const from = fromClause(listing.relations, listing.conditions)
  const counted = inParts(
    listing,
    (branch) => sql`(select 1 from ${from} where ${all([branch, ...holding(listing)])} limit ${most})`,
  )
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (select from ${counted} as counted limit ${most}) as few`.execute(db)
  const { count } = rows[0]!
  return { total: Math.min(count, EXACT_TOTAL), totalIsExact: count <= EXACT_TOTAL }
}

/**
 * The ids of one page of a list, and how many rows it has in all: asked for together, but of a list of few, where a page that
 * is not full says it.
 */
export async function pageWithTotal(db: Db, listing: Listing, page: { from: number; size: number }) {
  if (!listing.gather) {
    const [ids, total] = await Promise.all([searchPage(db, listing, page), countHits(db, listing)])
    return { ids, ...total }
  }
  const ids = await searchPage(db, listing, page)
  const isEnd = ids.length < page.size && (ids.length > 0 || page.from === 0)
  const total = page.from + ids.length
  return isEnd && total <= EXACT_TOTAL ? { ids, total, totalIsExact: true } : { ids, ...(await countHits(db, listing)) }
}

/** The whole list, numbered from 1 in its order: `position` and `id`. */
export const numbered = (listing: Listing): RawBuilder<unknown> =>
  sql`select row_number() over (${orderBy(listing.sort, (_, index) => keyName(index), sql.ref('id'))})::int as position, id from ${ordered({ ...listing, gather: true }, null)} as listed`
