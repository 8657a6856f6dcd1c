import type { ProductFacets } from '#contract/catalogue/catalogue.ts'
import { formatPrice } from '#kit/money.ts'

const facetNames = ['tag', 'label', 'shelf'] as const
export type FacetName = (typeof facetNames)[number]

/** What is chosen of each facet, by id. */
export type Chosen = Record<FacetName, string[]>

export interface FacetGroup {
  name: FacetName
  title: string
  values: { id: string; label: string; count: number; isChosen: boolean }[]
}

export interface PriceBand {
  label: string
  count: number
  /** As the fields of the form hold them. */
  min: string
  max: string
}

/** More of one group would be a list to search in itself. */
const MOST = 12

interface Counted {
  id: string
  name: string
  count: number
}

/**
 * The facets of a search as a form shows them; a group that leaves no choice is left out, unless something is
 * chosen of it.
 * @param shelves the taxonomies that may be chosen
 */
export function facetGroups(
  { tags, labels, taxonomies }: ProductFacets,
  chosen: Chosen,
  shelves: ReadonlySet<string>,
): FacetGroup[] {
  const groups: [FacetName, string, Counted[]][] = [
    ['tag', 'Kind or occasion', tags],
    ['label', 'More', labels],
    ['shelf', 'Shelf', taxonomies.filter(({ id }) => shelves.has(id))],
  ]
  return groups.flatMap(([name, title, counted]) => {
    const isChosen = ({ id }: Counted) => chosen[name].includes(id)
    const shown = [...counted.filter(isChosen), ...counted.filter((value) => !isChosen(value))].slice(0, MOST)
    if (shown.length < 2 && !shown.some(isChosen)) return []
    const values = shown.map((value) => ({
      id: value.id,
      label: value.name,
      count: value.count,
      isChosen: isChosen(value),
    }))
    return [{ name, title, values }]
  })
}

/** Bands of prices in the currency most gifts are sold in, for a tap instead of two amounts. */
export function priceBands({ prices }: ProductFacets): PriceBand[] {
  const total = ({ bands }: ProductFacets['prices'][number]) => bands.reduce((sum, { count }) => sum + count, 0)
  const [most] = [...prices].sort((a, b) => total(b) - total(a))
  if (!most || most.bands.length < 2) return []
  const { currency, bands } = most
  const pounds = (pence: number) => formatPrice(pence - (pence % 100), currency)
  return bands
    .filter(({ count }) => count > 0)
    .map(({ minPrice, maxPrice, count }) => ({
      count,
      label:
        maxPrice === null
          ? `Over ${pounds(minPrice)}`
          : `${minPrice === 0 ? 'Up to' : `${pounds(minPrice)} to`} ${pounds(maxPrice)}`,
      min: minPrice === 0 ? '' : String(minPrice / 100),
      max: maxPrice === null ? '' : String(maxPrice / 100),
    }))
}
