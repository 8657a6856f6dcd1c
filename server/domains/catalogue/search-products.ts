import type { Db } from '#server/platform/database/database.ts'
import type { ProductRecord } from './catalogue.ts'
import { cardKey, withIndex } from './current-index.ts'
import { computeFacets, type Facets, meeting } from './facets.ts'
import type { ProductFilter } from './product-filter.ts'
import {
  beyond,
  buildSearchOrder,
  checkPlace,
  type Place,
  type SearchSort,
  sortKey,
  topEntries,
} from './search-order.ts'

export interface ProductSearch {
  query: string
  filter: ProductFilter
  sort: SearchSort
  size: number
  offset: number
  /** The place of the last hit seen. */
  from: Place | null
  /** Count what there is beside the hits; unless told, not. */
  facets?: boolean
  /** Say of each gift card which amounts there are; unless told, not. */
  amounts?: boolean
}

export interface ProductHits {
  hits: {
    product: ProductRecord
    place: Place
    /** Of a gift card in several amounts: all that are met, the heaviest first. */
    amounts: readonly ProductRecord[]
  }[]
  /** How many meet query and filter, whichever part of them is shown. */
  total: number
  more: boolean
  facets: Facets | null
  suggestions: string[]
}

const SUGGESTIONS = 5

/**
 * Products on sale that meet a filter and have every word of a query: as it is, as the beginning of a word, or with the
 * slips it is forgiven. Without a word in it, everything on sale.
 * @throws invalid_fields (422) for a `from` that is none of this order's
 */
export const searchProducts = (db: Db, search: ProductSearch): Promise<ProductHits> =>
  withIndex(db, ({ products: index, phrases, cards }) => {
    const { matched, scores } = index.matching(search.query)
    const parts = index.filterParts(search.filter)
    const set = meeting(matched, parts)
    const order = buildSearchOrder(index, search.sort, scores)
    const left = search.from ? beyond(set, order, checkPlace(order, search.from)) : set
    const wanted = search.offset + search.size
    const first = topEntries(left, order.compare, wanted + 1)
    const amounts = (product: ProductRecord) => {
      const met = (cards.get(cardKey(product)) ?? []).filter((number) => set.has(number))
      return met.length > 1 ? met.map((number) => index.products[number]!) : []
    }
    return {
      hits: first.slice(search.offset, wanted).map((number) => ({
        product: index.products[number]!,
        place: sortKey(order, number),
        amounts: search.amounts ? amounts(index.products[number]!) : [],
      })),
      total: set.count(),
      more: first.length > wanted,
      facets: search.facets ? computeFacets(index, matched, parts) : null,
      suggestions: phrases.suggest(search.query, SUGGESTIONS),
    }
  })

/** What the words typed so far may be on the way to. */
export const suggestSearches = (db: Db, term: string, count: number): Promise<string[]> =>
  withIndex(db, ({ phrases }) => phrases.suggest(term, count))
