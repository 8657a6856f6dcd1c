import type { Quote } from '#contract/orders.ts'
import { plural } from '../../ui/format.ts'
import { Card } from '../../ui/kit/card.tsx'
import { Money } from '../../ui/kit/money.tsx'
import type { Draft } from './draft.ts'
import styles from './send.module.css'

interface PriceCardProps extends Pick<Draft, 'product'> {
  quote: Quote | null
  /** How many are known already; otherwise only the price of one is said. */
  counted: boolean
}

/** What the gifts cost as they are now, to the penny: the same figures that will be charged. */
export function PriceCard({ product, quote, counted }: PriceCardProps) {
  return (
    <Card title="Your gift">
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
        {quote ? <Lines quote={quote} counted={counted} /> : null}
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
  const lines = [
    { name: counted ? plural(quantity, 'gift') : 'One gift', pence: face },
    { name: 'Handling fee', pence: fees },
    { name: 'VAT on the fee', pence: vat },
  ]
  return (
    <dl className={styles.lines} aria-live="polite">
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
      <div className={styles.sum}>
        <dt>{counted ? 'In all' : 'Each'}</dt>
        <dd>
          <Money pence={counted ? quote.total : perItem.total} currency={currency} />
        </dd>
      </div>
    </dl>
  )
}

/** The same sum at the foot of a small screen, where the card is far away. */
const Bar = ({ quote: { currency, total, perItem }, counted }: { quote: Quote; counted: boolean }) => (
  <p className={styles.bar} aria-hidden="true">
    <span>{counted ? 'In all' : 'Each'}</span>
    <strong>
      <Money pence={counted ? total : perItem.total} currency={currency} />
    </strong>
  </p>
)
