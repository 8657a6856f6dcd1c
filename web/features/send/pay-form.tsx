import { useState } from 'react'
import { Link } from 'react-router'
import type { Quote } from '#contract/orders.ts'
import type { CardFields as CardFieldsOf, Charge } from '#contract/payments.ts'
import { formatFull, formatMoney, plural } from '../../ui/format.ts'
import { LinkButton, SubmitButton } from '../../ui/kit/button.tsx'
import { Card } from '../../ui/kit/card.tsx'
import { ActionForm } from '../../ui/kit/form.tsx'
import { Notice } from '../../ui/kit/notice.tsx'
import wizard from '../wizard/wizard.module.css'
import { AtTheBank } from './at-the-bank.tsx'
import type { PaymentFailure } from './buy.server.ts'
import { CardFields } from './card-fields.tsx'
import { type Draft, useGiftDraft } from './draft.ts'
import { firstChoice, type PaymentChoices, PaymentOptions } from './payment-options.tsx'
import { PriceCard } from './price-card.tsx'
import styles from './send.module.css'
import { deliveries, type Step, stepPath } from './steps.ts'

export interface PayData {
  choices: PaymentChoices
  fields: CardFieldsOf | null
  /** A charge of an earlier try that waits for its holder's bank, or has been used up. */
  charge: Pick<Charge, 'id' | 'status' | 'redirectUrl' | 'requires3ds'> | null
  /** Whom the gifts are from where the draft does not say. */
  senderName: string
  /** Names this very page: pressing twice is one try. */
  attempt: string
  zone: string
}

/** All that will happen, once more; then the one button that moves money. */
export function PayForm({
  choices,
  fields,
  charge,
  senderName,
  attempt,
  zone,
  failure,
}: PayData & { failure: PaymentFailure | null }) {
  const draft = useGiftDraft()
  const { order, product, quote, obstacles } = draft
  const [chosen, setChosen] = useState(() => firstChoice(choices, quote?.total ?? 0))
  const standing = obstacles.filter(({ field }) => field !== 'payment')
  if (charge?.requires3ds && charge.status === 'pending' && charge.redirectUrl)
    return (
      <AtTheBank redirectUrl={charge.redirectUrl} back={{ to: stepPath(order.id, 'pay'), label: 'Pay in another way' }}>
        Confirm the payment at your bank, and you come back here. Nothing has been charged yet, and nothing was sent.
      </AtTheBank>
    )
  return (
    <div className="columns">
      <div className="stack">
        {failure ? (
          <Notice tone="danger" role="alert" title={failure.message}>
            {failure.help}
          </Notice>
        ) : null}
        <Summary draft={draft} senderName={senderName} zone={zone} />
        {standing.length ? <Obstacles orderId={order.id} obstacles={standing} /> : null}
        {quote && !standing.length ? (
          <Payment
            key={attempt}
            orderId={order.id}
            choices={choices}
            fields={fields}
            attempt={attempt}
            quote={quote}
            chosen={chosen}
            onChoose={setChosen}
          />
        ) : null}
      </div>
      <div className="stack">
        <PriceCard product={product} quote={quote} counted />
        {quote && !standing.length ? (
          <p className="small">
            Does somebody approve it first? <Link to={`/send/${order.id}/pro-forma`}>Pro forma invoice</Link>
          </p>
        ) : null}
      </div>
    </div>
  )
}

interface PaymentProps extends Pick<PayData, 'choices' | 'fields' | 'attempt'> {
  orderId: string
  quote: Quote
  chosen: string
  onChoose(value: string): void
}

function Payment({ orderId, choices, fields, attempt, quote, chosen, onChoose }: PaymentProps) {
  const { total, currency } = quote
  const [token, setToken] = useState('')
  const isNewCard = chosen === 'card:new'
  return (
    <ActionForm>
      <Card>
        <input type="hidden" name="attempt" value={attempt} />
        <input type="hidden" name="token" value={token} />
        <input type="hidden" name="total" value={total} />
        <PaymentOptions {...choices} totalPence={total} currency={currency} chosen={chosen} onChoose={onChoose} />
        {isNewCard ? (
          <>
            <CardFields fields={fields} onToken={setToken} />
            <label className="row">
              <input type="checkbox" name="storeCard" value="yes" /> Keep this card for next time
            </label>
          </>
        ) : null}
      </Card>
      <div className={wizard.foot}>
        <LinkButton look="quiet" to={stepPath(orderId, 'schedule')}>
          Back
        </LinkButton>
        <SubmitButton disabled={chosen === ''} name="intent" value="pay">
          {chosen === 'invoice' ? 'Send, and be invoiced' : 'Pay'} {formatMoney(total, currency)}
        </SubmitButton>
      </div>
      {isNewCard && !token ? (
        <p className="muted small" role="status">
          Enter the card and press “Use this card” first.
        </p>
      ) : null}
    </ActionForm>
  )
}

const stepOf: Record<string, Step> = {
  productId: 'gift',
  reference: 'gift',
  receivers: 'recipients',
  quantity: 'recipients',
  deliveryMethod: 'recipients',
  sendDate: 'schedule',
  sendZone: 'schedule',
  expiry: 'schedule',
}

function Obstacles({ orderId, obstacles }: { orderId: string; obstacles: Draft['obstacles'] }) {
  return (
    <Notice tone="warning" title="Before you can pay">
      <ul>
        {obstacles.slice(0, 5).map(({ field, message }) => (
          <li key={`${field} ${message}`}>
            <Link to={stepPath(orderId, stepOf[field] ?? 'message')}>{wordOf(field)}</Link>: {message}
          </li>
        ))}
      </ul>
      {obstacles.length > 5 ? <p>and {plural(obstacles.length - 5, 'more thing')}</p> : null}
    </Notice>
  )
}

const wordOf = (field: string): string =>
  ({ gift: 'Gift', recipients: 'Recipients', message: 'Message', schedule: 'When', pay: 'Pay' })[
    stepOf[field] ?? 'message'
  ]

function Summary({ draft: { order }, senderName, zone }: { draft: Draft; senderName: string; zone: string }) {
  const delivery = deliveries.find(({ method }) => method === order.deliveryMethod)
  const count = order.deliveryMethod === 'email' ? order.receivers.length : (order.quantity ?? 0)
  const [first] = order.deliveryMethod === 'email' ? order.receivers : []
  const facts = [
    {
      name: 'For',
      value: first
        ? `${first.name ?? first.email}${count > 1 ? ` and ${plural(count - 1, 'other')}` : ''}`
        : plural(count, 'gift'),
      step: 'recipients',
    },
    { name: 'How', value: delivery?.label ?? '', step: 'recipients' },
    { name: 'From', value: order.fromName ?? senderName, step: 'message' },
    {
      name: 'When',
      value: order.sendDate ? formatFull(order.sendDate, zone) : 'As soon as it is paid',
      step: 'schedule',
    },
  ] as const
  return (
    <Card title="What will happen">
      <dl className={styles.lines}>
        {facts.map(({ name, value, step }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd style={{ textAlign: 'end', overflowWrap: 'anywhere', minWidth: 0 }}>
              {value}{' '}
              <Link to={stepPath(order.id, step)} aria-label={`Change: ${name}`} className="small">
                Change
              </Link>
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}
