import type { Product } from '#contract/catalogue/catalogue.ts'
import type { Quote } from '#contract/orders/orders.ts'
import { choiceSentence } from '#web/app/catalogue/choice-labels.ts'
import { plural } from '#web/ui/format.ts'
import { Card } from '#web/ui/kit/card.tsx'
import { Money } from '#web/ui/kit/money.tsx'
import priceLines from '#web/ui/kit/price-lines.module.css'
import styles from './send.module.css'
import { textPriceLabel } from './text-price.ts'

interface PriceCardProps {
  title?: string
  product: Pick<Product, 'name' | 'brandName' | 'imageUrl' | 'kind' | 'senderPrice' | 'currency'> | null
  quote: Quote | null
  /** How many are known already; otherwise only the price of one is said. */
  counted: boolean
  /** How many rows are wrong: the sums leave them out until they are corrected. */
  wrongRows?: number
}

/** What the gifts cost as they are now, to the penny: the same figures that will be charged. */
export function PriceCard({ title = 'Your gift', product, quote, counted, wrongRows = 0 }: PriceCardProps) {
  const leftOver = product && choiceSentence(product)
  return (
    <Card title={title}>
      <div className={styles.price}>
        {product ? (
          <div className={styles.gift}>
            <img src={product.imageUrl} alt="" width="72" height="54" />
            <div>
              <strong>{product.name}</strong>
              <br />
              <span className="muted small">{product.brandName}</span>
            </div>
          </div>
        ) : (
          <p className="muted">Choose a gift, and its price is here.</p>
        )}
        {leftOver ? <p className="muted small">{leftOver}</p> : null}
        {quote ? <Lines quote={quote} counted={counted} /> : null}
        {quote && wrongRows ? (
          <p>
            {counted ? 'The total leaves out ' : 'There is no total yet for '}
            {plural(wrongRows, 'row that needs a look', 'rows that need a look')}: correct or remove{' '}
            {wrongRows === 1 ? 'it' : 'them'}.
          </p>
        ) : null}
      </div>
      {quote ? <Bar quote={quote} counted={counted} /> : null}
    </Card>
  )
}

function Lines({ quote, counted }: { quote: Quote; counted: boolean }) {
  const { currency, perItem, quantity } = quote
  const face = counted ? quote.face : perItem.face
  const fees = counted ? quote.fees : perItem.fee
  const vat = (counted ? quote.total : perItem.total) - face - fees
  const texts = quote.text ? quote.text.perItem * (counted ? quantity : 1) : 0
  const lines = [
    { name: counted ? plural(quantity, 'gift') : 'One gift', pence: face },
    { name: 'Handling fee', pence: fees - texts },
    { name: counted ? plural(quantity, 'text') : 'One text', pence: texts },
    { name: texts ? 'VAT on fee and texts' : 'VAT on the fee', pence: vat },
  ]
  return (
    <>
      <dl className={priceLines.lines} aria-live="polite">
        {lines.map(({ name, pence }) =>
          pence || pence === face ? (
            <div key={name}>
              <dt>{name}</dt>
              <dd>
                <Money pence={pence} currency={currency} />
              </dd>
            </div>
          ) : null,
        )}
        <div className={priceLines.sum}>
          <dt>{counted ? 'Total' : 'Each'}</dt>
          <dd>
            <Money pence={counted ? quote.total : perItem.total} currency={currency} />
          </dd>
        </div>
      </dl>
      {quote.text ? (
        <figure className={styles.text}>
          <figcaption className="muted small">The text they get, with a code of their own in each link</figcaption>
          <blockquote className="small">{quote.text.sample}</blockquote>
          <p className="muted small">{textPriceLabel(quote.text, currency)}</p>
        </figure>
      ) : null}
    </>
  )
}

/** The same sum at the foot of a small screen, where the card is far away. */
const Bar = ({ quote: { currency, total, perItem }, counted }: { quote: Quote; counted: boolean }) => (
  <p className={styles.bar} aria-hidden="true">
    <span>{counted ? 'Total' : 'Each'}</span>
    <strong>
      <Money pence={counted ? total : perItem.total} currency={currency} />
    </strong>
  </p>
)
