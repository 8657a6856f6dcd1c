import type { Product } from '#contract/catalogue/catalogue.ts'
import { formatPrice } from '#kit/money.ts'
import { type AmountsSlug, type ProductCard, toProductCard } from './product-grid.tsx'

const lists: Record<string, { slug: AmountsSlug; name: string }> = {
  GBX: { slug: 'choice-of-gift', name: 'Choice of gift' },
  EUX: { slug: 'choice-of-gift-eu', name: 'Choice of gift, Europe' },
}

/**
 * A page of gifts in which a choice of many amounts is one card, where the first of them stood: a dozen boxes that differ
 * by their sum alone hide what there is. Gifts in euros come after those in pounds.
 */
export function foldAmounts(products: readonly Product[]): ProductCard[] {
  const choices = Map.groupBy(
    products.filter(({ kind }) => kind === 'choice'),
    ({ currency }) => currency,
  )
  const cards = products.flatMap((product) => {
    const together = product.kind === 'choice' ? choices.get(product.currency)! : []
    const list = lists[product.currency]
    if (!list || together.length < 2) return [{ product, card: toProductCard(product) }]
    return together[0] === product ? [{ product, card: foldedCard(together, list) }] : []
  })
  const isHome = ({ product }: { product: Product }) => product.currency === 'GBX'
  return [...cards.filter(isHome), ...cards.filter((each) => !isHome(each))].map(({ card }) => card)
}

function foldedCard(together: readonly Product[], { slug, name }: { slug: AmountsSlug; name: string }): ProductCard {
  const { currency } = together[0]!
  const prices = together.map(({ senderPrice }) => senderPrice)
  const [least, most] = [Math.min(...prices), Math.max(...prices)]
  return {
    ...toProductCard(together[0]!),
    name,
    price: `${formatPrice(least, currency)} to ${formatPrice(most, currency)}`,
    amounts: slug,
  }
}
