import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { type BrandRecord, type ProductRecord, productColumns } from './catalogue.ts'
import { and, byId, byName, byWeight, keyset, type Paging, type Tuple } from './keyset.ts'
import type { ProductFilter } from './product-filter.ts'
import { matchesAny, nameHolds, onSale, toBrand, toProduct } from './queries.ts'

/** Up to `limit` + 1 products that meet a filter, the heaviest first, from the cursor on (backwards for `previous`). */
export async function listProducts(db: Db | Tx, filter: ProductFilter, paging: Paging): Promise<ProductRecord[]> {
  const { order, after } = keyset([byWeight, byId], paging)
  const rows = await db
    .selectFrom('product')
    .select(productColumns)
    .where(and([...conditions(filter), ...after]))
    .orderBy(order)
    .limit(paging.limit + 1)
    .execute()
  return rows.map(toProduct)
}

/** A product's place in `listProducts`. */
export const productPlace = (product: ProductRecord): Tuple => [product.weight, product.id]

/** Up to `limit` + 1 brands by name, from the cursor on; by ids, withdrawn ones too. */
export async function listBrands(
  db: Db | Tx,
  filter: { ids?: string[] | undefined; name?: string | undefined },
  paging: Paging,
): Promise<BrandRecord[]> {
  const { order, after } = keyset([byName, byId], paging)
  const rows = await db
    .selectFrom('brand')
    .selectAll()
    .where(and([...brandConditions(filter), ...after]))
    .orderBy(order)
    .limit(paging.limit + 1)
    .execute()
  return rows.map(toBrand)
}

/** A brand's place in `listBrands`. */
export const brandPlace = (brand: BrandRecord): Tuple => [brand.name, brand.id]

function brandConditions({
  ids,
  name,
}: {
  ids?: string[] | undefined
  name?: string | undefined
}): RawBuilder<SqlBool>[] {
  return [ids ? matchesAny('id', ids) : sql<SqlBool>`active`, ...nameHolds(name)]
}

function conditions(filter: ProductFilter): RawBuilder<SqlBool>[] {
  const equal = (column: string, value: string | boolean | undefined) =>
    value === undefined ? [] : [sql<SqlBool>`${sql.ref(column)} = ${value}`]
  const overlaps = (column: string, ids: string[] | undefined) =>
    ids ? [sql<SqlBool>`${sql.ref(column)} && ${ids}::uuid[]`] : []
  return [
    ...(filter.active === false ? [sql<SqlBool>`not (${onSale})`] : filter.active || !filter.ids ? [onSale] : []),
    ...(filter.ids ? [matchesAny('id', filter.ids)] : []),
    ...(filter.variantsOf
      ? [
          sql<SqlBool>`(${matchesAny('id', filter.variantsOf)} or ${matchesAny('variant_of_product_id', filter.variantsOf)})`,
        ]
      : []),
    ...(filter.brandIds ? [matchesAny('brand_id', filter.brandIds)] : []),
    ...overlaps('tag_ids', filter.tagIds),
    ...overlaps('label_ids', filter.labelIds),
    ...overlaps('taxonomy_ids', filter.taxonomyIds),
    ...(filter.withoutTagIds ? [sql<SqlBool>`not tag_ids && ${filter.withoutTagIds}::uuid[]`] : []),
    ...equal('territory', filter.territory),
    ...equal('currency', filter.currency),
    ...equal('kind', filter.kind),
    ...equal('is_gift_card', filter.isGiftCard),
    ...equal('over18', filter.over18),
    ...(filter.minPrice === undefined ? [] : [sql<SqlBool>`sender_price >= ${filter.minPrice}`]),
    ...(filter.maxPrice === undefined ? [] : [sql<SqlBool>`sender_price <= ${filter.maxPrice}`]),
  ]
}
