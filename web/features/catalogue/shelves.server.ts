import type { Client } from '#client/client.ts'
import { isPass } from '#client/result.ts'
import { giftCategories, starterTaxonomyIds, type Taxonomy } from '#contract/taxonomies.ts'
import type { Category, Shelf } from './categories.ts'

const KEPT_MS = 60_000
let kept: { shelves: Taxonomy[]; until: number } | undefined

/** Every shelf one can look through: the same for everybody, and asked for again once a minute. Empty in an outage. */
async function shelves(api: Client): Promise<Taxonomy[]> {
  if (kept && kept.until > Date.now()) return kept.shelves
  const filter = { displayType: ['category' as const, 'collection' as const] }
  const result = await api.findTaxonomies({ body: { filter, limit: 200 } })
  if (!isPass(result)) return kept?.shelves ?? []
  kept = { shelves: result.pass.data, until: Date.now() + KEPT_MS }
  return kept.shelves
}

const shownFirst: readonly string[] = [
  starterTaxonomyIds.featured,
  starterTaxonomyIds.employeeAppreciation,
  starterTaxonomyIds.christmas,
  starterTaxonomyIds.easter,
]

/** The shelves every page of gifts leads to. */
export async function shelvesShown(api: Client): Promise<Shelf[]> {
  const all = await shelves(api)
  const first = shownFirst.flatMap((id) => all.filter((shelf) => shelf.id === id))
  const categories = giftCategories.flatMap(({ slug }) => all.filter((shelf) => shelf.slug === slug))
  return [...first, ...categories].map(({ slug, name }) => ({ slug, title: name }))
}

/** Of the taxonomies of products, those that are shelves: others only hold the variants of one thing together. */
export const shelfIds = async (api: Client): Promise<ReadonlySet<string>> =>
  new Set((await shelves(api)).map(({ id }) => id))

/** A shelf as a category to browse, by the last part of its address; null where there is none. */
export async function shelfCategory(api: Client, slug: string): Promise<Category | null> {
  const known = (await shelves(api)).find((shelf) => shelf.slug === slug)
  const found = known ?? (await findShelf(api, slug))
  if (!found) return null
  const territory = giftCategories.find((category) => category.slug === slug)?.territory
  return {
    slug,
    title: found.name,
    lead: found.description,
    filter: { taxonomyIds: [found.id, ...shelvesIn(found)], ...(territory && { territory }) },
  }
}

/** What a list of shelves holds is what they hold. */
const shelvesIn = ({ items }: Taxonomy): string[] => items.filter(({ type }) => type === 'taxonomy').map(({ id }) => id)

async function findShelf(api: Client, slug: string): Promise<Taxonomy | null> {
  const result = await api.getTaxonomyBySlug({ params: { slug } })
  return isPass(result) && result.pass.data.active ? result.pass.data : null
}
