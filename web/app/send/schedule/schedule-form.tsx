import { useRef, useState } from 'react'
import { daysValid } from '#web/app/catalogue/days-valid.ts'
import { paths } from '#web/paths.ts'
import { formatFull, plural } from '#web/ui/format.ts'
import { Card } from '#web/ui/kit/card.tsx'
import type { Failure } from '#web/ui/kit/failure.ts'
import { ActionForm, TextField } from '#web/ui/kit/form.tsx'
import { Notice } from '#web/ui/kit/notice.tsx'
import options from '#web/ui/kit/options.module.css'
import { StepFoot } from '#web/ui/wizard/step-foot.tsx'
import { useGiftDraft } from '../draft.ts'
import { PriceCard } from '../price-card.tsx'
import { goesToPeople, isAnswered, messageLabels } from '../steps.ts'

interface ScheduleFormProps {
  failure: Failure | null | undefined
  /** When texts would go out at night: asked about before it is kept. */
  night: string | null
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
export function SendScheduleForm({ failure, night, zone, now, mostDays, shown }: ScheduleFormProps) {
  const { order, product, quote } = useGiftDraft()
  const wasLater = failure ? failure.values.when === 'later' : order.sendDate !== null
  const [isLater, setIsLater] = useState(wasLater)
  const sendAt = useRef<HTMLInputElement>(null)
  const choose = (later: boolean) => {
    setIsLater(later)
    if (!later && sendAt.current) sendAt.current.value = ''
  }
  const messages = goesToPeople(order.deliveryMethod) ? messageLabels[order.deliveryMethod] : null
  const choices = [
    {
      value: 'now',
      label: 'As soon as it is paid',
      hint: messages ? 'Within a minute or two.' : 'You get them at once.',
    },
    { value: 'later', label: 'Schedule for later', hint: `In your time zone, ${zone.replaceAll('_', ' ')}.` },
  ]
  return (
    <div className="columns">
      <ActionForm failure={failure} noValidate>
        <Card>
          <fieldset className={options.options}>
            <legend>{messages ? `When do the ${messages} go out?` : 'From when can they be opened?'}</legend>
            {choices.map(({ value, label, hint }) => (
              <label key={value} className={options.option}>
                <input
                  type="radio"
                  name="when"
                  value={value}
                  checked={(value === 'later') === isLater}
                  onChange={() => choose(value === 'later')}
                />
                <span>
                  <strong>{label}</strong>
                  <span className="muted small">{hint}</span>
                </span>
              </label>
            ))}
          </fieldset>
          <TextField
            ref={sendAt}
            name="sendAt"
            type="datetime-local"
            label="Day and time"
            description={isLater ? undefined : 'Fill this in to send later.'}
            defaultValue={shown.sendAt}
            onInput={() => setIsLater(true)}
            min={shown.earliest}
          />
        </Card>
        <Card>
          <TextField
            name="expiry"
            type="date"
            label="Last day to use it (optional)"
            description={`The end of that day in London. If you leave this empty, it lasts ${plural(daysValid(product, mostDays), 'day')}.`}
            defaultValue={shown.expiry}
            min={shown.today}
          />
        </Card>
        {order.deliveryMethod === 'email' ? (
          <Card>
            <label className="row">
              <input
                type="checkbox"
                name="reminders"
                value="yes"
                defaultChecked={failure ? failure.values.reminders === 'yes' : (order.reminders ?? true)}
              />{' '}
              Remind people who have not used their gift
            </label>
            <p className="muted small">
              By email: a day, a week and a month after it was sent if it is still unopened, and a week and a day before
              it ends. Never at night, and each recipient can stop them.
            </p>
          </Card>
        ) : null}
        {night ? (
          <Notice title="These texts would go out at night" role="alert">
            <input type="hidden" name="night" value={night} />A text makes a phone ring. Choose a time between 07:00 and
            22:00, or press “Save and continue” once more to keep this one.
          </Notice>
        ) : null}
        <StepFoot back={paths.draftStep(order.id, 'message')} />
      </ActionForm>
      <div className="stack">
        <PriceCard product={product} quote={quote} counted={isAnswered('recipients', order)} />
        <p className="muted small">It is now {formatFull(now, zone)} where you are.</p>
      </div>
    </div>
  )
}
