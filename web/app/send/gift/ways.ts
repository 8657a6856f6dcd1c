import { everything, findCategory } from '#web/app/catalogue/categories.ts'

/** The gifts that a part of the list has: `/send/{slug}`. */
const ways = [
  {
    slug: 'choice',
    title: 'They choose',
    text: 'You choose the amount. Each person picks what it becomes.',
    category: findCategory('choice-of-gift') ?? everything,
  },
  {
    slug: 'choice-eu',
    title: 'They choose, in Europe',
    text: 'You choose the amount in euros. Each person picks what it becomes.',
    category: findCategory('choice-of-gift-eu') ?? everything,
  },
  {
    slug: 'gift-cards',
    title: 'Gift cards',
    text: 'A card for one shop, restaurant or day out.',
    category: findCategory('gift-cards') ?? everything,
  },
  {
    slug: 'browse',
    title: 'Browse everything',
    text: 'From a coffee to a balloon flight.',
    category: everything,
  },
] as const

export const wayNamed = (slug: string | undefined) => ways.find((way) => way.slug === slug)
