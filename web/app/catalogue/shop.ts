import type { Product } from '#contract/catalogue/catalogue.ts'
import type { Taxonomy, TaxonomyItem } from '#contract/catalogue/taxonomies.ts'
import { formatPrice } from '#kit/money.ts'
import { plural } from '#web/ui/format.ts'
import type { Shelf } from './categories.ts'
import { picturePath } from './picture-path.ts'
import { type ProductCard, toProductCard } from './product-grid.tsx'

/** One of the shelves that a shelf is made of, as it is laid out in it. */
export interface ShopSection extends Shelf {
  lead: string
  icon: string | null
  /** The shelves that it is made of itself. */
  shelves: Shelf[]
  cards: ProductCard[]
}

/** Shelves of shelves: their pages are laid out by their items, those of all others list gifts. */
const laidOut: readonly Taxonomy['displayType'][] = ['app', 'list', 'inline', 'preview']
export const isLaidOut = ({ displayType }: Pick<Taxonomy, 'displayType'>): boolean => laidOut.includes(displayType)

/** How many gifts of a shelf stand on the page of another: a look at it, or all that fits, or none. */
const CARDS: Record<TaxonomyItem['displayType'], number> = { preview: 4, inline: 24, list: 0 }

/** The gifts, and the links to gifts in many amounts, that a shelf shows as an item of another. */
export const itemsToShow = ({ items }: Taxonomy, displayType: TaxonomyItem['displayType']): TaxonomyItem[] =>
  items.filter(({ type }) => type !== 'taxonomy').slice(0, CARDS[displayType])

/** A link to one thing in so many amounts, as answered. */
export interface ShopLink {
  id: string
  linkedTaxonomyId: string
  name: string
  productCount: number
  images: Record<string, string[]>
  currency: Product['currency'] | null
  minPrice: number | null
  maxPrice: number | null
}

/** What the items of shelves are, by their ids. */
export interface ShopFacts {
  shelves: ReadonlyMap<string, Taxonomy>
  products: ReadonlyMap<string, Product>
  links: ReadonlyMap<string, ShopLink>
}

/** Sections in the shelf's own order; one that is gone, or holds nothing, is left out. */
export function shopSections(shop: Taxonomy, { shelves, products, links }: ShopFacts): ShopSection[] {
  const toCard = ({ id }: TaxonomyItem): ProductCard[] => {
    const product = products.get(id)
    if (product) return [toProductCard(product)]
    const link = links.get(id)
    const card = link && linkCard(link, shelves.get(link.linkedTaxonomyId))
    return card ? [card] : []
  }
  return shop.items.flatMap(({ id, displayType }) => {
    const shelf = shelves.get(id)
    if (!shelf?.active) return []
    const section = {
      ...{ slug: shelf.slug, title: shelf.name, lead: shelf.description, icon: shelf.icon && picturePath(shelf.icon) },
      shelves: shelf.items
        .flatMap((item) => shelves.get(item.type === 'taxonomy' ? item.id : '') ?? [])
        .map(({ slug, name }) => ({ slug, title: name })),
      cards: itemsToShow(shelf, displayType).flatMap(toCard),
    }
    return shelf.items.length ? [section] : []
  })
}

/** One thing in all its amounts: it leads to the one that stands for all. */
function linkCard(link: ShopLink, variants: Taxonomy | undefined): ProductCard | null {
  const { name, productCount, images, currency, minPrice, maxPrice } = link
  const [imageUrl] = images.main ?? []
  if (!variants?.primaryProductId || !imageUrl || !currency || minPrice === null || maxPrice === null) return null
  const least = formatPrice(minPrice, currency)
  return {
    id: variants.primaryProductId,
    name,
    brandName: plural(productCount, 'amount'),
    imageUrl: picturePath(imageUrl),
    price: minPrice === maxPrice ? least : `${least} to ${formatPrice(maxPrice, currency)}`,
  }
}
