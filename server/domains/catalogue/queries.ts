import { type Selectable, type SqlBool, sql } from 'kysely'
import { compiledOnce } from '#server/platform/database/compiled-once.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import type { BrandTable, ProductTable } from '#server/platform/database/schema.ts'
import {
  type BrandRecord,
  type CatalogueCurrency,
  type ChoiceSegment,
  type Images,
  mainImage,
  type ProductRecord,
  productColumns,
  type SegmentGroupRecord,
  type SegmentRecord,
  type StoreRecord,
  type Territory,
} from './catalogue.ts'

/** Products by id, withdrawn ones too; unknown ids are simply not in the answer. */
export async function productsByIds(db: Db | Tx, ids: readonly string[]): Promise<Map<string, ProductRecord>> {
  if (ids.length === 0) return new Map()
  const rows = await db.selectFrom('product').select(productColumns).where(matchesAny('id', ids)).execute()
  return new Map(rows.map((row) => [row.id, toProduct(row)]))
}

type StoreLine = Pick<StoreRecord, 'name' | 'address'>

const productsAndStores = compiledOnce((db: Db | Tx, { ids }: { ids: readonly string[] }) =>
  db
    .selectFrom('product')
    .select(productColumns)
    .select(
      sql<StoreLine[]>`coalesce((
        select jsonb_agg(jsonb_build_object('name', store.name, 'address', store.address) order by store.name, store.id)
        from store where store.brand_id = product.brand_id and store.active), '[]')`.as('stores'),
    )
    .where(matchesAny('id', ids)),
)

/** As productsByIds, each with where its brand's open stores are, by name. */
export async function productsWithStores(
  db: Db | Tx,
  ids: readonly string[],
): Promise<Map<string, ProductRecord & { stores: StoreLine[] }>> {
  const rows = await productsAndStores(db, { ids })
  return new Map(rows.map(({ stores, ...row }) => [row.id, { ...toProduct(row), stores }]))
}

/** One product, also when it has been withdrawn. */
export async function productById(db: Db | Tx, id: string): Promise<ProductRecord | undefined> {
  const row = await db.selectFrom('product').select(productColumns).where('id', '=', id).executeTakeFirst()
  return row && toProduct(row)
}

/**
 * What a recipient may choose when `maxPricePence` was paid for a choice product: on sale, in that currency and
 * territory, nothing dearer, of its segments or of its groups for the territory. Segments and options in the operator's order; a segment without an option is left out.
 */
export async function listChoiceProducts(
  db: Db | Tx,
  choice: { productId: string; maxPricePence: number; currency: string; territory: string },
): Promise<ChoiceSegment[]> {
  const rows = await db
    .selectFrom(namedSegments(choice.productId))
    .innerJoin('segment', 'segment.id', 'named.segment_id')
    .innerJoin('segment_option', 'segment_option.segment_id', 'segment.id')
    .innerJoin('product', 'product.id', 'segment_option.product_id')
    .select(productColumns.map((column) => `product.${column}` as const))
    .select(['segment.id as segment_id', 'segment.name as segment_name'])
    .where(onSale)
    .where('product.kind', '=', 'single')
    .where('product.sender_price', '<=', choice.maxPricePence)
    .where('product.currency', '=', choice.currency as CatalogueCurrency)
    .where('product.territory', '=', choice.territory as Territory)
    .where(sql<SqlBool>`${choice.territory} = any(segment.territories)`)
    .orderBy('named.place')
    .orderBy('segment.id')
    .orderBy('segment_option.position')
    .orderBy('product.id')
    .execute()
  const segments = new Map<string, ChoiceSegment>()
  for (const { segment_id, segment_name, ...row } of rows) {
    const segment = segments.get(segment_id) ?? { segmentId: segment_id, segmentName: segment_name, options: [] }
    segments.set(segment_id, segment)
    segment.options.push(toProduct(row))
  }
  return [...segments.values()]
}

/** The segments that a choice names, or that its groups for its territory hold; each at its first place. */
const namedSegments = (productId: string) =>
  sql<{ segment_id: string; place: number[] }>`(
    select segment_id, min(place) as place from (
      select segment_id, array[position, 0] as place from product_segment where product_id = ${productId}
      union all
      select held.segment_id, array[chosen.position, held.position]
      from product_segment_group as chosen
      join product on product.id = chosen.product_id
      join segment_group on segment_group.id = chosen.segment_group_id and product.territory = any(segment_group.territories)
      join segment_group_segment as held on held.segment_group_id = segment_group.id
      where chosen.product_id = ${productId}
    ) as placed group by segment_id
  )`.as<'named'>(sql.ref('named'))

/** The groups a segment stands in, each with all its segments, as JSON. */
const groupsOfSegment = sql<SegmentGroupRecord[]>`coalesce((
  select jsonb_agg(jsonb_build_object('id', id, 'name', name, 'territories', territories, 'segmentIds', (
    select jsonb_agg(segment_id order by position, segment_id) from segment_group_segment where segment_group_id = segment_group.id
  )) order by name, id)
  from segment_group
  where exists (select from segment_group_segment as held where held.segment_group_id = segment_group.id and held.segment_id = segment.id)
), '[]')`.as('segment_groups')

/** The segments of a choice product, in order, whatever the segment's territory; none for a single product. */
export async function loadSegments(db: Db | Tx, productId: string): Promise<SegmentRecord[]> {
  const rows = await db
    .selectFrom(namedSegments(productId))
    .innerJoin('segment', 'segment.id', 'named.segment_id')
    .selectAll('segment')
    .select(groupsOfSegment)
    .orderBy('named.place')
    .orderBy('segment.id')
    .execute()
  return rows.map(toSegment)
}

/** Segments by id, each with every option on sale, in the operator's order. */
export async function segmentsWithOptions(
  db: Db | Tx,
  ids: readonly string[],
): Promise<{ segment: SegmentRecord; options: ProductRecord[] }[]> {
  if (ids.length === 0) return []
  const segments = await db
    .selectFrom('segment')
    .selectAll()
    .select(groupsOfSegment)
    .where(matchesAny('id', ids))
    .orderBy('position')
    .orderBy('id')
    .execute()
  const options = await db
    .selectFrom('segment_option')
    .innerJoin('product', 'product.id', 'segment_option.product_id')
    .select(productColumns.map((column) => `product.${column}` as const))
    .select('segment_option.segment_id')
    .where(matchesAny('segment_option.segment_id', ids))
    .where(onSale)
    .orderBy('segment_option.position')
    .orderBy('product.id')
    .execute()
  const bySegment = Map.groupBy(options, (option) => option.segment_id)
  return segments.map((row) => ({ segment: toSegment(row), options: (bySegment.get(row.id) ?? []).map(toProduct) }))
}

/** One brand, also when it has been withdrawn. */
export async function brandById(db: Db | Tx, id: string): Promise<BrandRecord | undefined> {
  return (await brandsByIds(db, [id])).get(id)
}

/** Brands by id, withdrawn ones too. */
export async function brandsByIds(db: Db | Tx, ids: readonly string[]): Promise<Map<string, BrandRecord>> {
  if (ids.length === 0) return new Map()
  const rows = await db.selectFrom('brand').selectAll().where(matchesAny('id', ids)).execute()
  return new Map(rows.map((row) => [row.id, toBrand(row)]))
}

/** Open stores of a brand, by name. */
export async function storesOfBrand(db: Db | Tx, brandId: string): Promise<StoreRecord[]> {
  return (await storesOfBrands(db, [brandId])).get(brandId) ?? []
}

/** Open stores of several brands, each brand's by name. */
export async function storesOfBrands(db: Db | Tx, brandIds: readonly string[]): Promise<Map<string, StoreRecord[]>> {
  if (brandIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('store')
    .selectAll()
    .where(matchesAny('brand_id', brandIds))
    .where('active', '=', true)
    .orderBy('name')
    .orderBy('id')
    .execute()
  const stores = rows.map(({ brand_id, active, ...row }) => ({ ...row, brandId: brand_id }))
  return Map.groupBy(stores, (store) => store.brandId)
}

/** Written out, not as a parameter: the partial indexes of what is on sale speak these very words. */
export const onSale = sql<SqlBool>`product.offered and product.issuer_connected`

/** `column in (ids)` as one array parameter, so that the statement is the same for any number of them. */
export const matchesAny = (column: string, ids: readonly string[]) =>
  sql<SqlBool>`${sql.ref(column)} = any(${ids as string[]}::uuid[])`

/** Names that hold a text somewhere, whatever its capitals and accents; no condition without one. */
export const nameHolds = (text: string | undefined) =>
  text ? [sql<SqlBool>`strpos(fold_search_text(name), fold_search_text(${text})) > 0`] : []

type ProductRow = Pick<Selectable<ProductTable>, (typeof productColumns)[number]>

export function toProduct(row: ProductRow): ProductRecord {
  const images = row.images as Images
  return {
    id: row.id,
    brandId: row.brand_id,
    brandName: row.brand_name,
    name: row.name,
    description: row.description,
    contents: row.contents,
    terms: row.terms,
    kind: row.kind,
    territory: row.territory,
    currency: row.currency,
    senderPricePence: row.sender_price,
    handlingFeePence: row.handling_fee,
    smsSegmentPence: row.sms_segment_pence,
    vatVoucherType: row.vat_voucher_type,
    vatBasisPoints: row.vat_basis_points,
    voucherType: row.voucher_type,
    issuerReference: row.issuer_reference,
    givesChange: row.gives_change,
    allowsParts: row.allows_parts,
    over18: row.over18,
    maximumExpiryDays: row.maximum_expiry_days,
    isGiftCard: row.is_gift_card,
    images,
    imageUrl: mainImage(images),
    variantOfProductId: row.variant_of_product_id,
    variantLabel: row.variant_label,
    tagIds: row.tag_ids,
    labelIds: row.label_ids,
    taxonomyIds: row.taxonomy_ids,
    weight: row.weight,
    active: row.offered && row.issuer_connected,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}

export function toBrand(row: Selectable<BrandTable>): BrandRecord {
  const { id, name, description, website, active } = row
  return { id, name, description, website, logoUrl: row.logo_url, images: row.images as Images, active }
}

function toSegment(row: {
  id: string
  name: string
  description: string
  image_url: string | null
  territories: string[]
  segment_groups: SegmentGroupRecord[]
}): SegmentRecord {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    imageUrl: row.image_url,
    territories: row.territories as Territory[],
    segmentGroups: row.segment_groups,
  }
}

/** What is charged for handling, of the products that are on sale: by currency, in pence without VAT. */
export async function handlingFees(db: Db | Tx) {
  const { rows } = await sql<{
    currency: CatalogueCurrency
    products: number
    productsWithoutFee: number
    lowest: number | null
    highest: number | null
  }>`
    select currency, count(*)::int as products, count(*) filter (where handling_fee = 0)::int as "productsWithoutFee",
      min(handling_fee) filter (where handling_fee > 0) as lowest, max(handling_fee) filter (where handling_fee > 0) as highest
    from product where ${onSale} group by currency order by currency desc`.execute(db)
  return rows
}
