import type { Product } from '#contract/catalogue/catalogue.ts'
import { formatPrice } from '#kit/money.ts'
import { type AmountsSlug, type ProductCard, toProductCard } from './product-grid.tsx'

const lists: Record<string, { slug: AmountsSlug; name: string }> = {
  GBX: { slug: 'choice-of-gift', name: 'Choice of gift' },
  EUX: { slug: 'choice-of-gift-eu', name: 'Choice of gift, Europe' },
}

/**
 * A page of gifts in which one gift of many amounts is one card, where the first of them stood: a dozen boxes that differ
 * by their sum alone hide what there is. Where choices are folded, gifts in euros come after those in pounds.
 */
export function foldAmounts(
  products: readonly Product[],
  { choices, variants }: { choices: boolean; variants: boolean },
): ProductCard[] {
  const thing = ({ kind, currency, id, variantOfProductId }: Product): string =>
    kind === 'choice' ? (choices ? currency : id) : variants ? `${variantOfProductId ?? id} ${currency}` : id
  const things = Map.groupBy(products, thing)
  const cards = products.flatMap((product) => {
    const together = things.get(thing(product))!
    if (together.length < 2) return [{ product, card: toProductCard(product) }]
    return together[0] === product ? [{ product, card: foldedCard(together) }] : []
  })
  if (!choices) return cards.map(({ card }) => card)
  const isHome = ({ product }: { product: Product }) => product.currency === 'GBX'
  return [...cards.filter(isHome), ...cards.filter((each) => !isHome(each))].map(({ card }) => card)
}

/** A choice leads to the list of its amounts; a gift card to the first that is shown, whose page has the others. */
function foldedCard(together: readonly Product[]): ProductCard {
  const [first] = together as [Product, ...Product[]]
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
