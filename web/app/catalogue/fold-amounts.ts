import type { Product } from '#contract/catalogue/catalogue.ts'
import { formatPrice } from '#kit/money.ts'
import { type AmountsSlug, type ProductCard, toProductCard } from './product-grid.tsx'

const lists: Record<string, { slug: AmountsSlug; name: string }> = {
  GBX: { slug: 'choice-of-gift', name: 'Choice of gift' },
  EUX: { slug: 'choice-of-gift-eu', name: 'Choice of gift, Europe' },
}

type Amount = Pick<Product, 'id' | 'senderPrice'>

/** A gift card in all the amounts that a list has of it, by each one's id: a page of the list has some of them only. */
export type CardAmounts = ReadonlyMap<string, readonly Amount[]>

/**
 * A page of gifts in which one gift of many amounts is one card: a dozen boxes that differ by their sum alone hide what
 * there is. A choice stands where the first of its amounts on the page stood, and gifts in euros come after those in
 * pounds; a gift card stands where the first of its amounts in the whole list stands, on that page alone.
 */
export function foldAmounts(
  products: readonly Product[],
  { choices, cards: amounts }: { choices: boolean; cards: CardAmounts },
): ProductCard[] {
  const choicesByCurrency = Map.groupBy(
    products.filter(({ kind }) => choices && kind === 'choice'),
    ({ currency }) => currency,
  )
  const together = (product: Product): readonly Amount[] =>
    (product.kind === 'choice' ? choicesByCurrency.get(product.currency) : amounts.get(product.id)) ?? []
  const cards = products.flatMap((product) => {
    const all = together(product)
    if (all.length < 2) return [{ product, card: toProductCard(product) }]
    return all[0]!.id === product.id ? [{ product, card: foldedCard(product, all) }] : []
  })
  if (!choices) return cards.map(({ card }) => card)
  const isHome = ({ product }: { product: Product }) => product.currency === 'GBX'
  return [...cards.filter(isHome), ...cards.filter((each) => !isHome(each))].map(({ card }) => card)
}

/** A choice leads to the list of its amounts; a gift card to the first of them, whose page has the others. */
function foldedCard(first: Product, together: readonly Amount[]): ProductCard {
  const { currency, kind } = first
  const prices = together.map(({ senderPrice }) => senderPrice)
  const [least, most] = [Math.min(...prices), Math.max(...prices)]
  const list = kind === 'choice' ? lists[currency] : undefined
  return {
    ...toProductCard(first),
    name: list?.name ?? withoutAmount(first),
    price: `${formatPrice(least, currency)} to ${formatPrice(most, currency)}`,
    ...(list && { amounts: list.slug }),
  }
}

/** “Daisy Coffee gift card, £10” is called after its amount. */
const withoutAmount = ({ name, variantLabel }: Product): string =>
  variantLabel && name.endsWith(`, ${variantLabel}`) ? name.slice(0, -`, ${variantLabel}`.length) : name
