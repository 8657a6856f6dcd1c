import type { Product } from '#contract/catalogue/catalogue.ts'
import { formatPrice } from '#kit/money.ts'
import catalogue from '#web/app/catalogue/catalogue.module.css'
import { choiceFacts } from '#web/app/catalogue/choice-labels.ts'
import { validFact } from '#web/app/catalogue/days-valid.ts'
import { Notice } from '#web/ui/kit/notice.tsx'

/** A gift as its sender wants to know it before giving it. @param allowed days it may last by the sender's rules */
export function GiftSummary({ product, allowed }: { product: Product; allowed: number | null }) {
  const { name, brandName, description, senderPrice, handlingFee, currency, over18 } = product
  const facts = [
    ...choiceFacts(product),
    { name: 'Handling fee', value: handlingFee ? `${formatPrice(handlingFee, currency)} a gift, plus VAT` : 'None' },
    validFact(product, allowed),
    ...(over18 ? [{ name: 'For', value: '18 and over' }] : []),
  ]
  return (
    <div className={catalogue.detail}>
      <img className={catalogue.picture} src={product.imageUrl} alt="" width="640" height="480" />
      <div className="stack">
        <h2>{name}</h2>
        <p className="muted">{brandName}</p>
        <p className={catalogue.total}>{formatPrice(senderPrice, currency)}</p>
        {product.active ? null : <Notice tone="warning">This gift is no longer on sale. Choose another one.</Notice>}
        <p>{description}</p>
        <dl className={catalogue.facts}>
          {facts.map((fact) => (
            <div key={fact.name}>
              <dt>{fact.name}</dt>
              <dd>{fact.value}</dd>
            </div>
          ))}
        </dl>
      </div>
    </div>
  )
}
