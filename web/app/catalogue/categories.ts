import type { z } from 'zod'
import type { searchProducts } from '#contract/catalogue/catalogue.ts'

export type ProductFilter = NonNullable<z.input<typeof searchProducts.body>['filter']>

export interface Category {
  /** The configured path: /browse/{slug}. */
  slug: string
  title: string
  lead: string
  filter: ProductFilter
  /** Of a shelf: paths of the picture over its page, and of the one beside its name. */
  banner?: string | null
  icon?: string | null
  /** One gift in so many amounts: they stand from the least to the most unless the reader asks for another order. */
  isAmounts?: true
}

/** A way to other gifts: its address is /browse/{slug}. */
export type Shelf = Pick<Category, 'slug' | 'title'>

/** Categories by what products are. Those by theme (food, home, children and so on) come from the taxonomies. */
export const categories: readonly Category[] = [
  {
    slug: 'choice-of-gift',
    title: 'Choice of gift',
    lead: 'You choose the amount, they choose what it becomes.',
    filter: { kind: 'choice', territory: 'GB' },
    isAmounts: true,
  },
  {
    slug: 'choice-of-gift-eu',
    title: 'Choice of gift, Europe',
    lead: 'You choose the amount in euros, they choose what it becomes.',
    filter: { kind: 'choice', territory: 'EU' },
    isAmounts: true,
  },
  {
    slug: 'gift-cards',
    title: 'Gift cards',
    lead: 'Cards for shops, restaurants and days out.',
    filter: { isGiftCard: true },
  },
  {
    slug: 'treats',
    title: 'Treats and experiences',
    lead: 'One thing, chosen by you: a coffee, a bouquet, a balloon flight.',
    filter: { kind: 'single', isGiftCard: false },
  },
]

export const everything: Category = {
  slug: '',
  title: 'Browse gifts',
  lead: 'Something for everyone, from a coffee to a balloon flight.',
  filter: {},
}

export const findCategory = (slug: string | undefined): Category | undefined =>
  categories.find((category) => category.slug === slug)
