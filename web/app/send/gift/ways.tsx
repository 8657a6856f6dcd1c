import { IconCreditCard, IconGift, IconHeart } from '@tabler/icons-react'
import { Link } from 'react-router'
import { everything, findCategory } from '#web/app/catalogue/categories.ts'
import { paths } from '#web/paths.ts'
import styles from '../send.module.css'

const look = { size: 28, stroke: 1.5, 'aria-hidden': true } as const

/** The three ways to begin, as they are configured: `/send/{slug}`. */
const ways = [
  {
    slug: 'choice',
    title: 'They choose',
    text: 'You choose the amount. Each person picks what it becomes.',
    icon: <IconHeart {...look} />,
    category: findCategory('choice-of-gift') ?? everything,
  },
  {
    slug: 'gift-cards',
    title: 'Gift cards',
    text: 'A card for one shop, restaurant or day out.',
    icon: <IconCreditCard {...look} />,
    category: findCategory('gift-cards') ?? everything,
  },
  {
    slug: 'browse',
    title: 'Browse everything',
    text: 'From a coffee to a balloon flight.',
    icon: <IconGift {...look} />,
    category: everything,
  },
] as const

/** Led to by the card of its amounts alone. */
const unlisted = {
  slug: 'choice-eu',
  title: 'They choose, in Europe',
  text: 'You choose the amount in euros. Each person picks what it becomes.',
  category: findCategory('choice-of-gift-eu') ?? everything,
} as const

export const wayNamed = (slug: string | undefined) => [...ways, unlisted].find((way) => way.slug === slug)

export const Ways = () => (
  <ul className={styles.ways}>
    {ways.map(({ slug, title, text, icon }) => (
      <li key={slug}>
        <Link to={paths.sendWay(slug)} prefetch="intent" className={styles.way}>
          {icon}
          <h2>{title}</h2>
          <p className="muted">{text}</p>
        </Link>
      </li>
    ))}
  </ul>
)
