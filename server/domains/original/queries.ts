import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Store } from '#contract/catalogue/catalogue.ts'
import { isUuid } from '#kit/uuid.ts'
import { onSale } from '#server/domains/catalogue/index.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { Principal } from '#server/platform/principal.ts'

export interface Paging {
  page: number
  per_page: number
}

/** One page of ids, and how many there are. */
async function pageOfIds(
  db: Db,
  from: RawBuilder<unknown>,
  { page, per_page }: Paging,
): Promise<{ ids: string[]; total: number }> {
  const { rows } = await sql<{ id: string; total: number }>`
    select id, total from (select id, row_number() over () as place, count(*) over ()::int as total from (${from}) as listed) as counted
    order by place limit ${per_page} offset ${(page - 1) * per_page}`.execute(db)
  if (rows.length > 0 || page === 1) return { ids: rows.map(({ id }) => id), total: rows[0]?.total ?? 0 }
  const counted = await sql<{ total: number }>`select count(*)::int as total from (${from}) as listed`.execute(db)
  return { ids: [], total: counted.rows[0]!.total }
}

const among = (ids: readonly string[] | undefined, column: string): RawBuilder<SqlBool> =>
  ids ? sql`${sql.ref(column)} = any (${ids.filter(isUuid)}::uuid[])` : sql`true`

/** Active brands, those first whose products are; by ids exactly those, and none for what is no id. */
export const brandsPage = (db: Db, ids: readonly string[] | undefined, paging: Paging) =>
  pageOfIds(
    db,
    sql`select brand.id from brand left join product on product.brand_id = brand.id and ${onSale}
      where ${ids ? among(ids, 'brand.id') : sql`brand.active`}
      group by brand.id order by coalesce(max(product.weight), 0) desc, brand.name, brand.id`,
    paging,
  )

export const productsPage = (db: Db, ids: readonly string[] | undefined, paging: Paging) =>
  pageOfIds(
    db,
    sql`select id from product where ${ids ? among(ids, 'product.id') : onSale} order by weight desc, id`,
    paging,
  )

/** Ids of purchases in the caller's scope, newest first; of a caller who sees only their own, those. */
export const transactionsPage = (db: Db, caller: Principal, paging: Paging) =>
  pageOfIds(
    db,
    sql`select id from transaction where team_id = any (${[...caller.teamIds]}::uuid[])
      and ${caller.ownOnly ? sql`user_id = ${caller.userId}` : sql`true`} order by created_at desc, id desc`,
    paging,
  )

/** Ids of gifts that the caller has bought, in the teams acted in, newest first. */
export const sentPage = (db: Db, caller: Principal, paging: Paging) =>
  pageOfIds(
    db,
    sql`select huggg.id from huggg where team_id = any (${[...caller.teamIds]}::uuid[]) and sender_id = ${caller.userId}
      order by created_at desc, id desc`,
    paging,
  )

const MOST_PINS = 10_000

/** Open stores of active brands between two corners, those that hold a place. */
export async function storesWithin(
  db: Db,
  { north, south, west, east }: { north: number; south: number; west: number; east: number },
): Promise<Store[]> {
  const { rows } = await sql<Store>`
    select store.id, store.brand_id as "brandId", store.name, store.address, store.postcode, store.latitude, store.longitude
    from store join brand on brand.id = store.brand_id
    where store.active and brand.active and store.latitude between ${south} and ${north}
      and store.longitude between ${west} and ${east}
    order by store.name, store.id limit ${MOST_PINS}`.execute(db)
  return rows
}
