import type { CatalogueCurrency, Territory } from './catalogue.ts'

/** Everything given must hold; of several ids in one list, any. */
export interface ProductFilter {
  ids?: string[] | undefined
  /** These products and all variants of them. */
  variantsOf?: string[] | undefined
  brandIds?: string[] | undefined
  tagIds?: string[] | undefined
  labelIds?: string[] | undefined
  taxonomyIds?: string[] | undefined
  withoutTagIds?: string[] | undefined
  territory?: Territory | undefined
  currency?: CatalogueCurrency | undefined
  kind?: 'single' | 'choice' | undefined
  minPrice?: number | undefined
  maxPrice?: number | undefined
  isGiftCard?: boolean | undefined
  over18?: boolean | undefined
  /** Unless told: on sale only, except where products are asked for by id. */
  active?: boolean | undefined
}
