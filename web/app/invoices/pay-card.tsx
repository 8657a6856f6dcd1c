import { useState } from 'react'
import type { Invoice } from '#contract/orders/invoices.ts'
import { formatMoney } from '#kit/money.ts'
import { AtTheBank } from '#web/app/billing/at-the-bank.tsx'
import { CardFields } from '#web/app/billing/card-fields.tsx'
import { CardForm, CardSubmit } from '#web/app/billing/card-form.tsx'
import type { ChargeFailure } from '#web/app/billing/charge-card.server.ts'
import { PaymentOptions } from '#web/app/billing/payment-options.tsx'
import { paths } from '#web/paths.ts'
import { Card } from '#web/ui/kit/card.tsx'
import type { loadPayment } from './pay-invoice.server.ts'

interface PayCardProps {
  invoice: Pick<Invoice, 'id' | 'outstanding' | 'currency'>
  payment: Awaited<ReturnType<typeof loadPayment>>
  failure: (ChargeFailure & { attempt: string }) | undefined
}

/** A plan's invoice paid by card, at the bank where it asks: one button. */
export function PayCard({ invoice: { id, outstanding, currency }, payment, failure }: PayCardProps) {
  const { cards, fields, bankUrl, attempt } = payment
  const [chosen, setChosen] = useState(cards[0] ? `card:${cards[0].id}` : 'card:new')
  if (bankUrl)
    return (
      <AtTheBank redirectUrl={bankUrl} back={{ to: paths.invoice(id), label: 'Cancel' }}>
        Confirm the payment at your bank, and then you return to this page. Nothing has been charged yet, and the
        invoice is as it was.
      </AtTheBank>
    )
  return (
    <Card title="Pay by card">
      <CardForm attempt={failure?.attempt ?? attempt} failure={failure && { fields: {}, values: {}, ...failure }}>
        <input type="hidden" name="total" value={outstanding} />
        <PaymentOptions
          wallets={null}
          cards={cards}
          invoice={false}
          totalPence={outstanding}
          currency={currency}
          newCard={
            <>
              {' '}
              <CardFields fields={fields} currency={currency} />
              <label className="row">
                <input type="checkbox" name="storeCard" value="yes" /> Save this card for next time
              </label>
            </>
          }
          chosen={chosen}
          onChoose={setChosen}
        />
        <div>
          <CardSubmit name="intent" value="pay">
            Pay {formatMoney(outstanding, currency)}
          </CardSubmit>
        </div>
      </CardForm>
    </Card>
  )
}
