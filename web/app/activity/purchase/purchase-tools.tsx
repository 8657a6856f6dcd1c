import type { Transaction } from '#contract/orders/transactions.ts'
import type { HugggHit } from '#contract/search/search.ts'
import { useCan } from '#web/app/shell/app-data.ts'
import { SubmitButton } from '#web/ui/kit/button.tsx'
import { Card } from '#web/ui/kit/card.tsx'
import type { Failure } from '#web/ui/kit/failure.ts'
import { ActionForm, SelectField, TextAreaField, TextField } from '#web/ui/kit/form.tsx'
import { TagsField } from '#web/ui/kit/tags-field.tsx'
import { useCorrectsRecipients } from '../corrects-recipients.ts'
import { RecipientsCard } from './people-card.tsx'

interface PurchaseToolsProps {
  transaction: Transaction
  reasonCodes: readonly string[]
  /** Tags of the team's purchases. */
  usedTags: readonly string[]
  attempt: string
  /** Of this page. */
  gifts: readonly HugggHit[]
  /** Gifts that no one has yet. */
  unassigned: number
  /** Gifts that wait for their time. */
  scheduled: number
  /** Gifts whose dates can still be changed. */
  open: number
  /** No gift has left yet. */
  isUnsent: boolean
  sent: { intent: string; failure: Failure } | null
}

/** What the reader may still change of a purchase. */
export function PurchaseTools(props: PurchaseToolsProps) {
  const { transaction, reasonCodes, usedTags, attempt, gifts, unassigned, scheduled, open, isUnsent, sent } = props
  const can = useCan()
  const mayMoveLastDay = can('edit-huggg-expiry') && open > 0
  const mayMoveSending = can('edit-huggg-status') && scheduled > 0
  const corrects = useCorrectsRecipients()
  const intentFailure = (intent: string) => (sent?.intent === intent ? sent.failure : null)
  return (
    <>
      {can('send-email') && unassigned > 0 && !transaction.super_url_id ? (
        <Card title="Send to people by email">
          <ActionForm failure={intentFailure('receivers')}>
            <input type="hidden" name="intent" value="receivers" />
            <input type="hidden" name="attempt" value={attempt} />
            {scheduled > 0 ? <input type="hidden" name="hasScheduled" value="yes" /> : null}
            <TextAreaField
              name="receivers"
              label="Addresses, one in a line"
              description={`At most ${unassigned}: that is how many gifts have no recipient yet. A name may follow, after a comma.`}
              rows={3}
            />
            <TextField
              name="sendDate"
              type="datetime-local"
              label="Send later (optional)"
              description={
                scheduled > 0
                  ? 'If you leave this empty, scheduled gifts are sent at their time.'
                  : 'In your time zone. If you leave this empty, they are sent now.'
              }
            />
            <div>
              <SubmitButton look="quiet">Send by email</SubmitButton>
            </div>
          </ActionForm>
        </Card>
      ) : null}
      {corrects(transaction.user_id, transaction.delivery_method === 'sms' ? 'sms' : 'email') && scheduled > 0 ? (
        <RecipientsCard
          {...{ gifts, attempt }}
          currency={transaction.currency}
          mayCancel={can('cancel-hugggs')}
          failure={intentFailure('people')}
        />
      ) : null}
      {can('update-transaction-details') && scheduled > 0 && isUnsent ? (
        <Card title="Change the message">
          <ActionForm failure={intentFailure('message')} key={transaction.updated_at}>
            <input type="hidden" name="intent" value="message" />
            <TextAreaField
              name="message"
              label="Message"
              description="Every gift in this purchase carries it, except those with a message of their own."
              defaultValue={transaction.message ?? ''}
              maxLength={2000}
              rows={4}
            />
            <TextField name="from_name" label="From" defaultValue={transaction.from_name ?? ''} maxLength={100} />
            <div>
              <SubmitButton look="quiet">Change message</SubmitButton>
            </div>
          </ActionForm>
        </Card>
      ) : null}
      {mayMoveLastDay || mayMoveSending ? (
        <Card title="Change dates">
          <ActionForm failure={intentFailure('dates')}>
            <input type="hidden" name="intent" value="dates" />
            <p className="muted">
              Of every gift in this purchase that has not been used. Recipients whose gift ends sooner than they were
              told get an email.
            </p>
            {mayMoveLastDay ? <TextField name="expiry" type="date" label="New last day of all unused gifts" /> : null}
            {mayMoveSending ? <TextField name="sentDate" type="datetime-local" label="New time of sending" /> : null}
            <div>
              <SubmitButton look="quiet">Change dates</SubmitButton>
            </div>
          </ActionForm>
        </Card>
      ) : null}
      {can('update-transaction-details') ? (
        <Card title="For your records">
          <ActionForm failure={intentFailure('details')} key={transaction.updated_at}>
            <input type="hidden" name="intent" value="details" />
            <TextField name="title" label="Name of this purchase" defaultValue={transaction.title ?? ''} />
            <TextAreaField name="notes" label="Notes" defaultValue={transaction.notes ?? ''} rows={2} />
            <TagsField tags={transaction.tags} used={usedTags} />
            {reasonCodes.length ? (
              <SelectField
                name="reason_code"
                label="Reason"
                defaultValue={transaction.reason_code ?? ''}
                data={[{ value: '', label: 'None' }, ...reasonCodes.map((code) => ({ value: code, label: code }))]}
              />
            ) : null}
            <div>
              <SubmitButton look="quiet">Save</SubmitButton>
            </div>
          </ActionForm>
        </Card>
      ) : null}
    </>
  )
}
