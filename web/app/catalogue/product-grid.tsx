import { Link } from 'react-router'
import type { Product } from '#contract/catalogue/catalogue.ts'
import { formatPrice } from '#kit/money.ts'
import { paths } from '#web/paths.ts'
import styles from './catalogue.module.css'

/** What a card shows of a product; loaders send no more, for there are many. */
export interface ProductCard extends Pick<Product, 'id' | 'name' | 'brandName' | 'imageUrl'> {
  price: string
  over18?: true
  /** The list of amounts that this stands for: one gift in many of them. */
  amounts?: AmountsSlug
}

/** A category of one gift in so many amounts, as in its address. */
export type AmountsSlug = 'choice-of-gift' | 'choice-of-gift-eu'

export const toProductCard = ({
  id,
  name,
  brandName,
  imageUrl,
  senderPrice,
  currency,
  over18,
}: Product): ProductCard => ({
  id,
  name,
  brandName,
  imageUrl,
  price: formatPrice(senderPrice, currency),
  ...(over18 && { over18 }),
})

/** Gifts to choose from, in plain markup: it is repeated sixty times. */
export function ProductGrid({
  products,
  to = paths.product,
  amountsPath = paths.category,
}: {
  products: readonly ProductCard[]
  /** Where a gift leads, by its id. */
  to?: (id: string) => string
  /** Where a gift in many amounts leads. */
  amountsPath?: (slug: AmountsSlug) => string
}) {
  return (
    <ul className={styles.grid}>
      {products.map((product, index) => (
        <li key={product.id}>
          <Link to={product.amounts ? amountsPath(product.amounts) : to(product.id)} className={styles.product}>
            <img
              src={product.imageUrl}
              alt=""
              width="320"
              height="240"
              loading={index < 4 ? 'eager' : 'lazy'}
              fetchPriority={index < 2 ? 'high' : undefined}
              decoding="async"
            />
            <span className={styles.name}>{product.name}</span>
            <span className={styles.brand}>{product.brandName}</span>
            <span className={styles.price}>
              {product.price}
              {product.over18 ? <span className={styles.over18}>18+</span> : null}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
