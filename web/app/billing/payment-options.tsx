import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import { PAYMENT_TERM_DAYS } from '#contract/core/payment-term.ts'
import type { Card } from '#contract/payments/payments.ts'
import type { Wallet } from '#contract/wallets/wallets.ts'
import { useCan } from '#web/app/shell/app-data.ts'
import { paths } from '#web/paths.ts'
import { Money } from '#web/ui/kit/money.tsx'
import { Notice } from '#web/ui/kit/notice.tsx'
import options from '#web/ui/kit/options.module.css'

export interface PaymentChoices {
  /** Wallets that could pay; null where the reader may not pay from one. */
  wallets: Pick<Wallet, 'id' | 'name' | 'available' | 'currency'>[] | null
  /** Null where the reader may not pay by card. */
  cards: Pick<Card, 'id' | 'scheme' | 'last4Digits' | 'expiryMonth' | 'expiryYear' | 'isDefault'>[] | null
  invoice: boolean
}

interface PaymentOptionsProps extends PaymentChoices {
  totalPence: number
  currency: string
  /** Someone else is asked first. */
  waits?: boolean
  /** Until when an invoice is to be paid. */
  invoiceDue?: string
  /** The fields of a card that is typed, below its choice. */
  newCard: ReactNode
  chosen: string
  onChoose(value: string): void
}

/** `wallet:{id}`, `card:{id}`, `card:new` or `invoice`: what is chosen before anybody chooses. */
export function firstChoice({ wallets, cards, invoice }: PaymentChoices, totalPence: number): string {
  const wallet = wallets?.find(({ available }) => available >= totalPence)
  if (wallet) return `wallet:${wallet.id}`
  if (cards) return cards[0] ? `card:${cards[0].id}` : 'card:new'
  return invoice ? 'invoice' : ''
}

/** The ways to pay that the reader has, with what each would leave. */
export function PaymentOptions(props: PaymentOptionsProps) {
  const { wallets, cards, invoice, totalPence, currency, waits, invoiceDue, newCard, chosen, onChoose } = props
  if (!wallets && !cards && !invoice) return <NoWayToPay />
  const radio = (value: string) => ({
    type: 'radio' as const,
    name: 'payment',
    value,
    defaultChecked: value === chosen,
    onChange: () => onChoose(value),
  })
  return (
    <fieldset className={options.options}>
      <legend>Pay with</legend>
      {wallets?.map(({ id, name, available }) => (
        <label key={id} className={options.option}>
          <input {...radio(`wallet:${id}`)} disabled={available < totalPence} />
          <span>
            <strong>{name}</strong>
            <span className="muted small">
              {available < totalPence ? (
                <TooLittle id={id} missingPence={totalPence - available} />
              ) : (
                <>
                  <Money pence={available - totalPence} currency={currency} /> left afterwards
                </>
              )}
            </span>
          </span>
          <span className={options.figures}>
            <Money pence={available} currency={currency} /> <span className="muted small">to spend</span>
          </span>
        </label>
      ))}
      {cards?.map(({ id, scheme, last4Digits, expiryMonth, expiryYear }) => (
        <label key={id} className={options.option}>
          <input {...radio(`card:${id}`)} />
          <span>
            <strong>
              {scheme} ending {last4Digits}
            </strong>
            <span className="muted small">
              Expires {String(expiryMonth).padStart(2, '0')}/{expiryYear}
            </span>
          </span>
        </label>
      ))}
      {cards ? (
        <label className={options.option}>
          <input {...radio('card:new')} />
          <span>
            <strong>{cards.length ? 'Another card' : wallets || invoice ? 'By card' : 'A card'}</strong>
            <span className="muted small">Its number goes to the card provider, never to us.</span>
          </span>
        </label>
      ) : null}
      {cards && chosen === 'card:new' ? newCard : null}
      {invoice ? (
        <label className={options.option}>
          <input {...radio('invoice')} />
          <span>
            <strong>By invoice</strong>
            <span className="muted small">
              {waits
                ? `The gifts go out once they are approved. Your team has ${PAYMENT_TERM_DAYS} days to pay from then.`
                : `The gifts go out now. Your team pays by ${invoiceDue}.`}
            </span>
          </span>
        </label>
      ) : null}
    </fieldset>
  )
}

function TooLittle({ id, missingPence }: { id: string; missingPence: number }) {
  const can = useCan()
  const { pathname: from } = useLocation()
  if (!can('top-up-wallet')) return 'Too little for this'
  return (
    <>
      Too little: <Link to={paths.walletTab(id, 'card', missingPence, { from })}>top it up</Link>
    </>
  )
}

const NoWayToPay = () => (
  <Notice tone="warning" title="Your role does not pay for gifts">
    The draft is saved. A team admin can open it under Send and pay for it.
  </Notice>
)
