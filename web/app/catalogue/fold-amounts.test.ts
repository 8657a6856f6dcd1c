import { expect, test } from 'vitest'
import type { Product } from '#contract/catalogue/catalogue.ts'
import { type CardAmounts, foldAmounts } from './fold-amounts.ts'

const gift = (name: string, senderPrice: number, more: Partial<Product> = {}) =>
  ({
    id: name,
    name,
    brandName: 'Posy',
    imageUrl: '',
    senderPrice,
    currency: 'GBX',
    kind: 'single',
    ...more,
  }) as Product
const folded = { choices: true, cards: new Map() }
const choice = (senderPrice: number, currency: Product['currency'] = 'GBX') =>
  gift(`Choice of gift, ${senderPrice} ${currency}`, senderPrice, { kind: 'choice', currency })

test('the amounts of a choice are one card, which says from what to what, where the first of them stood', () => {
  const cards = foldAmounts([choice(1000), choice(10_000), choice(500), gift('Flat white', 360)], folded)
  expect(cards.map(({ name, price, amounts }) => [name, price, amounts])).toEqual([
    ['Choice of gift', '£5 to £100', 'choice-of-gift'],
    ['Flat white', '£3.60', undefined],
  ])
})

test('gifts in euros come after those in pounds, their choice as a card of its own', () => {
  const cards = foldAmounts(
    [choice(1000, 'EUX'), choice(2000, 'EUX'), gift('Due gusti', 450, { currency: 'EUX' }), gift('Flat white', 360)],
    folded,
  )
  expect(cards.map(({ name, price }) => `${name}: ${price}`)).toEqual([
    'Flat white: £3.60',
    'Choice of gift, Europe: €10 to €20',
    'Due gusti: €4.50',
  ])
})

test('the one amount of a choice that is left to give stays the gift that it is', () => {
  const [card] = foldAmounts([choice(2500)], folded)
  expect(card).toMatchObject({ id: 'Choice of gift, 2500 GBX', price: '£25' })
  expect(card).not.toHaveProperty('amounts')
})

test('a gift card is one card under its name with all the amounts of its list, on the page of the first of them alone', () => {
  const card = (id: string, senderPrice: number) => {
    const variantLabel = `£${senderPrice / 100}`
    const variantOfProductId = id === 'ten' ? null : 'ten'
    return gift(`Daisy gift card, ${variantLabel}`, senderPrice, { id, variantLabel, variantOfProductId })
  }
  const all = [card('ten', 1000), card('five', 500), card('fifty', 5000)]
  const [ten, five, fifty] = all as [Product, Product, Product]
  const shown = (page: Product[], cards: CardAmounts) =>
    foldAmounts(page, { choices: false, cards }).map(({ id, name, price }) => [id, name, price])
  const amounts = new Map(all.map(({ id }) => [id, all]))
  const coffee = gift('Flat white', 360)
  expect(shown([coffee, ten, five], amounts)).toEqual([
    ['Flat white', 'Flat white', '£3.60'],
    ['ten', 'Daisy gift card', '£5 to £50'],
  ])
  expect(shown([fifty, coffee], amounts)).toEqual([['Flat white', 'Flat white', '£3.60']])
  expect(shown([ten, five], new Map())).toHaveLength(2)
})
