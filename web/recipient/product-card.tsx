import type { Gift } from '#contract/hugggs/recipient.ts'
import { formatPrice } from '#kit/money.ts'
import { paths } from '#web/paths.ts'
import { copy } from './copy.en-GB.ts'
import { formatGiftDay } from './format.ts'
import { hasLastDay } from './last-day.ts'

export function ProductCard({ gift }: { gift: Gift }) {
  const { product, expiresAt } = gift
  // The voucher says it already, and of what was used there is nothing to say.
  const lastDay = gift.state !== 'revealed' && hasLastDay(gift) && expiresAt && formatGiftDay(expiresAt)
  return (
    <section className="card product" aria-labelledby="product-name">
      <img className="product-image" src={product.imageUrl} alt="" width="640" height="400" />
      <div className="product-text">
        <p className="brand">{product.brandName}</p>
        <h2 id="product-name">{product.name}</h2>
        {product.faceValuePence === null ? null : (
          <p className="worth">{copy.product.worth(formatPrice(product.faceValuePence, product.currency))}</p>
        )}
        <Balance product={product} />
        <p>{product.description}</p>
        {product.over18 ? (
          <p className="over18">
            <strong>{copy.product.over18Title}.</strong> {copy.product.over18}
          </p>
        ) : null}
        {lastDay ? (
          <p className="expiry">
            {copy.product.expires(lastDay)}. <a href={paths.giftCalendar(gift.shortcode)}>{copy.calendar.add}</a>
          </p>
        ) : null}
        <Stores stores={product.stores} />
        {product.terms ? (
          <details>
            <summary>{copy.product.terms}</summary>
            <p className="terms">{product.terms}</p>
          </details>
        ) : null}
      </div>
    </section>
  )
}

/** What can still be spent, of what may be spent in parts. */
function Balance({ product: { balancePence, faceValuePence, currency } }: Pick<Gift, 'product'>) {
  if (!balancePence) return null
  const isWhole = balancePence === faceValuePence
  return <p>{isWhole ? copy.product.inParts : copy.product.left(formatPrice(balancePence, currency))}</p>
}

function Stores({ stores }: { stores: Gift['product']['stores'] }) {
  if (stores.length === 0) return null
  return (
    <details>
      <summary>{copy.product.stores(stores.length)}</summary>
      <ul className="stores">
        {stores.map(({ name, address }) => (
          <li key={`${name} ${address}`}>
            <strong>{name}</strong>
            <span>{address}</span>
          </li>
        ))}
      </ul>
    </details>
  )
}
