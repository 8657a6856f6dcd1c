import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Gift } from '#contract/hugggs/recipient.ts'
import { noWish, priceSteps, whatToOffer, wishIn } from './choosing.ts'

const option = (productId: string, pricePence: number, name = productId) => ({
  ...{ productId, pricePence, name, brandName: 'Hearth & Crumb', description: 'Fresh', imageUrl: '/x.svg' },
})
const kinds = (...options: Gift['choices'][number]['options'][]): Gift['choices'] =>
  options.map((each, index) => ({
    ...{ segmentName: `Kind ${index}`, description: null, imageUrl: null },
    options: each,
  }))
const ids = (options: { productId: string }[]) => options.map(({ productId }) => productId)

test('choices are listed dearest first; those worth less than four fifths are apart, never so that fewer than six are in view', () => {
  const prices = fc.array(fc.integer({ min: 1, max: 3000 }), { minLength: 1, maxLength: 40 })
  fc.assert(
    fc.property(prices, fc.integer({ min: 1, max: 3000 }), (all, worthPence) => {
      const options = all.filter((pence) => pence <= worthPence).map((pence, index) => option(String(index), pence))
      const { near, smaller } = whatToOffer(kinds(options), { worthPence, wish: noWish })
      const shown = [...near, ...smaller].map(({ pricePence }) => pricePence)
      expect(shown).toEqual(options.map(({ pricePence }) => pricePence).sort((a, b) => b - a))
      expect(near.length).toBeGreaterThanOrEqual(Math.min(6, options.length))
      for (const { pricePence } of smaller) expect(pricePence).toBeLessThan(worthPence * 0.8)
      for (const { pricePence } of near.slice(6)) expect(pricePence * 5).toBeGreaterThanOrEqual(worthPence * 4)
    }),
  )
})

test('a list of choices is narrowed by kind, price and word, without accents; what stands in two kinds is offered once', () => {
  const cafe = option('cafe', 500, 'Café lunch')
  const choices = kinds([cafe, option('book', 1000)], [cafe, option('film', 900)])
  const offered = (query: string) =>
    ids(whatToOffer(choices, { worthPence: 1000, wish: wishIn(new URLSearchParams(query)) }).near)
  expect(offered('')).toEqual(['book', 'film', 'cafe'])
  expect(offered('kind=Kind 1')).toEqual(['film', 'cafe'])
  expect(offered('most=950')).toEqual(['film', 'cafe'])
  expect(offered('word=CAFE lunch')).toEqual(['cafe'])
  expect(offered('word=cinema&most=soon&kind=')).toEqual([])
  expect(priceSteps(choices, 1000)).toEqual([500])
})
