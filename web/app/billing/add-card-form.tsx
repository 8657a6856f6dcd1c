import type { CardFields as CardFieldsOf } from '#contract/payments/payments.ts'
import { Card } from '#web/ui/kit/card.tsx'
import { Refusal } from '#web/ui/kit/refusal.tsx'
import { CardFields } from './card-fields.tsx'
import { CardForm, CardSubmit } from './card-form.tsx'
import type { ChargeFailure } from './charge-card.server.ts'

interface AddCardFormProps {
  fields: CardFieldsOf | null
  attempt: string
  /** Another once a card has been stored: its details go from the fields. */
  stored: string
  failure: ChargeFailure | null
  /** The page it is stored for. */
  from: string | null
}

/** A card is checked with its bank for nothing, and kept. */
export function AddCardForm({ fields, attempt, stored, failure, from }: AddCardFormProps) {
  return (
    <Card title="Add a card">
      {failure ? (
        <Refusal answer={failure} title={failure.message}>
          {failure.help}
        </Refusal>
      ) : null}
      <CardForm attempt={attempt}>
        <input type="hidden" name="intent" value="add" />
        <input type="hidden" name="payment" value="card:new" />
        {from ? <input type="hidden" name="from" value={from} /> : null}
        <p className="muted">
          Its number goes to the card provider, never to us. Your bank may ask whether it is you; nothing is charged.
        </p>
        <CardFields key={stored} fields={fields} currency="GBX" />
        {fields ? (
          <div>
            <CardSubmit>Store this card</CardSubmit>
          </div>
        ) : null}
      </CardForm>
    </Card>
  )
}
