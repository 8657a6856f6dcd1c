import type { HugggHit } from '#contract/search/search.ts'
import { SubmitButton } from '#web/ui/kit/button.tsx'
import { Card } from '#web/ui/kit/card.tsx'
import type { Failure } from '#web/ui/kit/failure.ts'
import { ActionForm, CheckField, TextField } from '#web/ui/kit/form.tsx'
import styles from '../activity.module.css'
import { recipientName } from '../labels.ts'
import { personFields } from '../person-fields.ts'

interface PeopleCardProps {
  /** Those of this page. */
  gifts: readonly HugggHit[]
  attempt: string
  currency: string
  mayCancel: boolean
  failure: Failure | null
}

/** Who gets the gifts that wait for their time: several are changed, or left out, at once. */
export function RecipientsCard({ gifts, attempt, currency, mayCancel, failure }: PeopleCardProps) {
  const waiting = gifts.filter(({ status, receiver }) => status === 'Scheduled' && receiver)
  if (waiting.length === 0) return null
  return (
    <Card title="Change the people">
      <ActionForm failure={failure} key={waiting.map(({ huggg }) => huggg.updated_at).join()}>
        <input type="hidden" name="intent" value="people" />
        <input type="hidden" name="attempt" value={attempt} />
        <input type="hidden" name="currency" value={currency} />
        <p className="muted">
          Each gift goes to its new address at its time, under a new link.
          {mayCancel ? ' Gifts that you remove are cancelled, and their price and fees are returned.' : ''}
        </p>
        <ol className={styles.people} aria-label="People">
          {waiting.map((gift) => (
            <Person key={gift.huggg.id} gift={gift} mayCancel={mayCancel} />
          ))}
        </ol>
        <div>
          <SubmitButton look="quiet">Save people</SubmitButton>
        </div>
      </ActionForm>
    </Card>
  )
}

function Person({ gift, mayCancel }: { gift: HugggHit; mayCancel: boolean }) {
  const { email, phone_number, first_name, surname } = gift.receiver!
  const name = `${first_name} ${surname}`.trim()
  const fields = personFields(gift.huggg.id)
  const who = recipientName(gift)
  return (
    <li>
      <input type="hidden" name="hugggId" value={gift.huggg.id} />
      <input type="hidden" name={fields.was} value={JSON.stringify([email ?? phone_number ?? '', name])} />
      <TextField name={fields.name} label="Name" aria-label={`Name, ${who}`} defaultValue={name} maxLength={200} />
      <TextField
        name={fields.address}
        {...(phone_number
          ? { type: 'tel', label: 'Mobile number', 'aria-label': `Mobile number, ${who}` }
          : { type: 'email', label: 'Email', 'aria-label': `Email, ${who}` })}
        defaultValue={email ?? phone_number ?? ''}
      />
      {phone_number ? <input type="hidden" name={fields.isPhone} value="yes" /> : null}
      {mayCancel ? <CheckField name={fields.out} label="Remove" aria-label={`Remove ${who}`} /> : null}
    </li>
  )
}
