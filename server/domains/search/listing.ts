import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'
import { plannedForItsValues } from '#server/platform/database/prepared-client.ts'
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
  /** A row of the list, in some of its teams, holds one of these besides; each is looked for apart, for one index serves one. */
  sources?: ListingSources | null
  /** Where an index of another table has the first key in order. */
  byKey?: KeyedParts | undefined
}

export type ListingSources = (teamIds: readonly string[]) => readonly Condition[]

/** A part of a list, read from the table that has its first sort key. */
export interface ListingPart {
  relations: Relations
  key: SearchColumn
  condition: Condition
}

/** Disjoint, and together all of a list: those that have the key, and after them those that have none. */
export interface KeyedParts {
  keyed: readonly ListingPart[]
  others: readonly ListingPart[]
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

/** What each source gives of each team, once. */
function fromSources(
  listing: Listing,
  sources: ListingSources,
  read: (listing: Listing) => RawBuilder<unknown>,
): RawBuilder<unknown> {
  const { teamIds, gather } = listing
  const apart = gather || teamIds.length > MOST_BRANCHES ? [teamIds] : teamIds.map((id) => [id])
  const parts = apart.flatMap((some) =>
    sources(some).map((source) =>
      read({ ...listing, teamIds: some, conditions: [source, ...listing.conditions], sources: null }),
    ),
  )
  return sql`(${sql.join(
    parts.map((part) => sql`select * from ${part} as part`),
    sql` union `,
  )})`
}

/** The ids of a list in order, each with its sort keys; of every part no more than `limit`. */
function ordered(listing: Listing, limit: RawBuilder<unknown> | null): RawBuilder<unknown> {
  if (listing.sources) return fromSources(listing, listing.sources, (each) => ordered(each, limit))
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

const inOrder = ({ sort }: Listing) => orderBy(sort, (_, index) => keyName(index), sql.ref('id'))

/** The same of a list whose first key another table has in order. What has no key comes last: it is read where the others are too few. */
function orderedByKey(
  listing: Listing,
  { keyed, others }: KeyedParts,
  limit: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const [first, ...rest] = listing.sort
  const read = (parts: readonly ListingPart[], conditions: readonly Condition[]) =>
    sql.join(
      parts.map(({ relations, key, condition }) =>
        ordered(
          {
            ...listing,
            relations,
            // Each of a part has the key, or none: without nulls an index is read backwards for it.
            sort: [{ ...first!, column: key, nullable: false }, ...rest],
            conditions: [condition, ...conditions],
          },
          limit,
        ),
      ),
      sql` union all `,
    )
  const areTooFew = { holds: sql<SqlBool>`(select count(*) from keyed) < ${limit}`, needs: [] }
  return sql`(with keyed as materialized (select * from (${read(keyed, listing.conditions)}) as part ${inOrder(listing)} limit ${limit})
    select * from keyed union all select * from (${read(others, [areTooFew, ...listing.conditions])}) as part)`
}

/** No team, or states that exclude each other. */
const isEmpty = ({ teamIds, statusIds }: Listing) => teamIds.length === 0 || statusIds?.length === 0

/** The ids of one page of a list. */
async function searchPage(db: Db, listing: Listing, { from, size }: { from: number; size: number }): Promise<string[]> {
  if (isEmpty(listing)) return []
  const reach = sql`${from + size}::int`
  const listed =
    listing.byKey && !listing.gather ? orderedByKey(listing, listing.byKey, reach) : ordered(listing, reach)
  const { rows } = await sql<{ id: string }>`${plannedForItsValues}
    select id from ${listed} as listed ${inOrder(listing)} limit ${size} offset ${from}`.execute(db)
  return rows.map((row) => row.id)
}

/** How many rows a list has: exact up to {@link EXACT_TOTAL}, of which no more is ever counted. */
async function countHits(db: Db, listing: Listing): Promise<{ total: number; totalIsExact: boolean }> {
  if (isEmpty(listing)) return { total: 0, totalIsExact: true }
  const most = sql`${EXACT_TOTAL + 1}::int`
  const { rows } = await sql<{ count: number }>`${plannedForItsValues}
    select count(*)::int as count from (select from ${unordered(listing, most)} as counted limit ${most}) as few`.execute(
    db,
  )
  return told(rows[0]!.count)
}

const told = (count: number) => ({ total: Math.min(count, EXACT_TOTAL), totalIsExact: count <= EXACT_TOTAL })

/** In no order nothing is gained by reading the teams of a word apart. */
function unordered(listing: Listing, limit: RawBuilder<unknown>): RawBuilder<unknown> {
  if (listing.sources)
    return fromSources({ ...listing, gather: true }, listing.sources, (each) => unordered(each, limit))
  const from = fromClause(listing.relations, listing.conditions)
  const id = sql.ref(`${listing.alias}.id`)
  return inParts(
    listing,
    (branch) => sql`(select ${id} from ${from} where ${all([branch, ...holding(listing)])} limit ${limit})`,
  )
}

/** The ids of one page of a list, and how many rows it has in all: asked for together; of a list of few, by reading it once. */
export async function pageWithTotal(db: Db, listing: Listing, page: { from: number; size: number }) {
  if (!listing.gather) {
    const [ids, total] = await Promise.all([searchPage(db, listing, page), countHits(db, listing)])
    return { ids, ...total }
  }
  if (isEmpty(listing)) return { ids: [], ...told(0) }
  const { rows } = await sql<{ id: string; count: number }>`${plannedForItsValues}
    select id, count(*) over ()::int as count from ${ordered(listing, null)} as listed
    ${inOrder(listing)} limit ${page.size} offset ${page.from}`.execute(db)
  const ids = rows.map(({ id }) => id)
  return rows[0] || page.from === 0 ? { ids, ...told(rows[0]?.count ?? 0) } : { ids, ...(await countHits(db, listing)) }
}

/** The whole list, numbered from 1 in its order: `position` and `id`. */
export const numbered = (listing: Listing): RawBuilder<unknown> =>
  sql`select row_number() over (${inOrder(listing)})::int as position, id from ${ordered({ ...listing, gather: true }, null)} as listed`
