import type { Tx } from '#server/platform/database/database.ts'
import type { Territory } from './catalogue.ts'
import type { Loaded, ProductFacts } from './check-document.ts'
import type { Document } from './document.ts'
import { matchesAny } from './queries.ts'

/** What is stored already of a document's rows and of everything they refer to. */
export async function loadReferences(tx: Tx, document: Document): Promise<Loaded> {
  const rows = document.products.map(({ row }) => row)
  const links = document.taxonomyLinks.map(({ row }) => row)
  const items = document.taxonomies.flatMap(({ row }) => row.items)
  const idsIn = async (table: 'brand' | 'tag' | 'label' | 'taxonomy_link', ids: string[]) =>
    new Set((await tx.selectFrom(table).select('id').where(matchesAny('id', ids)).execute()).map((row) => row.id))
  const brands = await idsIn(
    'brand',
    [...rows, ...document.stores.map(({ row }) => row)].map((row) => row.brandId),
  )
  const tags = await idsIn(
    'tag',
    [...rows, ...links].flatMap((row) => row.tagIds),
  )
  const labels = await idsIn(
    'label',
    [...rows, ...links].flatMap((row) => row.labelIds),
  )
  const taxonomyLinks = await idsIn(
    'taxonomy_link',
    items.filter(({ type }) => type === 'taxonomy-link').map(({ id }) => id),
  )
  const stores = await tx
    .selectFrom('store')
    .select(['id', 'brand_id'])
    .where(
      matchesAny(
        'id',
        document.stores.map(({ row }) => row.id),
      ),
    )
    .execute()
  const segmentGroups = await loadSegmentGroups(
    tx,
    rows.flatMap((row) => row.segmentGroupIds),
  )
  const segments = await loadSegments(
    tx,
    [...rows, ...document.segmentGroups.map(({ row }) => row), ...segmentGroups.values()].flatMap(
      (row) => row.segmentIds,
    ),
  )
  const productIds = [
    ...rows.flatMap((row) => [row.id, row.variantOfProductId ?? row.id]),
    ...document.segments.flatMap(({ row }) => row.productIds),
    ...[...segments.values()].flatMap((segment) => segment.productIds),
    ...items.filter(({ type }) => type === 'product').map(({ id }) => id),
    ...document.taxonomies.flatMap(({ row }) => row.primaryProductId ?? []),
  ]
  return {
    ids: { brands, tags, labels, taxonomyLinks },
    taxonomies: await loadTaxonomies(tx),
    stores: new Map(stores.map((row) => [row.id, { brandId: row.brand_id }])),
    segments,
    segmentGroups,
    products: await loadProducts(tx, productIds),
  }
}

async function loadTaxonomies(tx: Tx): Promise<Loaded['taxonomies']> {
  const taxonomies = await tx.selectFrom('taxonomy').select(['id', 'slug']).execute()
  const nested = await tx
    .selectFrom('taxonomy_item')
    .select(['taxonomy_id', 'item_id'])
    .where('type', '=', 'taxonomy')
    .execute()
  const byOwner = Map.groupBy(nested, (row) => row.taxonomy_id)
  return new Map(
    taxonomies.map(({ id, slug }) => [id, { slug, nested: (byOwner.get(id) ?? []).map((row) => row.item_id) }]),
  )
}

async function loadSegments(tx: Tx, ids: string[]): Promise<Loaded['segments']> {
  const segments = await tx.selectFrom('segment').select(['id', 'territories']).where(matchesAny('id', ids)).execute()
  const options = await tx
    .selectFrom('segment_option')
    .select(['segment_id', 'product_id'])
    .where(matchesAny('segment_id', ids))
    .execute()
  const bySegment = Map.groupBy(options, (option) => option.segment_id)
  return new Map(
    segments.map(({ id, territories }) => [
      id,
      {
        territories: territories as Territory[],
        productIds: (bySegment.get(id) ?? []).map((option) => option.product_id),
      },
    ]),
  )
}

async function loadSegmentGroups(tx: Tx, ids: string[]): Promise<Loaded['segmentGroups']> {
  const groups = await tx
    .selectFrom('segment_group')
    .select(['id', 'territories'])
    .where(matchesAny('id', ids))
    .execute()
  const held = await tx
    .selectFrom('segment_group_segment')
    .select(['segment_group_id', 'segment_id'])
    .where(matchesAny('segment_group_id', ids))
    .execute()
  const byGroup = Map.groupBy(held, (row) => row.segment_group_id)
  return new Map(
    groups.map(({ id, territories }) => [
      id,
      { territories: territories as Territory[], segmentIds: (byGroup.get(id) ?? []).map((row) => row.segment_id) },
    ]),
  )
}

async function loadProducts(tx: Tx, ids: string[]): Promise<Map<string, ProductFacts>> {
  const rows = await tx
    .selectFrom('product')
    .select([
      'id',
      'kind',
      'territory',
      'currency',
      'active',
      'voucher_type as voucherType',
      'brand_id as brandId',
      'sender_price as senderPricePence',
    ])
    .where(matchesAny('id', ids))
    .execute()
  return new Map(rows.map(({ id, ...facts }) => [id, facts]))
}
