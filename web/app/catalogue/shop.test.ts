import { expect, test } from 'vitest'
import type { Product } from '#contract/catalogue/catalogue.ts'
import type { Taxonomy } from '#contract/catalogue/taxonomies.ts'
import { isLaidOut, type ShopLink, shopSections } from './shop.ts'

const item = (
  id: string,
  type: 'product' | 'taxonomy' | 'taxonomy-link',
  displayType: 'inline' | 'list' | 'preview',
) => ({
  ...{ id, type, displayType },
})
const shelf = (id: string, items: Taxonomy['items'], more: Partial<Taxonomy> = {}) =>
  ({ id, slug: id, name: `Shelf ${id}`, description: '', icon: null, active: true, items, ...more }) as Taxonomy
const product = (id: string) =>
  ({ id, name: id, brandName: 'Posy', imageUrl: '/x.svg', senderPrice: 500, currency: 'GBX' }) as Product
const link: ShopLink = {
  ...{ id: 'daisy', linkedTaxonomyId: 'variants', name: 'Daisy gift card', productCount: 4, currency: 'GBX' },
  ...{ images: { main: ['/catalogue/daisy.svg'] }, minPrice: 500, maxPrice: 5000 },
}
const gifts = ['a', 'b', 'c', 'd', 'e'].map((id) => item(id, 'product', 'inline'))
const facts = {
  products: new Map(gifts.map(({ id }) => [id, product(id)])),
  links: new Map([[link.id, link]]),
  shelves: new Map(
    [
      shelf('cards', [item('daisy', 'taxonomy-link', 'inline'), ...gifts], { icon: '/catalogue/cards.svg' }),
      shelf('occasions', [item('birthday', 'taxonomy', 'preview')]),
      shelf('birthday', gifts),
      shelf('empty', []),
      shelf('withdrawn', gifts, { active: false }),
      shelf('variants', gifts, { primaryProductId: 'ten' }),
    ].map((each) => [each.id, each]),
  ),
}

test('a shop is laid out by its shelves in their order: a look at each, all of it, or its name alone; what is gone or empty is left out', () => {
  const ids = ['withdrawn', 'empty', 'gone']
  const shop = shelf('shop', [
    item('cards', 'taxonomy', 'preview'),
    item('occasions', 'taxonomy', 'preview'),
    item('birthday', 'taxonomy', 'inline'),
    item('cards', 'taxonomy', 'list'),
    ...ids.map((id) => item(id, 'taxonomy', 'preview')),
  ])
  const sections = shopSections(shop, facts)
  expect(sections.map(({ slug, shelves, cards }) => [slug, shelves.map(({ title }) => title), cards.length])).toEqual([
    ['cards', [], 4],
    ['occasions', ['Shelf birthday'], 0],
    ['birthday', [], 5],
    ['cards', [], 0],
  ])
  expect(sections[0]!.icon).toBe('/catalogue/cards.svg')
})

test('one thing in many amounts stands in a shop once, with from what to what, and leads to the one that stands for all', () => {
  const [section] = shopSections(shelf('shop', [item('cards', 'taxonomy', 'preview')]), facts)
  expect(section!.cards[0]).toEqual({
    ...{ id: 'ten', name: 'Daisy gift card', brandName: '4 amounts', imageUrl: '/catalogue/daisy.svg' },
    price: '£5 to £50',
  })
})

test('shelves of shelves have pages that are laid out, all others list their gifts', () => {
  const kinds = ['app', 'list', 'inline', 'preview', 'category', 'collection', 'product-variant'] as const
  expect(kinds.filter((displayType) => isLaidOut({ displayType }))).toEqual(['app', 'list', 'inline', 'preview'])
})
