import type { Product } from '#contract/catalogue/catalogue.ts'
import type { Taxonomy } from '#contract/catalogue/taxonomies.ts'
import { formatPrice } from '#kit/money.ts'

/** What one thing comes as: a card in all its amounts. */
export interface Variants {
  /** The words over the selection. */
  title: string
  options: { id: string; label: string; isCurrent: boolean }[]
}

type Selector = Pick<Taxonomy, 'itemSelectorProperty' | 'itemSelectorTitle' | 'productVariantDifferentiators'>

/** The field that a taxonomy names: of a product's own, and nothing that it inherits. */
const field = (product: Product, path: string | null): unknown =>
  path !== null && Object.hasOwn(product, path) ? product[path as keyof Product] : undefined

/**
 * As the taxonomy has them selected and told apart: by its differentiators in turn, from the least to the most.
 * Null where there is nothing to choose between.
 */
export function selectVariants(taxonomy: Selector, products: readonly Product[], currentId: string): Variants | null {
  if (products.length < 2) return null
  const paths = [...taxonomy.productVariantDifferentiators.map(({ path }) => path), 'senderPrice', 'name']
  const compare = (a: Product, b: Product) =>
    paths.map((path) => compareFields(field(a, path), field(b, path))).find((difference) => difference !== 0) ?? 0
  return {
    title: taxonomy.itemSelectorTitle ?? 'Choose one',
    options: products.toSorted(compare).map((product) => ({
      id: product.id,
      label: label(product, taxonomy.itemSelectorProperty),
      isCurrent: product.id === currentId,
    })),
  }
}

function label(product: Product, property: string | null): string {
  const value = field(product, property)
  return typeof value === 'string' && value ? value : formatPrice(product.senderPrice, product.currency)
}

const compareFields = (a: unknown, b: unknown): number =>
  typeof a === 'number' && typeof b === 'number' ? a - b : String(a ?? '').localeCompare(String(b ?? ''), 'en')
