import type { MouseEvent } from 'react'
import { useNavigate } from 'react-router'
import type { Product } from '#contract/catalogue.ts'
import { formatPrice } from '../../ui/format.ts'
import styles from './catalogue.module.css'

/** What a card shows of a product; loaders send no more, for there are many. */
export type ProductCard = Pick<
  Product,
  'id' | 'name' | 'brandName' | 'imageUrl' | 'senderPrice' | 'currency' | 'over18'
>

export const cardOf = ({ id, name, brandName, imageUrl, senderPrice, currency, over18 }: Product): ProductCard => ({
  id,
  name,
  brandName,
  imageUrl,
  senderPrice,
  currency,
  over18,
})

/** Gifts to choose from, in plain markup and links: it is repeated sixty times. */
export function ProductGrid({ products }: { products: readonly ProductCard[] }) {
  const follow = useFollow()
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: hears the links in it, which keys press too
    <ul className={styles.grid} onClick={follow}>
      {products.map((product, index) => (
        <li key={product.id}>
          <a href={`/products/${product.id}`} className={styles.product}>
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
              {formatPrice(product.senderPrice, product.currency)}
              {product.over18 ? <span className={styles.over18}>18+</span> : null}
            </span>
          </a>
        </li>
      ))}
    </ul>
  )
}

/** One listener for all links of a list, as the router's own have one each: sixty of those are dear to draw and to wake. */
function useFollow() {
  const navigate = useNavigate()
  return (event: MouseEvent) => {
    const link = (event.target as Element).closest('a')
    const isPlain = event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
    if (!link || !isPlain || event.defaultPrevented) return
    event.preventDefault()
    void navigate(link.pathname)
  }
}
