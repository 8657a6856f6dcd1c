import { BitSet } from './bit-set.ts'
import type { CatalogueCurrency, Territory } from './catalogue.ts'
import type { ProductFilter } from './product-filter.ts'
import { expandSynonyms, searchWords, tokenise } from './search-tokens.ts'
import { ValueLists } from './value-lists.ts'
import { type Field, WordIndex } from './word-index.ts'
import { lowerBound } from './word-list.ts'

/** What the index needs of a product on sale. */
export interface IndexedProduct {
  id: string
  brandId: string
  brandName: string
  name: string
  variantLabel: string | null
  contents: string
  description: string
  kind: 'single' | 'choice'
  territory: Territory
  currency: CatalogueCurrency
  senderPricePence: number
  isGiftCard: boolean
  over18: boolean
  tagIds: string[]
  labelIds: string[]
  taxonomyIds: string[]
  weight: number
}

/** What products refer to. */
export interface Named {
  id: string
  name: string
}

export interface IndexSource<P extends IndexedProduct = IndexedProduct> {
  products: P[]
  tags: (Named & { typeId: number })[]
  labels: Named[]
  taxonomies: (Named & { slug: string })[]
}

/** Inclusive, in whole pence; the last has no upper bound. */
export const priceBands: readonly (readonly [least: number, most: number | null])[] = [
  [0, 500],
  [501, 1000],
  [1001, 2000],
  [2001, 5000],
  [5001, 10_000],
  [10_001, null],
]

/** Properties of which a product has one or several, and a filter asks for any. */
const dimensions = [
  'brand',
  'tag',
  'label',
  'taxonomy',
  'territory',
  'currency',
  'kind',
  'isGiftCard',
  'over18',
] as const
export type Dimension = (typeof dimensions)[number]

/** The products that meet a filter, part by part; what is not asked for is not in it. */
export type FilterParts = Map<Dimension | 'price' | 'without', BitSet>

/** What a word is worth by where it stands: name, brand, what the product is filed under, what is in it, its story. */
const FIELD_WEIGHT = { name: 10, variant: 9, brand: 8, filed: 4, contents: 3, description: 1 } as const
const STARTS_WITH_QUERY = 400

const YIELD_EVERY = 500
/** Lets waiting requests in between two stretches of building. */
const pause = () => new Promise<void>((resolve) => setImmediate(resolve))

/**
 * Everything on sale, as it is searched: products are numbered by weight, and every property is a set of numbers.
 * Made once and never changed. What else a product carries is kept with it.
 */
export class ProductIndex<P extends IndexedProduct = IndexedProduct> {
  readonly size: number
  /** Products by number, the heaviest first. */
  readonly products: readonly P[]
  private readonly sets = Object.fromEntries(dimensions.map((dimension) => [dimension, new Map()])) as Record<
    Dimension,
    Map<string, BitSet>
  >
  readonly brands: ReadonlyMap<string, Named>
  readonly tags: ReadonlyMap<string, IndexSource['tags'][number]>
  readonly labels: ReadonlyMap<string, Named>
  readonly taxonomies: ReadonlyMap<string, IndexSource['taxonomies'][number]>
  /** Names in lower case, without accents and marks, by number. */
  readonly plainNames: readonly string[]
  /** What each product has of the properties that have many values. */
  readonly lists = {
    brand: new ValueLists(),
    tag: new ValueLists(),
    label: new ValueLists(),
    taxonomy: new ValueLists(),
  }
  /** By currency: products from the cheapest to the dearest, and those of each price band. */
  readonly pricing: readonly { currency: CatalogueCurrency; byPrice: Int32Array; bands: readonly BitSet[] }[]
  private readonly byName: readonly number[]
  private readonly texts: WordIndex

  private constructor(source: IndexSource<P>) {
    this.products = source.products.toSorted((a, b) => b.weight - a.weight || (a.id < b.id ? -1 : 1))
    this.size = this.products.length
    this.texts = new WordIndex(this.size)
    this.plainNames = this.products.map((product) => tokenise(product.name).join(' '))
    const byId = <T extends Named>(list: readonly T[]) => new Map(list.map((one) => [one.id, one]))
    this.brands = byId(this.products.map(({ brandId, brandName }) => ({ id: brandId, name: brandName })))
    this.tags = byId(source.tags)
    this.labels = byId(source.labels)
    this.taxonomies = byId(source.taxonomies)
    const numbers = [...this.products.keys()]
    const names = this.plainNames
    this.byName = numbers.toSorted((a, b) => (names[a]! < names[b]! ? -1 : 1))
    this.pricing = this.priced(numbers)
  }

  private priced(numbers: readonly number[]): ProductIndex['pricing'] {
    const price = (number: number) => this.products[number]!.senderPricePence
    const byCurrency = Map.groupBy(
      numbers.toSorted((a, b) => price(a) - price(b)),
      (number) => this.products[number]!.currency,
    )
    return (['GBX', 'EUX'] as const).flatMap((currency) => {
      const own = byCurrency.get(currency)
      if (!own) return []
      const bands = priceBands.map(([least, most]) => {
        const band = new BitSet(this.size)
        for (const number of own) if (price(number) >= least && price(number) <= (most ?? Infinity)) band.add(number)
        return band
      })
      return [{ currency, byPrice: Int32Array.from(own), bands }]
    })
  }

  static async build<P extends IndexedProduct>(source: IndexSource<P>): Promise<ProductIndex<P>> {
    const index = new ProductIndex(source)
    for (const [number, product] of index.products.entries()) {
      index.file(number, product)
      const filed = [
        ...product.tagIds.map((id) => index.tags.get(id)),
        ...product.labelIds.map((id) => index.labels.get(id)),
        ...product.taxonomyIds.map((id) => index.taxonomies.get(id)),
      ]
      index.texts.add(
        number,
        searchFields(
          product,
          filed.map((one) => one?.name ?? ''),
        ),
      )
      if (number % YIELD_EVERY === YIELD_EVERY - 1) await pause()
    }
    return index
  }

  private file(number: number, product: IndexedProduct): void {
    const put = (dimension: Dimension, value: string) => {
      const set = this.sets[dimension].get(value) ?? new BitSet(this.size)
      this.sets[dimension].set(value, set)
      set.add(number)
    }
    this.lists.brand.add([product.brandId])
    this.lists.tag.add(product.tagIds)
    this.lists.label.add(product.labelIds)
    this.lists.taxonomy.add(product.taxonomyIds)
    put('brand', product.brandId)
    for (const id of product.tagIds) put('tag', id)
    for (const id of product.labelIds) put('label', id)
    for (const id of product.taxonomyIds) put('taxonomy', id)
    put('territory', product.territory)
    put('currency', product.currency)
    put('kind', product.kind)
    put('isGiftCard', String(product.isGiftCard))
    put('over18', String(product.over18))
  }

  /** Products by the value they have. */
  dimensionValues(dimension: Dimension): ReadonlyMap<string, BitSet> {
    return this.sets[dimension]
  }

  /** The products that have all words of a query, and how near each is; without a word, all of them. */
  matching(query: string): { matched: BitSet; scores: Int32Array | null } {
    const words = searchWords(query)
    if (words.length === 0) return { matched: BitSet.full(this.size), scores: null }
    const found = this.texts.search(words.map(expandSynonyms))
    for (const number of this.namesThatStartWith(tokenise(query).join(' ')))
      if (found.matched.has(number)) found.scores[number]! += STARTS_WITH_QUERY
    return found
  }

  private namesThatStartWith(start: string): readonly number[] {
    const { byName, plainNames } = this
    const from = lowerBound(byName.length, (at) => plainNames[byName[at]!]! < start)
    const to = lowerBound(byName.length, (at) => plainNames[byName[at]!]! < `${start}\uffff`)
    return byName.slice(from, to)
  }

  /** The products that meet each part of a filter. */
  filterParts(filter: ProductFilter): FilterParts {
    const parts: FilterParts = new Map()
    const any = (dimension: Dimension, values: readonly (string | boolean)[] | undefined) => {
      if (!values) return
      const set = new BitSet(this.size)
      for (const value of values) {
        const having = this.sets[dimension].get(String(value))
        if (having) set.join(having)
      }
      parts.set(dimension, set)
    }
    const one = <T extends string | boolean>(value: T | undefined) => (value === undefined ? undefined : [value])
    any('brand', filter.brandIds)
    any('tag', filter.tagIds)
    any('label', filter.labelIds)
    any('taxonomy', filter.taxonomyIds)
    any('territory', one(filter.territory))
    any('currency', one(filter.currency))
    any('kind', one(filter.kind))
    any('isGiftCard', one(filter.isGiftCard))
    any('over18', one(filter.over18))
    if (filter.withoutTagIds) {
      const set = BitSet.full(this.size)
      for (const id of filter.withoutTagIds) {
        const having = this.sets.tag.get(id)
        if (having) set.remove(having)
      }
      parts.set('without', set)
    }
    const { minPrice, maxPrice } = filter
    if (minPrice !== undefined || maxPrice !== undefined)
      parts.set('price', this.pricedBetween(minPrice ?? 0, maxPrice ?? Infinity))
    return parts
  }

  private pricedBetween(least: number, most: number): BitSet {
    const set = new BitSet(this.size)
    for (let number = 0; number < this.size; number++) {
      const price = this.products[number]!.senderPricePence
      if (price >= least && price <= most) set.add(number)
    }
    return set
  }
}

function searchFields(product: IndexedProduct, filed: string[]): Field[] {
  return [
    [product.name, FIELD_WEIGHT.name],
    [product.variantLabel ?? '', FIELD_WEIGHT.variant],
    [product.brandName, FIELD_WEIGHT.brand],
    [filed.join(' '), FIELD_WEIGHT.filed],
    [product.contents, FIELD_WEIGHT.contents],
    [product.description, FIELD_WEIGHT.description],
  ]
}
