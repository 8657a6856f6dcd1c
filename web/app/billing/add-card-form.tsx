import { useState } from 'react'
import type { CardFields as CardFieldsOf } from '#contract/payments.ts'
import { SubmitButton } from '#web/ui/kit/button.tsx'
import { Card } from '#web/ui/kit/card.tsx'
import { ActionForm } from '#web/ui/kit/form.tsx'
import { Notice } from '#web/ui/kit/notice.tsx'
import { CardFields } from './card-fields.tsx'
import type { ChargeFailure } from './charge-card.server.ts'

interface AddCardFormProps {
  fields: CardFieldsOf | null
  attempt: string
  failure: ChargeFailure | null
}

/** A card is checked with its bank for nothing, and kept. */
export function AddCardForm({ fields, attempt, failure }: AddCardFormProps) {
  const [token, setToken] = useState('')
  return (
    <Card title="Add a card">
      {failure ? (
        <Notice tone="danger" role="alert" title={failure.message}>
          {failure.help}
        </Notice>
      ) : null}
      <ActionForm>
        <input type="hidden" name="intent" value="add" />
        <input type="hidden" name="attempt" value={attempt} />
        <input type="hidden" name="payment" value="card:new" />
        <input type="hidden" name="token" value={token} />
        <p className="muted">
          Its number goes to the card provider, never to us. Your bank may ask whether it is you; nothing is charged.
        </p>
        <CardFields key={attempt} fields={fields} onToken={setToken} />
        {fields ? (
          <div>
            <SubmitButton>Store this card</SubmitButton>
          </div>
        ) : null}
      </ActionForm>
    </Card>
  )
}
