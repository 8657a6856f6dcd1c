import { useState } from 'react'
import { Link } from 'react-router'
import type { Quote } from '#contract/orders/orders.ts'
import type { CardFields as CardFieldsOf, Charge } from '#contract/payments/payments.ts'
import { formatMoney } from '#kit/money.ts'
import { approverLabel, limitLabel } from '#web/app/approvals/labels.ts'
import { AtTheBank } from '#web/app/billing/at-the-bank.tsx'
import { CardFields } from '#web/app/billing/card-fields.tsx'
import { CardForm, CardSubmit } from '#web/app/billing/card-form.tsx'
import { firstChoice, type PaymentChoices, PaymentOptions } from '#web/app/billing/payment-options.tsx'
import { NoAddress } from '#web/app/invoices/no-address.tsx'
import { useAppData } from '#web/app/shell/app-data.ts'
import { type DraftStep, paths } from '#web/paths.ts'
import { PAGE_TEAM } from '#web/session/page-team.ts'
import { formatFull, plural } from '#web/ui/format.ts'
import { LinkButton } from '#web/ui/kit/button.tsx'
import { Card } from '#web/ui/kit/card.tsx'
import { Notice } from '#web/ui/kit/notice.tsx'
import priceLines from '#web/ui/kit/price-lines.module.css'
import { Refusal } from '#web/ui/kit/refusal.tsx'
import wizard from '#web/ui/wizard/wizard.module.css'
import { AdultsField } from '../adults-field.tsx'
import type { ChoiceToOffer } from '../choice/choice.server.ts'
import { type DraftOrder, useReadyDraft } from '../draft.ts'
import { PriceCard } from '../price-card.tsx'
import { recentLabel } from '../recent-labels.ts'
import styles from '../send.module.css'
import type { SendStep } from '../steps.ts'
import type { PaymentFailure } from './buy.server.ts'
import { draftFacts } from './facts.ts'

export interface PayData {
  choices: PaymentChoices
  fields: CardFieldsOf | null
  /** A charge of an earlier try that waits for its holder's bank, or has been used up. */
  charge: Pick<Charge, 'id' | 'status' | 'redirectUrl' | 'requires3ds'> | null
  /** Whom the gifts are from where the draft does not say. */
  senderName: string
  /** What its recipients choose from, for a sender who may narrow it. */
  choice: ChoiceToOffer | null
  giftwrap: string
  design: string | null
  /** Until when an invoice of now is to be paid. */
  invoiceDue: string
  /** What holds where the draft says nothing. */
  unless: { lastsDays: number; remindsRecipients: boolean }
  /** Names this very page: pressing twice is one try. */
  attempt: string
  zone: string
  /** The sender's own address is among the recipients'. */
  isForSender: boolean
  /** Its papers would be without one, and the reader may put that right. */
  lacksAddress: boolean
}

/** All that will happen, once more; then the one button that moves money. */
export function PayForm({
  choices: offered,
  fields,
  charge,
  senderName,
  choice,
  giftwrap,
  design,
  invoiceDue,
  unless,
  attempt,
  zone,
  isForSender,
  lacksAddress,
  failure,
}: PayData & { failure: PaymentFailure | null }) {
  const draft = useReadyDraft()
  const { order, product, quote, approval, obstacles, unreached, overCap, recent } = draft
  // A card's reservation does not last until someone decides.
  const choices = approval ? { ...offered, cards: null } : offered
  const [chosen, setChosen] = useState(() => firstChoice(choices, quote?.total ?? 0))
  const standing = obstacles.filter(({ field }) => field !== 'payment' && field !== 'over18')
  if (charge?.requires3ds && charge.status === 'pending' && charge.redirectUrl)
    return (
      <AtTheBank
        redirectUrl={charge.redirectUrl}
        back={{ to: paths.draftStep(order.id, 'pay'), label: 'Pay in another way' }}
      >
        Confirm the payment at your bank, and then you return to this page. Nothing has been charged yet, and nothing
        was sent.
      </AtTheBank>
    )
  return (
    <div className="columns">
      <div className="stack">
        {failure ? (
          <Refusal answer={failure} title={failure.message}>
            {failure.help}
          </Refusal>
        ) : null}
        {order.supportChange ? (
          <Notice tone="warning" title="Support changed this draft">
            {order.supportChange.by} of support changed it on {formatFull(order.supportChange.at, zone)}. Look through
            it before you pay: who gets it, the sender’s name and the picture are as you left them.
          </Notice>
        ) : null}
        <Summary {...{ draft, senderName, zone, unless, choice, giftwrap, design }} />
        {isForSender ? (
          <Notice title="Your own address is among the recipients">
            That gift would be for yourself. <Link to={paths.draftStep(order.id, 'recipients')}>See who</Link>
          </Notice>
        ) : null}
        {recent.length ? <Recent order={order} recent={recent} /> : null}
        {overCap ? <OverCap orderId={order.id} count={overCap} /> : null}
        {unreached ? <Unreached orderId={order.id} count={unreached} /> : null}
        {standing.length ? <Obstacles order={order} obstacles={standing} /> : null}
        {approval && !standing.length ? (
          <Notice tone="warning" title="This order waits for approval first">
            {limitLabel(approval)} {approverLabel(approval.approvers)} Nothing is paid and nothing is sent before that.
          </Notice>
        ) : null}
        {lacksAddress && !standing.length ? <NoAddress paper={chosen === 'invoice' ? 'invoice' : 'receipt'} /> : null}
        {quote && !standing.length ? (
          <Payment
            orderId={order.id}
            back={order.type === 'superhuggg' ? 'shareable' : 'schedule'}
            choices={choices}
            invoiceDue={invoiceDue}
            fields={fields}
            attempt={attempt}
            quote={quote}
            adults={product.over18 ? { isConfirmed: order.over18 ?? false } : null}
            waits={approval !== null}
            chosen={chosen}
            onChoose={setChosen}
          />
        ) : null}
      </div>
      <div className="stack">
        <PriceCard product={product} quote={quote} counted />
        {quote && !approval && !standing.length ? (
          <p className="small">
            Does someone approve it first? <Link to={paths.draftProForma(order.id)}>Pro forma invoice</Link>
          </p>
        ) : null}
      </div>
    </div>
  )
}

interface PaymentProps extends Pick<PayData, 'choices' | 'fields' | 'attempt' | 'invoiceDue'> {
  orderId: string
  back: DraftStep
  quote: Quote
  /** Of a gift for adults. */
  adults: { isConfirmed: boolean } | null
  /** Someone else is asked first. */
  waits: boolean
  chosen: string
  onChoose(value: string): void
}

function Payment({ orderId, back, choices, quote, adults, waits, chosen, onChoose, ...page }: PaymentProps) {
  const { fields, attempt, invoiceDue } = page
  const { total, currency } = quote
  return (
    <CardForm attempt={attempt}>
      <Card>
        {/* Without scripts it is not added as the form is read. */}
        <input type="hidden" name={PAGE_TEAM} value={useAppData().teamId ?? ''} />
        <input type="hidden" name="total" value={total} />
        <PaymentOptions
          {...choices}
          {...{ currency, waits, invoiceDue, chosen, onChoose }}
          totalPence={total}
          newCard={
            <>
              {' '}
              <CardFields fields={fields} currency={currency} />
              <label className="row">
                <input type="checkbox" name="storeCard" value="yes" /> Save this card for next time
              </label>
            </>
          }
        />
      </Card>
      {adults ? (
        <Card title="For over-18s only">
          <AdultsField isConfirmed={adults.isConfirmed} />
        </Card>
      ) : null}
      <div className={wizard.foot}>
        <LinkButton look="quiet" to={paths.draftStep(orderId, back)}>
          Back
        </LinkButton>
        <CardSubmit blocked={whyNotYet(choices, chosen)} name="intent" value="pay">
          {waits ? 'Ask for approval of' : chosen === 'invoice' ? 'Send, and be invoiced for' : 'Pay'}{' '}
          {formatMoney(total, currency)}
        </CardSubmit>
      </div>
    </CardForm>
  )
}

/** Why nothing can be paid as things stand; null where it can. */
function whyNotYet({ wallets, cards, invoice }: PaymentChoices, chosen: string): string | null {
  if (chosen) return null
  if (!wallets && !cards && !invoice) return 'Your role does not pay for gifts.'
  return 'No wallet has enough money for this.'
}

const stepByField: Record<string, SendStep> = {
  productId: 'gift',
  reference: 'gift',
  receivers: 'recipients',
  quantity: 'recipients',
  deliveryMethod: 'recipients',
  sendDate: 'schedule',
  sendZone: 'schedule',
  expiry: 'schedule',
}

function Obstacles({ order, obstacles }: Pick<DraftOrder, 'order' | 'obstacles'>) {
  const fieldStep = (field: string) => (order.type === 'superhuggg' ? 'shareable' : (stepByField[field] ?? 'message'))
  return (
    <Notice tone="warning" title="Before you can pay">
      <ul>
        {obstacles.slice(0, 5).map(({ field, message }) => (
          <li key={`${field} ${message}`}>
            <Link to={paths.draftStep(order.id, fieldStep(field))}>{words[fieldStep(field)]}</Link>: {message}
          </li>
        ))}
      </ul>
      {obstacles.length > 5 ? <p>and {plural(obstacles.length - 5, 'more thing')}</p> : null}
    </Notice>
  )
}

/** Perhaps twice by mistake: worth knowing, and no obstacle. */
function Recent({ order, recent }: Pick<DraftOrder, 'order' | 'recent'>) {
  const receivers = order.type === 'superhuggg' ? [] : order.receivers
  const recipientLabel = (row: number) => {
    const { name, email, phoneNumber } = receivers[row] ?? {}
    return name || email || phoneNumber || `Recipient ${row + 1}`
  }
  return (
    <Notice
      title={`${plural(recent.length, 'person has', 'people have')} had a gift from your team in the last 30 days`}
    >
      <ul>
        {recent.slice(0, 3).map((gift) => (
          <li key={gift.row}>
            {recipientLabel(gift.row)} {recentLabel(gift)}.
          </li>
        ))}
      </ul>
      {recent.length > 3 ? <p>and {plural(recent.length - 3, 'more', 'more')}</p> : null}
    </Notice>
  )
}

const OverCap = ({ orderId, count }: { orderId: string; count: number }) => (
  <Notice
    tone="warning"
    title={`${plural(count, 'recipient gets', 'recipients get')} more than your organisation means for one person`}
  >
    You can still send. <Link to={paths.draftStep(orderId, 'recipients')}>See who</Link>
  </Notice>
)

const Unreached = ({ orderId, count }: { orderId: string; count: number }) => (
  <Notice tone="warning" title={`${plural(count, 'recipient gets', 'recipients get')} no message from us`}>
    They have stopped our messages, or earlier ones did not arrive. You would pay for their gifts, and hand out the
    links yourself. <Link to={paths.draftStep(orderId, 'recipients')}>See who</Link>
  </Notice>
)

const words = {
  gift: 'Gift',
  recipients: 'Recipients',
  message: 'Message',
  schedule: 'When',
  pay: 'Pay',
  shareable: 'Gifts for one link',
} as const

interface SummaryProps extends Pick<PayData, 'senderName' | 'zone' | 'unless' | 'choice' | 'giftwrap' | 'design'> {
  draft: DraftOrder
}

function Summary({ draft: { order }, unless, ...known }: SummaryProps) {
  const facts = draftFacts(order, { ...known, ...unless })
  return (
    <Card title="What will happen">
      <dl className={priceLines.lines}>
        {facts.map(({ name, value, picture, step }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className={priceLines.text}>
              {picture ? (
                <img src={picture} alt="The one you chose" width="96" height="54" className={styles.cover} />
              ) : null}
              {value}{' '}
              <Link to={paths.draftStep(order.id, step)} aria-label={`Change: ${name}`} className="small">
                Change
              </Link>
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}
