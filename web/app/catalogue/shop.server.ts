import type { Taxonomy } from '#contract/catalogue/taxonomies.ts'
import type { Api } from '#web/api.ts'
import type { GiftRules } from './gift-rules.ts'
import { emptyShelves } from './shelves.server.ts'
import { itemsToShow, type ShopFacts, type ShopSection, shopSections } from './shop.ts'

const MOST = 200

/**
 * A shelf of shelves, section by section. What a budget leaves out is not asked about here: who has such rules is led to
 * the shelves, whose own pages are narrowed.
 */
export async function loadShop(api: Api, shop: Taxonomy, rules: GiftRules | null): Promise<ShopSection[]> {
  const wanted = shop.items.filter(({ type }) => type === 'taxonomy')
  const held = await findShelves(
    api,
    wanted.map(({ id }) => id),
  )
  const empty = await emptyShelves(api)
  const below = await findShelves(
    api,
    idsIn([...held.values()], 'taxonomy').filter((id) => !empty.has(id)),
  )
  const shown = rules
    ? []
    : wanted.flatMap(({ id, displayType }) => (held.has(id) ? itemsToShow(held.get(id)!, displayType) : []))
  const ofType = (type: 'product' | 'taxonomy-link') => [
    ...new Set(shown.filter((item) => item.type === type).map(({ id }) => id)),
  ]
  const [products, links] = await Promise.all([
    findGifts(api, ofType('product')),
    findLinks(api, ofType('taxonomy-link')),
  ])
  const variants = await findShelves(
    api,
    [...links.values()].map(({ linkedTaxonomyId }) => linkedTaxonomyId),
  )
  return shopSections(shop, { shelves: new Map([...held, ...below, ...variants]), products, links })
}

const idsIn = (shelves: readonly Taxonomy[], wanted: 'taxonomy') =>
  shelves.flatMap(({ items }) => items.filter(({ type }) => type === wanted).map(({ id }) => id))

const byId = <T extends { id: string }>(rows: readonly T[]): Map<string, T> => new Map(rows.map((row) => [row.id, row]))

async function findShelves(api: Api, ids: readonly string[]): Promise<ShopFacts['shelves']> {
  const id = [...new Set(ids)].slice(0, MOST)
  const found = id.length ? await api.findTaxonomies({ body: { filter: { id }, limit: id.length } }) : null
  return byId(found?.ok ? found.value.data : [])
}

async function findGifts(api: Api, ids: readonly string[]): Promise<ShopFacts['products']> {
  const id = ids.slice(0, MOST)
  const found = id.length ? await api.findProducts({ body: { filter: { id }, limit: id.length } }) : null
  return byId(found?.ok ? found.value.data : [])
}

async function findLinks(api: Api, ids: readonly string[]): Promise<ShopFacts['links']> {
  const id = ids.slice(0, MOST)
  const found = id.length ? await api.findTaxonomyLinks({ body: { filter: { id }, limit: id.length } }) : null
  return byId(found?.ok ? found.value.data : [])
}
