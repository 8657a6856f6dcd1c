import { isUuid } from '#kit/uuid.ts'
import type { Session } from '#web/session/session.ts'
import { parsePence } from '#web/ui/kit/amount.ts'
import { type BrandChoice, brandChoices } from './brands.server.ts'
import { type Category, everything, type ProductFilter } from './categories.ts'
import { type Chosen, type FacetGroup, type FacetName, facetGroups, type PriceBand, priceBands } from './facets.ts'
import { foldAmounts } from './fold-amounts.ts'
import { canPay, type GiftRules, narrowed } from './gift-rules.ts'
import type { ProductCard } from './product-grid.tsx'
import { shelfIds } from './shelves.server.ts'

const PAGE_SIZE = 60
const sorts = ['relevance', 'price', '-price', 'name'] as const
type Sort = (typeof sorts)[number]

/** What the address asks for, as it was written. */
export interface GiftQuery {
  q: string
  brand: string
  min: string
  max: string
  sort: Sort
  page: number
  chosen: Chosen
}

export interface GiftsData {
  category: Pick<Category, 'slug' | 'title' | 'lead' | 'banner' | 'icon'>
  query: GiftQuery
  products: ProductCard[]
  suggestions: string[]
  brands: BrandChoice[]
  total: number
  hasNext: boolean
  /** Not all there is: what a budget refuses was left out. */
  isNarrowed: boolean
  facets: FacetGroup[]
  bands: PriceBand[]
}

const MOST_CHOSEN = 20

function readGiftQuery(url: URL, { isAmounts }: Category): GiftQuery {
  const read = (name: string) => url.searchParams.get(name)?.trim() ?? ''
  const sort = read('sort') as Sort
  const page = Number(read('page'))
  const chosen = (name: FacetName) => url.searchParams.getAll(name).filter(isUuid).slice(0, MOST_CHOSEN)
  return {
    q: read('q').slice(0, 200),
    brand: isUuid(read('brand')) ? read('brand').toLowerCase() : '',
    min: read('min'),
    max: read('max'),
    sort: sorts.includes(sort) ? sort : isAmounts ? 'price' : 'relevance',
    page: Number.isInteger(page) && page > 0 && page <= 100 ? page : 1,
    chosen: { tag: chosen('tag'), label: chosen('label'), shelf: chosen('shelf') },
  }
}

/** Of one facet any will do, of all facets each must hold. A shelf has a page of its own: there it stays as it is. */
const productFilter = ({ tag, label, shelf }: Chosen, { taxonomyIds = shelf }: ProductFilter): ProductFilter => ({
  ...(tag.length && { tagIds: tag }),
  ...(label.length && { labelIds: label }),
  ...([taxonomyIds].flat().length && { taxonomyIds }),
})

const pageHead = ({ slug, title, lead, banner, icon }: Category): GiftsData['category'] => ({
  ...{ slug, title, lead, banner: banner ?? null, icon: icon ?? null },
})

/** As it comes: nothing in particular is looked for. */
const isLookedThrough = ({ q, brand, min, max, sort, chosen }: GiftQuery): boolean =>
  sort === 'relevance' && !q && !brand && !min && !max && !Object.values(chosen).flat().length

/**
 * A page of gifts as filtered by the address; an amount that is none is no filter.
 * @param options.rules what may be given, where gifts are shown to be sent
 * @param options.facets count what they can be narrowed by
 * @param options.foldsAmounts show a choice of many amounts as one card, where all there is is looked through
 * @param options.foldsVariants show a gift card of many amounts as one card, where nothing in particular is looked for
 */
export async function loadGifts(
  session: Session,
  category: Category,
  url: URL,
  {
    rules = null,
    facets: withFacets = false,
    foldsAmounts = false,
    foldsVariants = false,
  }: { rules?: GiftRules | null; facets?: boolean; foldsAmounts?: boolean; foldsVariants?: boolean } = {},
): Promise<GiftsData> {
  const query = readGiftQuery(url, category)
  const api = await session.catalogue()
  const [minPrice, maxPrice] = [parsePence(query.min), parsePence(query.max)]
  const filter = narrowed(
    {
      ...category.filter,
      ...productFilter(query.chosen, category.filter),
      ...(query.brand && { brandIds: [query.brand] }),
      ...(minPrice !== undefined && { minPrice }),
      ...(maxPrice !== undefined && { maxPrice }),
    },
    rules,
  )
  const foldsCards = foldsVariants && isLookedThrough(query)
  const [found, brands] = await Promise.all([
    api.searchProducts({
      body: {
        ...{ query: query.q, sort: query.sort, facets: withFacets, amounts: foldsCards, filter },
        ...{ size: PAGE_SIZE, offset: (query.page - 1) * PAGE_SIZE },
      },
    }),
    brandChoices(api),
  ])
  const { hits, next, total, facets, suggestions } = session.unwrap(found).data
  const { leftPence } = rules ?? {}
  // The search knows prices; the fee and its VAT are added here.
  const products = hits.flatMap(({ product }) =>
    leftPence === undefined || canPay(product, leftPence) ? [product] : [],
  )
  return {
    category: pageHead(category),
    query,
    products: foldAmounts(products, {
      choices: foldsAmounts && category === everything && isLookedThrough(query),
      cards: new Map(hits.map(({ product, amounts }) => [product.id, amounts])),
    }),
    suggestions,
    brands,
    total,
    // A shelf has a page of its own: there is no other to choose on it.
    facets: facets
      ? facetGroups(facets, query.chosen, category.filter.taxonomyIds ? new Set() : await shelfIds(api))
      : [],
    // They count whatever the price: also what a budget leaves out.
    bands: facets && !rules ? priceBands(facets) : [],
    hasNext: next !== null && hits.length === PAGE_SIZE,
    isNarrowed: rules !== null,
  }
}
