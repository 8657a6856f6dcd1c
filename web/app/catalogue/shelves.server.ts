import { giftCategories, type Taxonomy } from '#contract/catalogue/taxonomies.ts'
import type { Api } from '#web/api.ts'
import type { Category, Shelf } from './categories.ts'
import { picturePath } from './picture-path.ts'
import { isLaidOut } from './shop.ts'

const KEPT_MS = 60_000
interface Shelves {
  all: Taxonomy[]
  /** Categories that hold something to give now. */
  filled: Taxonomy[]
  /** As the installation is set up. */
  shownFirst: Taxonomy[]
  /** Whole shops: shelves of shelves. */
  shops: Taxonomy[]
}
let kept: (Shelves & { until: number }) | undefined
let loading: Promise<Shelves> | undefined

/** Every shelf one can look through: the same for everybody, and asked for again once a minute. Empty in an outage. */
async function shelves(api: Api): Promise<Shelves> {
  if (kept && kept.until > Date.now()) return kept
  // A dozen searches: everyone who comes meanwhile waits for the same ones.
  loading ??= loadShelves(api).finally(() => {
    loading = undefined
  })
  return loading
}

async function loadShelves(api: Api): Promise<Shelves> {
  const filter = { displayType: ['category' as const, 'collection' as const] }
  const [found, configuration, apps] = await Promise.all([
    api.findTaxonomies({ body: { filter, limit: 200 } }),
    api.getConfiguration(),
    api.findTaxonomies({ body: { filter: { displayType: ['app'] }, limit: 5 } }),
  ])
  if (!found.ok || !configuration.ok) return kept ?? { all: [], filled: [], shownFirst: [], shops: [] }
  const all = found.value.data
  const { featured, employeeAppreciation, christmas, easter } = configuration.value.data.taxonomyIds
  const shownFirst = [featured, employeeAppreciation, christmas, easter].flatMap((id) =>
    all.filter((shelf) => shelf.id === id),
  )
  const categories = giftCategories.flatMap(({ slug }) => all.filter((shelf) => shelf.slug === slug))
  const held = await Promise.all(categories.map((shelf) => holdsGifts(api, shelf)))
  const filled = categories.filter((_, index) => held[index])
  const shops = apps.ok ? apps.value.data.filter(({ active }) => active) : []
  kept = { all, filled, shownFirst, shops, until: Date.now() + KEPT_MS }
  return kept
}

/** The shelves every page of gifts leads to. */
export async function shelvesShown(api: Api): Promise<Shelf[]> {
  const { filled, shownFirst, shops } = await shelves(api)
  return [...shops, ...shownFirst, ...filled].map(({ slug, name }) => ({ slug, title: name }))
}

/** Categories of gifts that hold nothing now: nothing leads to them. */
export async function emptyShelves(api: Api): Promise<ReadonlySet<string>> {
  const { all, filled } = await shelves(api)
  const held = new Set(filled.map(({ id }) => id))
  const slugs = new Set<string>(giftCategories.map(({ slug }) => slug))
  return new Set(all.filter(({ id, slug }) => slugs.has(slug) && !held.has(id)).map(({ id }) => id))
}

/** Of the taxonomies of products, those that are shelves: others only hold the variants of one thing together. */
export const shelfIds = async (api: Api): Promise<ReadonlySet<string>> =>
  new Set((await shelves(api)).all.map(({ id }) => id))

/** A shelf as a category to browse, by the last part of its address; null where there is none. */
export async function shelfCategory(api: Api, slug: string): Promise<Category | null> {
  const known = (await shelves(api)).all.find((shelf) => shelf.slug === slug)
  const found = known ?? (await findShelf(api, slug))
  if (!found) return null
  return { ...shelfHead(found), filter: shelfFilter(found) }
}

/** A shelf whose page is laid out by the shelves in it; null for one that lists gifts, and where there is none. */
export async function laidOutShelf(api: Api, slug: string): Promise<Taxonomy | null> {
  const { all, shops } = await shelves(api)
  if (all.some((shelf) => shelf.slug === slug)) return null
  const found = shops.find((shelf) => shelf.slug === slug) ?? (await findShelf(api, slug))
  return found && isLaidOut(found) ? found : null
}

/** What stands at the head of a shelf's page. */
export const shelfHead = ({ slug, name, description, bannerImage, icon }: Taxonomy) => ({
  ...{ slug, title: name, lead: description },
  banner: bannerImage && picturePath(bannerImage),
  icon: icon && picturePath(icon),
})

/** Of a category of gift cards only those: what is to be spent on energy is no radiator. */
function shelfFilter(shelf: Taxonomy): Category['filter'] {
  const category = giftCategories.find(({ slug }) => slug === shelf.slug)
  return {
    taxonomyIds: [shelf.id, ...shelvesIn(shelf)],
    ...(category && { territory: category.territory }),
    ...(category?.isGiftCard && { isGiftCard: true }),
  }
}

/** One that cannot be asked about is shown. */
async function holdsGifts(api: Api, shelf: Taxonomy): Promise<boolean> {
  const found = await api.searchProducts({ body: { filter: shelfFilter(shelf), size: 1 } })
  return !found.ok || found.value.data.total > 0
}

/** What a list of shelves holds is what they hold. */
const shelvesIn = ({ items }: Taxonomy): string[] => items.filter(({ type }) => type === 'taxonomy').map(({ id }) => id)

async function findShelf(api: Api, slug: string): Promise<Taxonomy | null> {
  const result = await api.getTaxonomyBySlug({ params: { slug } })
  return result.ok && result.value.data.active ? result.value.data : null
}
