import { findRail, rails, whyNotPaidOut } from '#contract/core/rails.ts'
import { formatMoney } from '#kit/money.ts'
import { currencyByTerritory, type Territory, type VoucherType } from './catalogue.ts'
import type {
  Document,
  DocumentRowError,
  Kind,
  Placed,
  ProductRow,
  SegmentGroupRow,
  SegmentRow,
  StoreRow,
  TaxonomyRow,
} from './document.ts'

/** What matters of a product to the rows that refer to it. */
export type ProductFacts = Pick<
  ProductRow,
  'kind' | 'territory' | 'currency' | 'voucherType' | 'brandId' | 'senderPricePence' | 'active'
>

/** What the database holds already of the rows in a document and of those it refers to. */
export interface Loaded {
  ids: Record<'brands' | 'tags' | 'labels' | 'taxonomyLinks', Set<string>>
  /** Every taxonomy: its slug, and the taxonomies nested in it. */
  taxonomies: Map<string, { slug: string; nested: string[] }>
  stores: Map<string, { brandId: string }>
  segments: Map<string, SegmentFacts>
  segmentGroups: Map<string, SegmentGroupFacts>
  products: Map<string, ProductFacts>
}

type SegmentFacts = Pick<SegmentRow, 'territories' | 'productIds'>
type SegmentGroupFacts = Pick<SegmentGroupRow, 'territories' | 'segmentIds'>

type Complain = (path: string, message: string) => void

/**
 * The rules that span rows. References may point into the document or to what was imported before.
 * @param connected what can be given out here: other products are imported, and not on sale
 * @param mentioned ids of all rows in the document, the wrong ones too: a reference to one is not a second error
 */
export function checkDocument(
  document: Document,
  mentioned: Record<Kind, Set<string>>,
  loaded: Loaded,
  connected: readonly VoucherType[],
): { errors: DocumentRowError[]; warnings: DocumentRowError[] } {
  const errors: DocumentRowError[] = []
  const warnings: DocumentRowError[] = []
  const exists: Record<Kind, (id: string) => boolean> = {
    brands: (id) => mentioned.brands.has(id) || loaded.ids.brands.has(id),
    tags: (id) => mentioned.tags.has(id) || loaded.ids.tags.has(id),
    labels: (id) => mentioned.labels.has(id) || loaded.ids.labels.has(id),
    taxonomies: (id) => mentioned.taxonomies.has(id) || loaded.taxonomies.has(id),
    stores: (id) => mentioned.stores.has(id) || loaded.stores.has(id),
    segments: (id) => mentioned.segments.has(id) || loaded.segments.has(id),
    segmentGroups: (id) => mentioned.segmentGroups.has(id) || loaded.segmentGroups.has(id),
    products: (id) => mentioned.products.has(id) || loaded.products.has(id),
    taxonomyLinks: (id) => mentioned.taxonomyLinks.has(id) || loaded.ids.taxonomyLinks.has(id),
  }
  const products = new Map([...loaded.products, ...document.products.map(({ row }) => [row.id, row] as const)])
  const segments = new Map([...loaded.segments, ...document.segments.map(({ row }) => [row.id, row] as const)])
  const groups = new Map([...loaded.segmentGroups, ...document.segmentGroups.map(({ row }) => [row.id, row] as const)])
  const at =
    (kind: Kind, { index, row }: Placed<{ id: string }>, list: DocumentRowError[]): Complain =>
    (path, message) =>
      list.push({ path: `${kind}.${index}.${path}`, message, row: index, id: row.id })
  const refer = (complain: Complain, kind: Kind, path: string, id: string | null) => {
    if (id !== null && !exists[kind](id))
      complain(path, `refers to ${id}, which is not among the ${kind} here or imported before`)
  }
  const referAll = (complain: Complain, kind: Kind, path: string, ids: string[]) => {
    for (const [index, id] of ids.entries()) refer(complain, kind, `${path}.${index}`, id)
    if (new Set(ids).size < ids.length) complain(path, 'names the same id twice')
  }

  checkSlugs(document, loaded, (placed) => at('taxonomies', placed, errors))
  const nestedIn = nesting(document, loaded)
  for (const placed of document.taxonomies) {
    const complain = at('taxonomies', placed, errors)
    refer(complain, 'products', 'primaryProductId', placed.row.primaryProductId)
    for (const [index, { id, type }] of placed.row.items.entries())
      refer(complain, kindOfItem[type], `items.${index}.id`, id)
    checkTaxonomy(placed.row, nestedIn, complain)
  }
  for (const placed of document.taxonomyLinks) {
    const { row } = placed
    const complain = at('taxonomyLinks', placed, errors)
    refer(complain, 'taxonomies', 'linkedTaxonomyId', row.linkedTaxonomyId)
    referAll(complain, 'tags', 'tagIds', row.tagIds)
    referAll(complain, 'labels', 'labelIds', row.labelIds)
    referAll(complain, 'taxonomies', 'taxonomyIds', row.taxonomyIds)
    if (row.taxonomyIds.includes(row.linkedTaxonomyId))
      complain('taxonomyIds', 'a link cannot stand in what it links to')
  }
  for (const placed of document.stores) {
    const complain = at('stores', placed, errors)
    refer(complain, 'brands', 'brandId', placed.row.brandId)
    checkStore(placed.row, loaded, complain)
  }
  for (const placed of document.segments) {
    const complain = at('segments', placed, errors)
    referAll(complain, 'products', 'productIds', placed.row.productIds)
    checkSegment(placed.row, products, complain)
  }
  for (const placed of document.segmentGroups) {
    const complain = at('segmentGroups', placed, errors)
    referAll(complain, 'segments', 'segmentIds', placed.row.segmentIds)
    checkSegmentGroup(placed.row, segments, complain)
  }
  for (const placed of document.products) {
    const { row } = placed
    const complain = at('products', placed, errors)
    refer(complain, 'brands', 'brandId', row.brandId)
    refer(complain, 'products', 'variantOfProductId', row.variantOfProductId)
    referAll(complain, 'tags', 'tagIds', row.tagIds)
    referAll(complain, 'labels', 'labelIds', row.labelIds)
    referAll(complain, 'taxonomies', 'taxonomyIds', row.taxonomyIds)
    referAll(complain, 'segments', 'segmentIds', row.segmentIds)
    referAll(complain, 'segmentGroups', 'segmentGroupIds', row.segmentGroupIds)
    checkPrice(row, complain)
    checkRail(row, complain)
    checkUnchanged(row, loaded.products.get(row.id), complain)
    const warn = at('products', placed, warnings)
    checkChoice(row, { segments, groups, products }, complain, warn)
    const rail = findRail(row.voucherType, row.issuerReference)
    if (row.active && rail && rails[rail].settlement === 'onCash')
      warn('voucherType', `${rails[rail].label} is owed only what it paid out: it is not sold as a gift`)
    else if (row.active && !connected.includes(row.voucherType))
      warn('voucherType', `${row.voucherType} is not connected here: not on sale until it is`)
  }
  return { errors, warnings }
}

function checkSlugs(document: Document, loaded: Loaded, complain: (placed: Placed<{ id: string }>) => Complain): void {
  const slugs = new Map([
    ...[...loaded.taxonomies].map(([id, { slug }]) => [id, slug] as const),
    ...document.taxonomies.map(({ row }) => [row.id, row.slug] as const),
  ])
  const owners = Map.groupBy(slugs.keys(), (id) => slugs.get(id)!)
  for (const placed of document.taxonomies) {
    const other = owners.get(placed.row.slug)?.find((id) => id !== placed.row.id)
    if (other) complain(placed)('slug', `is the slug of ${other} too`)
  }
}

const kindOfItem = { product: 'products', 'taxonomy-link': 'taxonomyLinks', taxonomy: 'taxonomies' } as const

/** The taxonomies nested in each, as they will be. */
function nesting(document: Document, loaded: Loaded): Map<string, string[]> {
  const nested = new Map([...loaded.taxonomies].map(([id, taxonomy]) => [id, taxonomy.nested]))
  for (const { row } of document.taxonomies)
    nested.set(
      row.id,
      row.items.filter(({ type }) => type === 'taxonomy').map(({ id }) => id),
    )
  return nested
}

function checkTaxonomy(row: TaxonomyRow, nestedIn: Map<string, string[]>, complain: Complain): void {
  if (new Set(row.items.map(({ id }) => id)).size < row.items.length) complain('items', 'names the same id twice')
  if (row.displayType === 'product-variant' && row.primaryProductId === null)
    complain('primaryProductId', 'is needed: one of the variants stands for all')
  const within = new Set<string>()
  const open = [...(nestedIn.get(row.id) ?? [])]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (within.has(next)) continue
    within.add(next)
    open.push(...(nestedIn.get(next) ?? []))
  }
  if (within.has(row.id)) complain('items', 'a taxonomy cannot stand in itself, nor in what stands in it')
}

function checkStore(row: StoreRow, loaded: Loaded, complain: Complain): void {
  const before = loaded.stores.get(row.id)
  if (before && before.brandId !== row.brandId)
    complain('brandId', `cannot change: redemptions of ${before.brandId} refer to this store; add a new store instead`)
  if ((row.latitude === null) !== (row.longitude === null))
    complain(row.latitude === null ? 'latitude' : 'longitude', 'must be given together with the other coordinate')
}

function checkSegment(row: SegmentRow, products: Map<string, ProductFacts>, complain: Complain): void {
  for (const [index, id] of row.productIds.entries()) {
    const option = products.get(id)
    if (option?.kind === 'choice')
      complain(`productIds.${index}`, `${id} is a choice itself; a segment holds single products`)
    if (option && !row.territories.includes(option.territory))
      complain(
        `productIds.${index}`,
        `${id} is sold in ${option.territory}, which is not among the segment's territories`,
      )
  }
}

function checkSegmentGroup(row: SegmentGroupRow, segments: Map<string, SegmentFacts>, complain: Complain): void {
  if (row.segmentIds.length === 0) complain('segmentIds', 'a group needs at least one segment')
  for (const [index, id] of row.segmentIds.entries()) {
    const segment = segments.get(id)
    if (segment && !segment.territories.some((territory) => row.territories.includes(territory)))
      complain(`segmentIds.${index}`, `${id} is for none of the group's territories`)
  }
}

function checkPrice(row: ProductRow, complain: Complain): void {
  const wanted = currencyByTerritory[row.territory]
  if (row.currency !== wanted) complain('currency', `must be ${wanted} in territory ${row.territory}`)
  if (row.vatVoucherType === 'MPV' && row.vatBasisPoints !== 0)
    complain('vatBasisPoints', 'must be 0 for an MPV: its VAT is due where it is spent')
  if (row.allowsParts && (row.kind === 'choice' || row.voucherType !== 'own' || row.vatVoucherType === 'SPV'))
    complain('allowsParts', 'only single multi-purpose vouchers of voucher type own are used in parts')
  if (row.voucherType === 'own' && row.issuerReference !== null)
    complain('issuerReference', 'must be left out for our own vouchers')
  if (row.voucherType !== 'own' && row.issuerReference === null)
    complain('issuerReference', `is needed to order from ${row.voucherType}`)
  if (row.variantOfProductId === row.id) complain('variantOfProductId', 'must be another product')
  if (row.variantOfProductId !== null && row.variantLabel === null)
    complain('variantLabel', 'is needed to tell a variant from the others')
}

/** What a rail would refuse once the gift is opened is refused here. */
function checkRail(row: ProductRow, complain: Complain): void {
  const rail = findRail(row.voucherType, row.issuerReference)
  if (row.voucherType === 'paypoint' && row.issuerReference !== null && rail === null)
    complain('issuerReference', 'must begin cash-out- or energy-: PayPoint has these two rails')
  const why = rail && whyNotPaidOut(rail, row.senderPricePence)
  if (why) complain('senderPricePence', why)
}

const fixed = ['kind', 'currency', 'territory', 'voucherType', 'brandId'] as const

/** Gifts already sold rely on these: a product that differs in one is another product. */
function checkUnchanged(row: ProductRow, before: ProductFacts | undefined, complain: Complain): void {
  if (!before) return
  for (const field of fixed)
    if (row[field] !== before[field])
      complain(
        field,
        `cannot change from ${before[field]}: gifts already sold rely on it; withdraw this product and add a new one`,
      )
}

interface Offer {
  segments: Map<string, SegmentFacts>
  groups: Map<string, SegmentGroupFacts>
  products: Map<string, ProductFacts>
}

function checkChoice(row: ProductRow, offer: Offer, complain: Complain, warn: Complain): void {
  if (row.kind === 'single') {
    if (row.segmentIds.length) complain('segmentIds', 'is only for a product of kind choice')
    if (row.segmentGroupIds.length) complain('segmentGroupIds', 'is only for a product of kind choice')
    return
  }
  if (row.vatVoucherType !== 'MPV')
    complain('vatVoucherType', 'must be MPV for a choice: what it is spent on is not known when it is sold')
  if (row.voucherType !== 'own')
    complain('voucherType', 'must be own for a choice: the voucher is that of the option chosen')
  if (row.segmentIds.length && row.segmentGroupIds.length)
    complain('segmentGroupIds', 'a choice names either segments or groups of them')
  else if (row.segmentIds.length + row.segmentGroupIds.length === 0)
    complain('segmentIds', 'a choice needs at least one segment, or group of segments, to choose from')
  else checkOffered(row, offer, complain, warn)
}

/** What a choice names must be for its territory, and something of it must be on sale at its price. */
function checkOffered(
  row: ProductRow,
  { segments, groups, products }: Offer,
  complain: Complain,
  warn: Complain,
): void {
  const isHere = ({ territories }: { territories: Territory[] }) => territories.includes(row.territory)
  const named: (SegmentFacts | undefined)[] = []
  for (const [index, id] of row.segmentIds.entries()) {
    const segment = segments.get(id)
    if (segment && !isHere(segment)) complain(`segmentIds.${index}`, `${id} is not for territory ${row.territory}`)
    named.push(segment)
  }
  for (const [index, id] of row.segmentGroupIds.entries()) {
    const group = groups.get(id)
    if (group && !isHere(group)) complain(`segmentGroupIds.${index}`, `${id} is not for territory ${row.territory}`)
    const held = group ? group.segmentIds.map((segmentId) => segments.get(segmentId)) : [undefined]
    named.push(...held.filter((segment) => !segment || isHere(segment)))
  }
  let [offered, dearer] = [0, 0]
  let allKnown = true
  for (const segment of named) {
    const options = (segment?.productIds ?? []).map((optionId) => products.get(optionId))
    if (!segment || options.includes(undefined)) allKnown = false
    const onSale = options.filter((option) => option?.active && option.territory === row.territory) as ProductFacts[]
    const affordable = onSale.filter((option) => option.senderPricePence <= row.senderPricePence).length
    offered += affordable
    dearer += onSale.length - affordable
  }
  const place = row.segmentIds.length ? 'segmentIds' : 'segmentGroupIds'
  // One line for a choice: one for each of its segments would hide what else there is to read.
  if (dearer > 0)
    warn(
      place,
      `${dearer} of ${offered + dearer} options on sale cost more than ${formatMoney(row.senderPricePence, currencyByTerritory[row.territory])} and will not be offered`,
    )
  if (row.active && allKnown && offered === 0) complain(place, 'nothing in these segments can be chosen at this price')
}
