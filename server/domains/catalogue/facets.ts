import type { BitSet } from './bit-set.ts'
import { type Dimension, type FilterParts, type Named, type ProductIndex, priceBands } from './product-index.ts'

const MAX_VALUES = 50

export interface Facets {
  brands: (Named & { count: number })[]
  tags: (Named & { typeId: number; count: number })[]
  labels: (Named & { count: number })[]
  taxonomies: (Named & { slug: string; count: number })[]
  territories: { value: 'GB' | 'EU'; count: number }[]
  kinds: { value: 'single' | 'choice'; count: number }[]
  isGiftCard: { value: boolean; count: number }[]
  over18: { value: boolean; count: number }[]
  /** One for each currency among them: amounts of different currencies are not compared. */
  prices: {
    currency: 'GBX' | 'EUX'
    min: number
    max: number
    bands: { minPrice: number; maxPrice: number | null; count: number }[]
  }[]
}

/** What meets every part of the filter, but for one of them. */
export function meeting(matched: BitSet, parts: FilterParts, butFor?: Dimension | 'price'): BitSet {
  const set = matched.copy()
  for (const [name, part] of parts) if (name !== butFor) set.keep(part)
  return set
}

/**
 * How many there are of each value among what the query and the rest of the filter match: a facet's own part of the
 * filter does not narrow it, so that its other values show what choosing them instead, or as well, would bring.
 */
export function computeFacets(index: ProductIndex, matched: BitSet, parts: FilterParts): Facets {
  const all = meeting(matched, parts)
  const allNumbers = all.toNumbers()
  const setFor = (name: Dimension | 'price') => (parts.has(name) ? meeting(matched, parts, name) : all)
  const named = <T extends Named>(dimension: keyof ProductIndex['lists'], names: ReadonlyMap<string, T>) =>
    index.lists[dimension]
      .count(parts.has(dimension) ? setFor(dimension).toNumbers() : allNumbers)
      .flatMap(([id, count]) => (names.has(id) ? [{ ...names.get(id)!, count }] : []))
      .sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1))
      .slice(0, MAX_VALUES)
  const plain = (dimension: Dimension) => {
    const set = setFor(dimension)
    return [...index.dimensionValues(dimension)]
      .map(([value, having]) => ({ value, count: set.countWith(having) }))
      .filter(({ count }) => count > 0)
      .sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1))
  }
  const yesOrNo = (dimension: Dimension) =>
    plain(dimension).map(({ value, count }) => ({ value: value === 'true', count }))
  return {
    brands: named('brand', index.brands),
    tags: named('tag', index.tags),
    labels: named('label', index.labels),
    taxonomies: named('taxonomy', index.taxonomies),
    territories: plain('territory') as Facets['territories'],
    kinds: plain('kind') as Facets['kinds'],
    isGiftCard: yesOrNo('isGiftCard'),
    over18: yesOrNo('over18'),
    prices: countPrices(index, setFor('price')),
  }
}

function countPrices(index: ProductIndex, set: BitSet): Facets['prices'] {
  const price = (number: number) => index.products[number]!.senderPricePence
  return index.pricing.flatMap(({ currency, byPrice, bands }) => {
    const first = byPrice.find((number) => set.has(number))
    if (first === undefined) return []
    const last = byPrice.findLast((number) => set.has(number))!
    const counted = priceBands.map(([minPrice, maxPrice], band) => ({
      minPrice,
      maxPrice,
      count: set.countWith(bands[band]!),
    }))
    return [{ currency, min: price(first), max: price(last), bands: counted }]
  })
}
