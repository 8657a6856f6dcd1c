import { describe, expect, test } from 'vitest'
import type { Product } from '#contract/catalogue/catalogue.ts'
import { selectVariants } from './variants.ts'

const card = (id: string, senderPrice: number, more: Partial<Product> = {}) =>
  ({ id, name: `Card ${id}`, senderPrice, currency: 'GBX', variantLabel: null, ...more }) as Product
const taxonomy = {
  itemSelectorProperty: 'variantLabel',
  itemSelectorTitle: 'Choose an amount',
  productVariantDifferentiators: [{ name: 'Amount', path: 'senderPrice' }],
}

describe('the variants of a product', () => {
  test('are all its amounts from the least to the most, in the taxonomy’s words, and say which one is looked at', () => {
    const products = [card('c', 5000), card('a', 500, { variantLabel: 'A fiver' }), card('b', 1000)]
    expect(selectVariants(taxonomy, products, 'b')).toEqual({
      title: 'Choose an amount',
      options: [
        { id: 'a', label: 'A fiver', isCurrent: false },
        { id: 'b', label: '£10', isCurrent: true },
        { id: 'c', label: '£50', isCurrent: false },
      ],
    })
  })

  test('differ by what their taxonomy names first, whatever it names', () => {
    const products = [card('b', 500, { name: 'Tea' }), card('a', 900, { name: 'Coffee' })]
    const byName = { ...taxonomy, productVariantDifferentiators: [{ name: 'Kind', path: 'name' }] }
    expect(selectVariants(byName, products, 'a')?.options.map(({ id }) => id)).toEqual(['a', 'b'])
    const odd = {
      ...taxonomy,
      itemSelectorProperty: 'constructor',
      productVariantDifferentiators: [{ name: 'x', path: '__proto__' }],
    }
    expect(selectVariants(odd, products, 'a')?.options.map(({ label }) => label)).toEqual(['£5', '£9'])
  })

  test('are none of a product that comes as one thing only', () => {
    expect(selectVariants(taxonomy, [card('a', 500)], 'a')).toBeNull()
  })
})
