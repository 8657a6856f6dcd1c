import { Link } from 'react-router'
import type { Card as StoredCard } from '#contract/payments/payments.ts'
import { PLAN_CARD_CONSENT, type PlanCard } from '#contract/plans/plan-card.ts'
import { cardName } from '#web/app/billing/labels.ts'
import { useZone } from '#web/app/shell/app-data.ts'
import { paths } from '#web/paths.ts'
import { formatFull } from '#web/ui/format.ts'
import { SubmitButton } from '#web/ui/kit/button.tsx'
import { Card } from '#web/ui/kit/card.tsx'
import { Facts } from '#web/ui/kit/facts.tsx'
import type { Failure } from '#web/ui/kit/failure.ts'
import { ActionForm, CheckField, SelectField } from '#web/ui/kit/form.tsx'

interface PayingCardProps {
  planCard: PlanCard | null
  cards: readonly Pick<StoredCard, 'id' | 'scheme' | 'last4Digits'>[]
  maySet: boolean
  failure: Failure | undefined
}

/** The card that pays plan invoices automatically, and the consent to that: given and taken back here. */
export function PayingCard({ planCard, cards, maySet, failure }: PayingCardProps) {
  if (planCard) return <Now planCard={planCard} />
  if (!maySet) return null
  return (
    <Card title="Pay by card automatically">
      <p className="muted">
        Each invoice for your plan is charged to your card once, on the day that it is issued. You get an email each
        time. If the card is declined, nothing is charged and you are reminded to pay.
      </p>
      {cards.length ? (
        <ActionForm failure={failure}>
          <input type="hidden" name="intent" value="card" />
          <SelectField
            name="planCardId"
            label="Card"
            data={cards.map((card) => ({ value: card.id, label: cardName(card) }))}
            defaultValue={cards[0]!.id}
          />
          <CheckField name="consent" label={PLAN_CARD_CONSENT} />
          <div>
            <SubmitButton>Switch on</SubmitButton>
          </div>
        </ActionForm>
      ) : (
        <p>
          <Link to={paths.cardsFor(paths.teamTab('plan'))}>Add a card</Link> first. It leads you back here.
        </p>
      )}
    </Card>
  )
}

function Now({ planCard: { card, owner, dateConsented } }: { planCard: PlanCard }) {
  const zone = useZone()
  return (
    <Card title="Your plan is paid by card automatically">
      <Facts
        facts={[
          { name: 'Card', value: `${cardName(card)} of ${owner.name}` },
          { name: 'Agreed on', value: formatFull(dateConsented, zone) },
        ]}
      />
      <ActionForm>
        <div>
          <SubmitButton look="quiet" name="intent" value="no-card">
            Switch off
          </SubmitButton>
        </div>
      </ActionForm>
    </Card>
  )
}
