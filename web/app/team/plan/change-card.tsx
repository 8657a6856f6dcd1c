import { Link } from 'react-router'
import type { Card as StoredCard } from '#contract/payments/payments.ts'
import type { PlanChange } from '#contract/plans/plans.ts'
import { formatMoney } from '#kit/money.ts'
import { paths, withQuery } from '#web/paths.ts'
import { LinkButton, SubmitButton } from '#web/ui/kit/button.tsx'
import { Card } from '#web/ui/kit/card.tsx'
import { ActionForm, SelectField } from '#web/ui/kit/form.tsx'
import { changeLabel } from './labels.ts'
import styles from './plan.module.css'

type PayingCard = Pick<StoredCard, 'id' | 'scheme' | 'last4Digits'>

/** A change of plan that has not come true, and what can be done about it. */
export function ChangeCard({ change, cards }: { change: PlanChange; cards: readonly PayingCard[] }) {
  const { title, text } = changeLabel(change)
  return (
    <Card title={title}>
      <p>{text}</p>
      {change.invoice ? <HowToPay invoice={change.invoice} cards={cards} /> : null}
      <div className={styles.actions}>
        <LinkButton look="quiet" preventScrollReset to={withQuery(paths.teamTab('plan'), { ask: 'withdraw' })}>
          Withdraw
        </LinkButton>
      </div>
    </Card>
  )
}

interface HowToPayProps {
  invoice: NonNullable<PlanChange['invoice']>
  cards: readonly PayingCard[]
}

function HowToPay({ invoice, cards }: HowToPayProps) {
  const { id, number, outstanding, currency } = invoice
  return (
    <>
      <p>
        By bank transfer, quoting <strong>{number}</strong>: the bank details are on{' '}
        <a href={paths.invoicePdf(id)}>the invoice (PDF)</a>.
      </p>
      {cards.length ? (
        <ActionForm failure={undefined}>
          <input type="hidden" name="intent" value="pay" />
          <input type="hidden" name="invoiceId" value={id} />
          <SelectField
            name="cardId"
            label="Or by a stored card"
            data={cards.map((card) => ({ value: card.id, label: `${card.scheme} ending ${card.last4Digits}` }))}
            defaultValue={cards[0]!.id}
          />
          <div>
            <SubmitButton>Pay {formatMoney(outstanding, currency)}</SubmitButton>
          </div>
        </ActionForm>
      ) : (
        <p className="muted">
          Or <Link to={paths.cardsFor(paths.teamTab('plan'))}>store a card</Link> and pay with it here.
        </p>
      )}
    </>
  )
}
