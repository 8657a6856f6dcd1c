import type { Delivery } from '#contract/delivery/delivery.ts'
import type { Huggg } from '#contract/hugggs/hugggs.ts'
import { useCan } from '#web/app/shell/app-data.ts'
import { SubmitButton } from '#web/ui/kit/button.tsx'
import { Card } from '#web/ui/kit/card.tsx'
import type { Failure } from '#web/ui/kit/failure.ts'
import { ActionForm, TextField } from '#web/ui/kit/form.tsx'
import { useCorrectsRecipients } from '../corrects-recipients.ts'
import { isWrongAddress, unreachableWords } from '../delivery-labels.ts'
import { giftStatusText } from '../gift-table.tsx'

interface GiftToolsProps {
  huggg: Huggg
  attempt: string
  sent: { intent: string; failure: Failure } | null
  /** Support looks with the reader’s eyes. */
  isVisit: boolean
  /** How its message did not arrive: the address comes before another try. Null where it did. */
  lostAs: string | null
  /** Why nothing is sent to the address that it has. */
  unreachable: Delivery['unreachable']
}

/** What the reader may still do with one gift. */
export function GiftTools({ huggg, attempt, sent, isVisit, lostAs, unreachable }: GiftToolsProps) {
  const can = useCan()
  const corrects = useCorrectsRecipients()
  const status = giftStatusText(huggg)
  const intentFailure = (intent: string) => (sent?.intent === intent ? sent.failure : null)
  const receiver = huggg.embedded?.receiver
  const isUnopened = ['Created', 'Scheduled', 'Sent'].includes(status) && huggg.viewed_date === null
  const isOpen = ['Created', 'Scheduled', 'Sent', 'Claimed'].includes(status)
  const isAddressed = receiver?.email ? can('send-email') : Boolean(receiver?.phone_number) && can('send-sms')
  const mayCorrect =
    !isVisit && Boolean(receiver) && corrects(huggg.sender_id, receiver?.phone_number ? 'sms' : 'email')
  const isSendable = isAddressed && isOpen && status !== 'Scheduled' && !unreachable && !isWrongAddress(lostAs)
  const again = isSendable ? (
    <Card title={receiver?.email ? 'Send the email again' : 'Send the text again'}>
      <ActionForm failure={intentFailure('resend')}>
        <input type="hidden" name="intent" value="resend" />
        <input type="hidden" name="attempt" value={attempt} />
        <p className="muted">
          {lostAs === 'sms-unknown' ? 'Only if the number is right and their phone was out of reach. ' : ''}
          To {receiver?.email ?? receiver?.phone_number}, with the same link.
        </p>
        <div>
          <SubmitButton look="quiet">Send again</SubmitButton>
        </div>
      </ActionForm>
    </Card>
  ) : null
  return (
    <>
      {lostAs ? null : again}
      {unreachable && isOpen && !lostAs ? (
        <p className="muted">{unreachableWords(receiver?.email ? 'email' : 'sms', unreachable)}</p>
      ) : null}
      {isVisit && isOpen ? (
        <Card title="Left to the team">
          <p className="muted">
            Who gets this gift, its last day and cancelling it are never changed by support, whatever the team allows.
            Its sender or an admin does that on this page.
          </p>
        </Card>
      ) : null}
      {mayCorrect && (receiver?.email || receiver?.phone_number) && isUnopened ? (
        <Card title={receiver.email ? 'Correct the address' : 'Correct the number'}>
          <ActionForm failure={intentFailure('correct')}>
            <input type="hidden" name="intent" value="correct" />
            <input type="hidden" name="sentLater" value={status === 'Scheduled' ? 'yes' : ''} />
            <input type="hidden" name="was" value={huggg.receiver_id ?? ''} />
            <TextField
              {...(receiver.email
                ? { name: 'email', type: 'email', label: 'The right address' }
                : { name: 'phone_number', type: 'tel', label: 'The right number' })}
              description={
                status === 'Scheduled'
                  ? 'It goes out at its time, under a new link.'
                  : 'It goes out again under a new link. The old link stops working.'
              }
            />
            <div>
              <SubmitButton look="quiet">
                {status === 'Scheduled' ? 'Correct it' : 'Correct and send again'}
              </SubmitButton>
            </div>
          </ActionForm>
        </Card>
      ) : null}
      {lostAs ? again : null}
      {!isVisit && can('edit-huggg-expiry') && isOpen ? (
        <Card title="Change the last day">
          <ActionForm failure={intentFailure('expiry')} key={huggg.expiry_date}>
            <input type="hidden" name="intent" value="expiry" />
            <TextField
              name="expiry_date"
              type="date"
              label="Last day to use it"
              description={
                receiver?.email && (status === 'Sent' || status === 'Claimed')
                  ? 'If it ends sooner than before, we tell its recipient by email.'
                  : undefined
              }
              defaultValue={huggg.expiry_date.slice(0, 10)}
            />
            <div>
              <SubmitButton look="quiet">Change the day</SubmitButton>
            </div>
          </ActionForm>
        </Card>
      ) : null}
    </>
  )
}
