import type { MouseEvent, ReactNode } from 'react'
import { Form, Link, useSubmit } from 'react-router'
import { readForm, text } from '#web/http/read-form.ts'
import { paths } from '#web/paths.ts'
import { SubmitButton } from '#web/ui/kit/button.tsx'
import { Card } from '#web/ui/kit/card.tsx'
import options from '#web/ui/kit/options.module.css'
import { ListNotices, type ListOutcome } from '#web/ui/wizard/list-notices.tsx'
import { countWrongRows } from '#web/ui/wizard/list-summary.ts'
import { ManyAtOnce, PeopleRows } from '#web/ui/wizard/people-rows.tsx'
import { StepFoot } from '#web/ui/wizard/step-foot.tsx'
import { useLiveCheck } from '#web/ui/wizard/use-live-check.ts'
import { useSavedRows } from '#web/ui/wizard/use-saved-rows.ts'
import wizard from '#web/ui/wizard/wizard.module.css'
import { useGiftDraft } from '../draft.ts'
import { PriceCard } from '../price-card.tsx'
import styles from '../send.module.css'
import { type Counted, counted, deliveries, goesToPeople, recipientCount, type SendDelivery } from '../steps.ts'
import type { Checked } from './check-recipients.server.ts'
import { GroupPicker } from './group-picker.tsx'
import type { GroupOption } from './groups.server.ts'
import { PastPeople, type PastPeopleProps } from './past-people.tsx'
import { recipients } from './recipient-rows.ts'

interface RecipientsFormProps {
  checked: Checked
  /** How this team may send. */
  allowed: readonly SendDelivery[]
  /** Team or role leave out ways that this installation has. */
  isNarrowed: boolean
  /** Whether the reader may buy one link for many. */
  sharesLinks: boolean
  /** Purchases whose people can be chosen again. */
  purchases: PastPeopleProps['purchases']
  /** Groups whose people can be added. */
  groups: readonly GroupOption[]
  /** Where emails may go; empty for anywhere. */
  domains: readonly string[]
  outcome: ListOutcome
  /** What is shown was sent. */
  isAnswer: boolean
}

const others = [
  { field: 'name', label: 'Name', holds: 'name' },
  { field: 'notes', label: 'Message of their own', holds: 'words' },
] as const
const columns = {
  email: [{ field: 'address', label: 'Email', type: 'email', holds: 'contact' }, ...others],
  sms: [{ field: 'address', label: 'Mobile number', type: 'tel', holds: 'contact' }, ...others],
} as const
const manyAtOnce = {
  email: {
    label: 'Paste addresses, rows of a spreadsheet or the “To” line of an email',
    placeholder: 'email,name,notes\nada@example.com,Ada,Thank you for the launch',
  },
  sms: {
    label: 'Paste numbers, or rows of a spreadsheet',
    placeholder: 'mobile,name,notes\n07700 900123,Ada,Thank you for the launch',
  },
} as const

/** Whom the gifts are for and how they get there; looked at again at every pause in typing, by the purchase's own rules. */
export function RecipientsForm(props: RecipientsFormProps) {
  const { checked, allowed, isNarrowed, sharesLinks, purchases, groups, domains, outcome, isAnswer } = props
  const { order, product, quote } = useGiftDraft()
  const { live, isChecking, checkSoon, isTypedSince, form } = useLiveCheck<Checked>(paths.draftCheck(order.id))
  const { method } = checked
  const submit = useSubmit()
  /** Before scripts come, it is a link, and what was typed stays behind. */
  const switchTo = (event: MouseEvent<HTMLAnchorElement>, wanted: SendDelivery) => {
    if (!form.ref.current || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    const fields = new FormData(form.ref.current)
    fields.delete('file')
    bringAlong(fields, wanted)
  }
  const bringAlong = (fields: FormData, wanted: string) => {
    fields.set('method', wanted)
    fields.set('intent', 'switch')
    const action = `${paths.draftStep(order.id, 'recipients')}?by=${wanted}`
    void submit(fields, { method: 'post', encType: 'multipart/form-data', action, preventScrollReset: true })
  }
  useSavedRows({
    ...{ form: form.ref, name: `recipients/${order.id}`, version: String(order.version), isAnswer },
    isSaved: !isAnswer || (goesToPeople(method) && checked.keptAt !== null && !checked.unread),
    ...{ savedAt: checked.keptAt, lastSavedAt: live?.keptAt, isTypedSince },
    restore: (fields) => bringAlong(fields, readForm(fields, { method: text }).method),
  })
  const shown = live ?? checked
  const wrongRows = countWrongRows(shown.problems)
  const isCounted = Boolean(shown.quote) || (recipientCount(order) > 0 && wrongRows === 0)
  return (
    <div className="columns">
      <Form method="post" className="stack" {...form}>
        <input type="hidden" name="method" value={method} />
        <input type="hidden" name="version" value={order.version} />
        <Card title="How will they receive it?">
          <DeliveryLinks orderId={order.id} {...{ allowed, isNarrowed, method }} onSwitch={switchTo}>
            {sharesLinks ? (
              <li>
                <Link to={paths.sendShareable(product.id)} className={`${options.option} ${styles.choice}`}>
                  <span>
                    <strong>One link for many</strong>
                    <span className="muted small">Everyone who opens it claims a gift of their own.</span>
                  </span>
                </Link>
              </li>
            ) : null}
          </DeliveryLinks>
        </Card>
        {method === 'email' && domains.length ? (
          <p className="muted">Gifts go only to addresses at {domains.join(', ')}.</p>
        ) : null}
        {method === 'sms' ? (
          <p className="muted">
            The text says who the gift is from and has its link. Your message is on the gift’s page.
          </p>
        ) : null}
        <ListNotices
          shown={{ ...(live ?? checked), notices: checked.notices }}
          refusal={outcome === 'refused' ? 'Nothing was sent yet' : null}
          added={outcome === 'looked' ? checked.added : null}
          isLive={live !== undefined}
        />
        {goesToPeople(method) ? (
          <>
            <input type="hidden" name="quantity" value={checked.quantity} />
            <PeopleRows
              table={recipients}
              columns={columns[method]}
              title="Recipients"
              names={['recipient', 'recipients']}
              rows={checked.rows}
              problems={[...checked.problems, ...checked.warnings]}
              live={live && [...live.problems, ...live.warnings]}
              before={checked.before}
              onChange={checkSoon}
            />
            <ManyAtOnce {...manyAtOnce[method]} unread={checked.unread} question={checked.question} />
            {purchases.length ? <PastPeople purchases={purchases} shown={checked.past} /> : null}
            <GroupPicker groups={groups} />
          </>
        ) : (
          <>
            <input type="hidden" name="folded" value={recipients.foldRows(recipients.kept(checked.rows))} />
            <Quantity method={method} quantity={checked.quantity} />
          </>
        )}
        <StepFoot back={paths.draftStep(order.id, 'gift')} />
      </Form>
      <div className="stack" aria-busy={isChecking}>
        <PriceCard product={product} quote={shown.quote ?? quote} counted={isCounted} wrongRows={wrongRows} />
      </div>
    </div>
  )
}

interface DeliveryLinksProps {
  orderId: string
  allowed: readonly SendDelivery[]
  isNarrowed: boolean
  method: SendDelivery
  children: ReactNode
  onSwitch(event: MouseEvent<HTMLAnchorElement>, wanted: SendDelivery): void
}

function DeliveryLinks({ orderId, allowed, isNarrowed, method, children, onSwitch }: DeliveryLinksProps) {
  return (
    <div className="stack">
      <ul className={`${options.options} ${options.beside} ${styles.deliveries}`}>
        {deliveries
          .filter((delivery) => allowed.includes(delivery.method))
          .map((delivery) => (
            <li key={delivery.method}>
              <Link
                to={`${paths.draftStep(orderId, 'recipients')}?by=${delivery.method}`}
                className={`${options.option} ${styles.choice}`}
                aria-current={delivery.method === method ? 'true' : undefined}
                preventScrollReset
                onClick={(event) => onSwitch(event, delivery.method)}
              >
                <span>
                  <strong>{delivery.label}</strong>
                  <span className="muted small">{delivery.hint}</span>
                </span>
              </Link>
            </li>
          ))}
        {children}
      </ul>
      {isNarrowed ? (
        <p className="muted small">
          Your team or your role does not send in the other ways. A team admin can change that.
        </p>
      ) : null}
    </div>
  )
}

const afterPaying = {
  links: 'Each link opens one gift. You get them as soon as you have paid, also as a file.',
  printable:
    'You choose a design beside your message. After paying you add a name to each card, and print them as one PDF.',
  'inline-redeem': 'The codes are shown to you as soon as you have paid. No one else gets a message.',
} as const

function Quantity({ method, quantity }: { method: Counted; quantity: string }) {
  return (
    <Card title={`How many ${counted[method].name}s?`}>
      <div className="row">
        <label htmlFor="quantity">Gifts</label>
        <input
          id="quantity"
          name="quantity"
          type="number"
          min="1"
          max={counted[method].most}
          inputMode="numeric"
          defaultValue={quantity || '1'}
          className={`${wizard.cell} ${wizard.short}`}
        />
        <SubmitButton look="quiet" name="intent" value="check">
          Show the price
        </SubmitButton>
      </div>
      <p className="muted">{afterPaying[method]}</p>
    </Card>
  )
}
