import { useState } from 'react'
import { formatFull, plural } from '../../ui/format.ts'
import { Card } from '../../ui/kit/card.tsx'
import type { Failure } from '../../ui/kit/failure.ts'
import { ActionForm, TextField } from '../../ui/kit/form.tsx'
import { StepFoot } from '../wizard/step-foot.tsx'
import { useGiftDraft } from './draft.ts'
import { PriceCard } from './price-card.tsx'
import styles from './send.module.css'
import { isAnswered, stepPath } from './steps.ts'

interface ScheduleFormProps {
  failure: Failure | null | undefined
  /** The sender's zone: what they type is its wall clock. */
  zone: string
  /** The product's present. */
  now: string
  /** As long as the team lets gifts last; null leaves it to the gift. */
  mostDays: number | null
  /** As the fields show them, worked out on the server. */
  shown: { sendAt: string; expiry: string; earliest: string; today: string }
}

/** When gifts leave, and until when they can be used. */
export function ScheduleForm({ failure, zone, now, mostDays, shown }: ScheduleFormProps) {
  const { order, product, quote } = useGiftDraft()
  const wasLater = failure ? failure.values.when === 'later' : order.sendDate !== null
  const [isLater, setIsLater] = useState(wasLater)
  const byEmail = order.deliveryMethod === 'email'
  const choices = [
    {
      value: 'now',
      label: 'As soon as it is paid',
      hint: byEmail ? 'Within a minute or two.' : 'You get them at once.',
    },
    { value: 'later', label: 'At a time of its own', hint: `In your time zone, ${zone.replaceAll('_', ' ')}.` },
  ]
  return (
    <div className="columns">
      <ActionForm failure={failure} noValidate>
        <Card>
          <fieldset className={styles.options}>
            <legend>{byEmail ? 'When do the emails go out?' : 'From when can they be opened?'}</legend>
            {choices.map(({ value, label, hint }) => (
              <label key={value} className={styles.option}>
                <input
                  type="radio"
                  name="when"
                  value={value}
                  defaultChecked={(value === 'later') === wasLater}
                  onChange={() => setIsLater(value === 'later')}
                />
                <span>
                  <strong>{label}</strong>
                  <span className="muted small">{hint}</span>
                </span>
              </label>
            ))}
          </fieldset>
          <TextField
            name="sendAt"
            type="datetime-local"
            label="Day and time"
            description={isLater ? undefined : 'Only if it has a time of its own.'}
            defaultValue={shown.sendAt}
            min={shown.earliest}
          />
        </Card>
        <Card>
          <TextField
            name="expiry"
            type="date"
            label="Last day to use it (optional)"
            description={`The end of that day in London. Left empty, it lasts as long as it can: ${plural(Math.min(product.maximumExpiryDays, mostDays ?? product.maximumExpiryDays), 'day')} at most.`}
            defaultValue={shown.expiry}
            min={shown.today}
          />
        </Card>
        <StepFoot back={stepPath(order.id, 'message')} />
      </ActionForm>
      <div className="stack">
        <PriceCard product={product} quote={quote} counted={isAnswered('recipients', order)} />
        <p className="muted small">It is now {formatFull(now, zone)} where you are.</p>
      </div>
    </div>
  )
}
