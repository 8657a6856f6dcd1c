import { expect, test } from 'vitest'
import type { ProductFacets } from '#contract/catalogue/catalogue.ts'
import { facetGroups, priceBands } from './facets.ts'

const facets: ProductFacets = {
  brands: [],
  tags: [
    { id: 'food', name: 'Food', typeId: 7, count: 9 },
    { id: 'easter', name: 'Easter', typeId: 1, count: 2 },
  ],
  labels: [{ id: 'vegan', name: 'Vegan', count: 3 }],
  taxonomies: [
    { id: 'christmas', name: 'Christmas', slug: 'christmas', count: 4 },
    { id: 'variants', name: 'A gift card', slug: 'a-gift-card', count: 3 },
  ],
  territories: [],
  kinds: [],
  isGiftCard: [],
  over18: [],
  prices: [
    { currency: 'EUX', min: 1000, max: 1000, bands: [{ minPrice: 0, maxPrice: 1000, count: 1 }] },
    {
      currency: 'GBX',
      min: 300,
      max: 90_000,
      bands: [
        { minPrice: 0, maxPrice: 500, count: 8 },
        { minPrice: 501, maxPrice: 1000, count: 0 },
        { minPrice: 1001, maxPrice: null, count: 5 },
      ],
    },
  ],
}
const none = { tag: [], label: [], shelf: [] }

test('the price facet leaves out a group without a choice, unless something of it is chosen', () => {
  const shelves = new Set(['christmas'])
  expect(facetGroups(facets, none, shelves).map(({ name }) => name)).toEqual(['tag'])
  const chosen = { ...none, label: ['vegan'], shelf: ['christmas'] }
  expect(facetGroups(facets, chosen, shelves).map(({ name }) => name)).toEqual(['tag', 'label', 'shelf'])
})

test('the price facet shows what is chosen first, and only shelves as shelves', () => {
  const [tags, shelf] = facetGroups(facets, { ...none, tag: ['easter'], shelf: ['christmas'] }, new Set(['christmas']))
  expect(tags!.values.map(({ id, isChosen }) => [id, isChosen])).toEqual([
    ['easter', true],
    ['food', false],
  ])
  expect(shelf!.values.map(({ label, count }) => [label, count])).toEqual([['Christmas', 4]])
})

test('the price facet names bands of prices in the currency most gifts have, without empty ones', () => {
  expect(priceBands(facets)).toEqual([
    { label: 'Up to £5', count: 8, min: '', max: '5' },
    { label: 'Over £10', count: 5, min: '10.01', max: '' },
  ])
})
