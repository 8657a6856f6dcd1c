import type { displayTypes, itemDisplayTypes, itemTypes } from '#contract/catalogue/taxonomies.ts'
import { vatInGross } from '#kit/money.ts'
import type { CatalogueCurrency, Images } from './catalogue.ts'

export interface TaxonomyItemRecord {
  id: string
  type: (typeof itemTypes)[number]
  displayType: (typeof itemDisplayTypes)[number]
}

export interface TaxonomyRecord {
  id: string
  name: string
  description: string
  slug: string
  displayType: (typeof displayTypes)[number]
  bannerImage: string | null
  icon: string | null
  primaryProductId: string | null
  itemSelectorProperty: string | null
  itemSelectorTitle: string | null
  productVariantDifferentiators: { name: string; path: string }[]
  items: TaxonomyItemRecord[]
  active: boolean
  createdAt: Date
  updatedAt: Date
}

export interface TaxonomyLinkRecord extends LinkFigures {
  id: string
  linkedTaxonomyId: string
  name: string
  images: Images
  taxonomyIds: string[]
  tagIds: string[]
  labelIds: string[]
  weight: number
}

export interface LinkFigures {
  productCount: number
  currency: CatalogueCurrency | null
  minPrice: number | null
  maxPrice: number | null
  minPriceExVat: number | null
  maxPriceExVat: number | null
}

/** Products of one price and VAT rate, counted. */
export interface PricedCount {
  currency: CatalogueCurrency
  pricePence: number
  /** Of the VAT inside the price; 0 for an MPV, whose VAT is due where it is spent. */
  vatBasisPoints: number
  count: number
}

/** How many products stand behind a link and what they cost: in pounds where any do, else in euros. */
export function linkFigures(all: readonly PricedCount[]): LinkFigures {
  const currency = all.some((one) => one.currency === 'GBX') ? 'GBX' : all.length ? 'EUX' : null
  const counted = all.filter((one) => one.currency === currency)
  const prices = counted.map((one) => one.pricePence)
  const net = counted.map((one) => one.pricePence - vatInGross(one.pricePence, one.vatBasisPoints))
  return {
    currency,
    productCount: counted.reduce((sum, one) => sum + one.count, 0),
    minPrice: currency && Math.min(...prices),
    maxPrice: currency && Math.max(...prices),
    minPriceExVat: currency && Math.min(...net),
    maxPriceExVat: currency && Math.max(...net),
  }
}
