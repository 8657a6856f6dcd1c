import { Form, Link } from 'react-router'
import { SubmitButton } from '../../ui/kit/button.tsx'
import { Card } from '../../ui/kit/card.tsx'
import { ListNotices } from '../wizard/list-notices.tsx'
import { ManyAtOnce, PeopleRows } from '../wizard/people-rows.tsx'
import { StepFoot } from '../wizard/step-foot.tsx'
import { useLiveCheck } from '../wizard/use-live-check.ts'
import wizard from '../wizard/wizard.module.css'
import type { Checked } from './check-recipients.server.ts'
import { useGiftDraft } from './draft.ts'
import { PriceCard } from './price-card.tsx'
import { recipients } from './recipients.ts'
import styles from './send.module.css'
import { type Delivery, deliveries, stepPath } from './steps.ts'

interface RecipientsFormProps {
  checked: Omit<Checked, 'quote'> & Partial<Pick<Checked, 'quote'>>
  /** How this team may send. */
  allowed: readonly Delivery[]
  /** Where emails may go; empty for anywhere. */
  domains: readonly string[]
  /** The form has been sent and was not accepted. */
  refused: boolean
}

const columns = [
  { field: 'email', label: 'Email', type: 'email' },
  { field: 'name', label: 'Name' },
  { field: 'notes', label: 'Message of their own' },
] as const

/** Whom the gifts are for and how they get there; looked at again at every pause in typing, by the purchase's own rules. */
export function RecipientsForm({ checked, allowed, domains, refused }: RecipientsFormProps) {
  const { order, product, quote } = useGiftDraft()
  const { live, isChecking, checkSoon, form } = useLiveCheck<Checked>(`/send/${order.id}/check`)
  const { method } = checked
  const counted = Boolean(live?.quote ?? checked.quote) || order.receivers.length > 0 || order.quantity !== null
  return (
    <div className="columns">
      <Form method="post" className="stack" {...form}>
        <input type="hidden" name="method" value={method} />
        <Card title="How shall they get it?">
          <DeliveryLinks orderId={order.id} allowed={allowed} method={method} />
        </Card>
        {method === 'email' && domains.length ? (
          <p className="muted">Gifts go only to addresses at {domains.join(', ')}.</p>
        ) : null}
        <ListNotices
          shown={live ?? checked}
          refusal={refused ? 'Nothing has been saved yet, and nothing was sent' : null}
          isLive={live !== undefined}
        />
        {method === 'email' ? (
          <>
            <PeopleRows
              table={recipients}
              columns={columns}
              title="Recipients"
              names={['recipient', 'recipients']}
              rows={checked.rows}
              problems={checked.problems}
              live={live?.problems}
              onRemove={checkSoon}
            />
            <ManyAtOnce
              label="Paste addresses, or rows of a spreadsheet: email, name and a message of their own"
              placeholder={'email,name,notes\nada@example.com,Ada,Thank you for the launch'}
            />
          </>
        ) : (
          <Quantity method={method} quantity={checked.quantity} />
        )}
        <StepFoot back={stepPath(order.id, 'gift')} />
      </Form>
      <div className="stack" aria-busy={isChecking}>
        <PriceCard product={product} quote={live?.quote ?? checked.quote ?? quote} counted={counted} />
      </div>
    </div>
  )
}

function DeliveryLinks({
  orderId,
  allowed,
  method,
}: {
  orderId: string
  allowed: readonly Delivery[]
  method: Delivery
}) {
  return (
    <div className="stack">
      <ul className={`${styles.options} ${styles.beside}`}>
        {deliveries
          .filter((delivery) => allowed.includes(delivery.method))
          .map((delivery) => (
            <li key={delivery.method}>
              <Link
                to={`${stepPath(orderId, 'recipients')}?by=${delivery.method}`}
                className={`${styles.option} ${styles.choice}`}
                aria-current={delivery.method === method ? 'true' : undefined}
                preventScrollReset
              >
                <span>
                  <strong>{delivery.label}</strong>
                  <span className="muted small">{delivery.hint}</span>
                </span>
              </Link>
            </li>
          ))}
      </ul>
      {allowed.length < deliveries.length ? (
        <p className="muted small">
          Your team or your role does not send in the other ways. A team admin can change that.
        </p>
      ) : null}
    </div>
  )
}

function Quantity({ method, quantity }: { method: Delivery; quantity: string }) {
  return (
    <Card title={method === 'links' ? 'How many links?' : 'How many codes?'}>
      <div className="row">
        <label htmlFor="quantity">Gifts</label>
        <input
          id="quantity"
          name="quantity"
          type="number"
          min="1"
          max="10000"
          inputMode="numeric"
          defaultValue={quantity || '1'}
          className={wizard.cell}
          style={{ width: '9rem' }}
        />
        <SubmitButton look="quiet" name="intent" value="check">
          Show the price
        </SubmitButton>
      </div>
      <p className="muted">
        {method === 'links'
          ? 'Each link opens one gift. You get them as soon as you have paid, also as a file.'
          : 'The codes are shown to you as soon as you have paid. Nobody else gets a message.'}
      </p>
    </Card>
  )
}
