import { useState } from 'react'
import { Link } from 'react-router'
import { formatMoney } from '#kit/money.ts'
import { paths } from '#web/paths.ts'
import { PAGE_TEAM } from '#web/session/page-team.ts'
import { SubmitButton } from '#web/ui/kit/button.tsx'
import { Card } from '#web/ui/kit/card.tsx'
import { ActionForm, FormActions, SelectField, TextAreaField, TextField } from '#web/ui/kit/form.tsx'
import { Notice } from '#web/ui/kit/notice.tsx'
import { Refusal } from '#web/ui/kit/refusal.tsx'
import { AdultsField } from '../adults-field.tsx'
import { PriceCard } from '../price-card.tsx'
import type { OneGift } from './load-one.server.ts'
import type { OneFailure } from './send-one.server.ts'

interface OneFormProps extends OneGift {
  reasonCodes: readonly string[]
  reasonRequired: boolean
  failure: OneFailure | null
}

/** An address, perhaps a few words, and the button that sends. */
export function OneForm(props: OneFormProps) {
  const { product, allowance, quote, refusal, failure } = props
  const total = quote?.total ?? 0
  const { available, currency } = allowance
  return (
    <div className="columns">
      <div className="stack">
        {allowance.status === 'ended' ? (
          <Notice tone="warning" title={`${allowance.name} has ended`}>
            There is nothing left to give from it. <Link to={paths.allowances}>Your allowances</Link>
          </Notice>
        ) : refusal ? (
          <Notice tone="warning" title="Your budget does not allow this gift">
            {refusal} <Link to={paths.sendWay('browse')}>Choose another one</Link>
          </Notice>
        ) : total > available ? (
          <Notice tone="warning" title="Your allowance does not cover this gift">
            You have {formatMoney(available, currency)} left, and it costs {formatMoney(total, currency)}.{' '}
            <Link to={paths.sendWay('browse')}>Choose another one</Link>
          </Notice>
        ) : (
          <SendForm {...props} total={total} failure={failure} />
        )}
        {allowance.status === 'ended' ? null : (
          <p className="small">
            Several people, a later day or another wrapping?{' '}
            <Link to={paths.sendProduct(product.id)}>Send it step by step</Link>
          </p>
        )}
      </div>
      <div className="stack">
        <PriceCard product={product} quote={quote} counted />
        <p className="muted small">
          Paid from {allowance.name}, {allowance.teamName}: {formatMoney(available, currency)} left
          {refusal || total > available ? '.' : `, ${formatMoney(available - total, currency)} afterwards.`}
        </p>
      </div>
    </div>
  )
}

function SendForm({
  product,
  allowance,
  attempt,
  reasonCodes,
  reasonRequired,
  total,
  failure,
}: OneFormProps & { total: number }) {
  // A press that was refused is tried again as the same gift.
  const [firstAttempt] = useState(failure?.values.attempt ?? attempt)
  const question = failure?.question
  return (
    <ActionForm failure={question ? null : failure}>
      <input type="hidden" name="product" value={product.id} />
      {/* Without scripts it is not added as the form is read. */}
      <input type="hidden" name={PAGE_TEAM} value={allowance.teamId} />
      <input type="hidden" name="wallet" value={allowance.walletId} />
      <input type="hidden" name="attempt" value={firstAttempt} />
      <input type="hidden" name="total" value={total} />
      {question ? (
        <Refusal answer={failure} tone="warning" title={question.title}>
          <input type="hidden" name="again" value={failure?.values.email ?? ''} />
          {question.text} Nothing has been sent yet: press the button again to send this one too.
        </Refusal>
      ) : null}
      <Card>
        <TextField
          name="name"
          label="Their name (optional)"
          description="Stands on the gift, and in your lists."
          autoComplete="off"
          maxLength={200}
          defaultValue={failure?.values.name}
        />
        <TextField
          name="email"
          label="Their email address"
          type="email"
          autoComplete="off"
          required
          defaultValue={failure?.values.email}
        />
        <TextAreaField
          name="message"
          label="Message (optional)"
          defaultValue={failure?.values.message}
          rows={3}
          maxLength={2000}
        />
        {reasonCodes.length ? (
          <SelectField
            name="reasonCode"
            label={reasonRequired ? 'Reason' : 'Reason (optional)'}
            required={reasonRequired}
            defaultValue={
              failure?.values.reasonCode ?? (reasonRequired && reasonCodes.length === 1 ? reasonCodes[0] : '')
            }
            data={[
              { value: '', label: reasonRequired ? 'Choose one' : 'No reason given' },
              ...reasonCodes.map((code) => ({ value: code, label: code })),
            ]}
          />
        ) : null}
        {product.over18 ? <AdultsField /> : null}
      </Card>
      <FormActions>
        <SubmitButton>Send for {formatMoney(total, allowance.currency)}</SubmitButton>
      </FormActions>
    </ActionForm>
  )
}
