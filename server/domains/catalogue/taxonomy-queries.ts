import { type Selectable, type SqlBool, sql } from 'kysely'
import type { Db, Tx } from '#server/platform/database/database.ts'
import type { TaxonomyLinkTable, TaxonomyTable } from '#server/platform/database/schema.ts'
import type { Images, Territory } from './catalogue.ts'
import { and, byId, byName, byWeight, keyset, type Paging, type Tuple } from './keyset.ts'
import { matchesAny, nameHolds, onSale } from './queries.ts'
import {
  linkFigures,
  type PricedCount,
  type TaxonomyItemRecord,
  type TaxonomyLinkRecord,
  type TaxonomyRecord,
} from './taxonomy.ts'

/** Items of one taxonomy beyond those put in order by hand. */
const MAX_ITEMS = 1000

/** One taxonomy with its items, also when it has been withdrawn. */
export async function taxonomyById(db: Db | Tx, id: string): Promise<TaxonomyRecord | undefined> {
  const rows = await db.selectFrom('taxonomy').selectAll().where('id', '=', id).execute()
  return (await withItems(db, rows))[0]
}

/** One taxonomy with its items, by slug; none that has been withdrawn. */
export async function taxonomyBySlug(db: Db | Tx, slug: string): Promise<TaxonomyRecord | undefined> {
  const rows = await db.selectFrom('taxonomy').selectAll().where('slug', '=', slug).where('active', '=', true).execute()
  return (await withItems(db, rows))[0]
}

export interface TaxonomyFilter {
  id?: string[] | undefined
  slug?: string[] | undefined
  displayType?: TaxonomyRecord['displayType'][] | undefined
  name?: string | undefined
}

/** Up to `limit` + 1 taxonomies by name, from the cursor on; by ids, withdrawn ones too. */
export async function listTaxonomies(
  db: Db | Tx,
  { id, slug, displayType, name }: TaxonomyFilter,
  paging: Paging,
): Promise<TaxonomyRecord[]> {
  const { order, after } = keyset([byName, byId], paging)
  const rows = await db
    .selectFrom('taxonomy')
    .selectAll()
    .where(
      and([
        id ? matchesAny('id', id) : sql<SqlBool>`active`,
        ...(slug ? [sql<SqlBool>`slug = any(${slug}::text[])`] : []),
        ...(displayType ? [sql<SqlBool>`display_type = any(${displayType}::text[])`] : []),
        ...nameHolds(name),
        ...after,
      ]),
    )
    .orderBy(order)
    .limit(paging.limit + 1)
    .execute()
  return withItems(db, rows)
}

/** A taxonomy's place in `listTaxonomies`. */
export const taxonomyPlace = (taxonomy: TaxonomyRecord): Tuple => [taxonomy.name, taxonomy.id]

async function withItems(db: Db | Tx, rows: Selectable<TaxonomyTable>[]): Promise<TaxonomyRecord[]> {
  const items = await loadTaxonomyItems(
    db,
    rows.map((row) => row.id),
  )
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    description: row.description,
    slug: row.slug,
    displayType: row.display_type,
    bannerImage: row.banner_image,
    icon: row.icon,
    primaryProductId: row.primary_product_id,
    itemSelectorProperty: row.item_selector_property,
    itemSelectorTitle: row.item_selector_title,
    productVariantDifferentiators: row.product_variant_differentiators as { name: string; path: string }[],
    items: items.get(row.id) ?? [],
    active: row.active,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }))
}

/**
 * What each taxonomy shows: first what the operator put in order, then links and products that name the taxonomy, the
 * heaviest first. Nothing withdrawn, and no product that a link to its variants shows already.
 */
async function loadTaxonomyItems(db: Db | Tx, ids: string[]): Promise<Map<string, TaxonomyItemRecord[]>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<TaxonomyItemRecord & { taxonomy: string }>`
    with asked as (
      select unnest(${ids}::uuid[]) as id
    ), placed as (
      select item.taxonomy_id, item.item_id, item.type, item.display_type, item.position
      from taxonomy_item item
      left join product on product.id = item.product_id
      left join taxonomy_link link on link.id = item.link_id
      left join taxonomy child on child.id = item.child_id
      where item.taxonomy_id = any(${ids}::uuid[]) and coalesce(${onSale}, link.active, child.active)
    ), links as (
      select asked.id as taxonomy_id, link.id, link.weight, link.linked_taxonomy_id
      from asked join taxonomy_link link on link.active and link.taxonomy_ids && array[asked.id]
    ), variants as (
      select shown.taxonomy_id, taxonomy.id as variants_id
      from (
        select taxonomy_id, linked_taxonomy_id from links
        union all
        select placed.taxonomy_id, link.linked_taxonomy_id
        from placed join taxonomy_link link on link.id = placed.item_id where placed.type = 'taxonomy-link'
      ) shown
      join taxonomy on taxonomy.id = shown.linked_taxonomy_id and taxonomy.display_type = 'product-variant'
    ), named as (
      select taxonomy_id, id, weight, 'taxonomy-link' as type from links
      union all
      select asked.id, product.id, product.weight, 'product'
      from asked join product on ${onSale} and product.taxonomy_ids && array[asked.id]
      where not exists (
        select from variants
        where variants.taxonomy_id = asked.id and product.taxonomy_ids && array[variants.variants_id])
    ), following as (
      select named.*, row_number() over (partition by taxonomy_id order by weight desc, id) as place
      from named
      where not exists (select from placed where placed.taxonomy_id = named.taxonomy_id and placed.item_id = named.id)
    )
    select taxonomy_id as taxonomy, item_id as id, type, display_type as "displayType", 0 as list, position as place
    from placed
    union all
    select taxonomy_id, id, type, 'inline', 1, place from following where place <= ${MAX_ITEMS}
    order by taxonomy, list, place`.execute(db)
  const items = new Map<string, TaxonomyItemRecord[]>()
  for (const { taxonomy, id, type, displayType } of rows)
    items.set(taxonomy, [...(items.get(taxonomy) ?? []), { id, type, displayType }])
  return items
}

export interface LinkFilter {
  id?: string[] | undefined
  linkedTaxonomyIds?: string[] | undefined
  taxonomyIds?: string[] | undefined
  tagIds?: string[] | undefined
  labelIds?: string[] | undefined
  territory?: Territory | undefined
}

/** Up to `limit` + 1 links, the heaviest first, from the cursor on; by ids, withdrawn ones too. */
export async function listTaxonomyLinks(
  db: Db | Tx,
  filter: LinkFilter,
  paging: Paging,
): Promise<TaxonomyLinkRecord[]> {
  const { order, after } = keyset([byWeight, byId], paging)
  const overlaps = (column: string, ids: string[] | undefined) =>
    ids ? [sql<SqlBool>`${sql.ref(column)} && ${ids}::uuid[]`] : []
  const rows = await db
    .selectFrom('taxonomy_link')
    .selectAll()
    .where(
      and([
        filter.id ? matchesAny('id', filter.id) : sql<SqlBool>`active`,
        ...(filter.linkedTaxonomyIds ? [matchesAny('linked_taxonomy_id', filter.linkedTaxonomyIds)] : []),
        ...overlaps('taxonomy_ids', filter.taxonomyIds),
        ...overlaps('tag_ids', filter.tagIds),
        ...overlaps('label_ids', filter.labelIds),
        ...(filter.territory ? [leadsTo(filter.territory)] : []),
        ...after,
      ]),
    )
    .orderBy(order)
    .limit(paging.limit + 1)
    .execute()
  return withFigures(db, rows, filter.territory)
}

/** A link's place in `listTaxonomyLinks`. */
export const linkPlace = (link: TaxonomyLinkRecord): Tuple => [link.weight, link.id]

/** Taxonomies that can be reached from some: those nested in them and those they link to. `root` is where it began. */
const reachableFrom = (roots: ReturnType<typeof sql>) => sql`
  with recursive reach (root, id) as (
    select root, root from (${roots}) as given (root)
    union
    select reach.root, next.id
    from reach cross join lateral (
      select child_id as id from taxonomy_item where taxonomy_id = reach.id and child_id is not null
      union all
      select link.linked_taxonomy_id from taxonomy_item item join taxonomy_link link on link.id = item.link_id
      where item.taxonomy_id = reach.id and link.active
      union all
      select linked_taxonomy_id from taxonomy_link where active and taxonomy_ids && array[reach.id]
    ) next
    join taxonomy on taxonomy.id = next.id and taxonomy.active
  ), standing as (
    select reach.root, product.id from reach join product on ${onSale} and product.taxonomy_ids && array[reach.id]
    union
    select reach.root, item.product_id from reach join taxonomy_item item on item.taxonomy_id = reach.id
    join product on product.id = item.product_id and ${onSale}
  )`

const leadsTo = (territory: Territory) =>
  sql<SqlBool>`exists (
    ${reachableFrom(sql`select taxonomy_link.linked_taxonomy_id`)}
    select from standing join product using (id) where product.territory = ${territory})`

async function withFigures(
  db: Db | Tx,
  rows: Selectable<TaxonomyLinkTable>[],
  territory: Territory | undefined,
): Promise<TaxonomyLinkRecord[]> {
  if (rows.length === 0) return []
  const roots = [...new Set(rows.map((row) => row.linked_taxonomy_id))]
  const { rows: counts } = await sql<PricedCount & { root: string }>`
    ${reachableFrom(sql`select unnest(${roots}::uuid[])`)}
    select standing.root, product.currency, product.sender_price as "pricePence",
      product.vat_basis_points as "vatBasisPoints", count(*)::int as count
    from standing join product using (id)
    where ${territory ? sql`product.territory = ${territory}` : sql`true`}
    group by 1, 2, 3, 4`.execute(db)
  const pictures = await db
    .selectFrom('taxonomy')
    .innerJoin('product', 'product.id', 'taxonomy.primary_product_id')
    .select(['taxonomy.id', 'product.images'])
    .where(matchesAny('taxonomy.id', roots))
    .execute()
  const imagesById = new Map(pictures.map((row) => [row.id, row.images as Images]))
  const byRoot = Map.groupBy(counts, (row) => row.root)
  return rows.map((row) => {
    const own = row.images as Images
    return {
      id: row.id,
      linkedTaxonomyId: row.linked_taxonomy_id,
      name: row.name,
      images: own.main?.length ? own : (imagesById.get(row.linked_taxonomy_id) ?? own),
      taxonomyIds: row.taxonomy_ids,
      tagIds: row.tag_ids,
      labelIds: row.label_ids,
      weight: row.weight,
      ...linkFigures(byRoot.get(row.linked_taxonomy_id) ?? []),
    }
  })
}

/** Up to `limit` + 1 tags by name, from the cursor on. */
export async function listTags(
  db: Db | Tx,
  filter: { id?: string[] | undefined; typeId?: number[] | undefined; name?: string | undefined },
  paging: Paging,
): Promise<{ id: string; name: string; typeId: number }[]> {
  const { order, after } = keyset([byName, byId], paging)
  return db
    .selectFrom('tag')
    .select(['id', 'name', 'type_id as typeId'])
    .where(
      and([
        ...(filter.id ? [matchesAny('id', filter.id)] : []),
        ...(filter.typeId ? [sql<SqlBool>`type_id = any(${filter.typeId}::integer[])`] : []),
        ...nameHolds(filter.name),
        ...after,
      ]),
    )
    .orderBy(order)
    .limit(paging.limit + 1)
    .execute()
}

/** Up to `limit` + 1 labels by name, from the cursor on. */
export async function listLabels(
  db: Db | Tx,
  filter: { id?: string[] | undefined; name?: string | undefined },
  paging: Paging,
): Promise<{ id: string; name: string }[]> {
  const { order, after } = keyset([byName, byId], paging)
  return db
    .selectFrom('label')
    .select(['id', 'name'])
    .where(and([...(filter.id ? [matchesAny('id', filter.id)] : []), ...nameHolds(filter.name), ...after]))
    .orderBy(order)
    .limit(paging.limit + 1)
    .execute()
}
