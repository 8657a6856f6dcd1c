import { Link } from 'react-router'
import type { Card as CardOf } from '#contract/payments/payments.ts'
import type { Wallet } from '#contract/wallets/wallets.ts'
import { formatMoney } from '#kit/money.ts'
import { useCan } from '#web/app/shell/app-data.ts'
import { paths } from '#web/paths.ts'
import { Card } from '#web/ui/kit/card.tsx'
import type { Failure } from '#web/ui/kit/failure.ts'
import { ActionForm } from '#web/ui/kit/form.tsx'
import { Notice } from '#web/ui/kit/notice.tsx'
import { StepFoot } from '#web/ui/wizard/step-foot.tsx'
import { useKeptForm } from '#web/ui/wizard/use-saved-form.ts'
import { BudgetCard } from './budget-card.tsx'
import { WizardChoices } from './choices.tsx'
import { ShownFields } from './shown-fields.tsx'
import { shownVersion, stepPath, useWizard } from './wizard.ts'
import { nextLabel, STEP_FORM } from './wizard-steps.ts'

type OwnCard = Pick<CardOf, 'id' | 'scheme' | 'last4Digits' | 'expiryMonth' | 'expiryYear'>

export interface FundingChoices {
  wallets: Pick<Wallet, 'id' | 'name' | 'available' | 'currency'>[]
  /** Null where the reader may not see cards. */
  cards: OwnCard[] | null
  /** The card that the budget has, where it is the reader's own: it may have expired. */
  ended: OwnCard | null
}

/** The wallet that pays, and what happens when it has too little. */
export function FundingForm({
  wallets,
  cards,
  ended,
  failure,
}: FundingChoices & { failure: Failure | null | undefined }) {
  const wizard = useWizard()
  const { budget, forecast } = wizard
  const form = useKeptForm(`budget ${budget.id} funding`, shownVersion(wizard))
  const can = useCan()
  const { type, cardId } = budget.billingMethod
  const most = forecast.costPerRun
  const open = budget.status === 'draft' ? wallets : wallets.filter(({ currency }) => currency === budget.currency)
  const wallet = wallets.find(({ id }) => id === budget.walletId)
  const isUnknownCard = type === 'card' && !cards?.some(({ id }) => id === cardId)
  return (
    <div className="columns">
      <ActionForm ref={form} id={STEP_FORM} failure={failure} noValidate>
        <ShownFields step="funding" budget={budget} />
        <Card>
          <div className="stack">
            <WizardChoices
              name="walletId"
              legend="Which wallet pays?"
              defaultValue={budget.walletId}
              choices={open.map(({ id, name, available, currency }) => ({
                value: id,
                label: name,
                hint: `${formatMoney(available, currency)} to spend${
                  most && available < most ? `: too little for a run of ${formatMoney(most, currency)}` : ''
                }`,
              }))}
            />
            {wallet && wallet.available < most && can('top-up-wallet') ? (
              <p className="small">
                <Link
                  to={paths.walletTab(wallet.id, 'card', most - wallet.available, {
                    from: stepPath(wizard, 'funding'),
                  })}
                >
                  Put {formatMoney(most - wallet.available, wallet.currency)} into {wallet.name}
                </Link>
                ; what you chose stays as it is, and you come back here.
              </p>
            ) : null}
          </div>
        </Card>
        <Card>
          <div className="stack">
            <WizardChoices
              name="billing"
              legend="And if it has too little for a run?"
              defaultValue={type === 'card' ? `card:${cardId}` : 'manual'}
              choices={[
                {
                  value: 'manual',
                  label: 'The run waits for a top-up',
                  hint: 'Nothing moves, your admins are told ahead of it and when it fails, and it is tried again.',
                },
                ...(isUnknownCard ? [{ value: `card:${cardId}`, ...describeOwnCard(ended) }] : []),
                ...(cards ?? []).map(({ id, scheme, last4Digits, expiryMonth, expiryYear }) => ({
                  value: `card:${id}`,
                  label: `${scheme} ending ${last4Digits} pays what is missing`,
                  hint: `Exactly the shortfall, when a run needs it. Expires ${expiry({ expiryMonth, expiryYear })}.`,
                })),
              ]}
            />
            {cards?.length === 0 ? (
              <Notice>
                {ended ? 'Your card has expired.' : 'You have no stored card.'}{' '}
                <Link to={paths.cards}>Store one under Cards</Link>, and choose it here.
              </Notice>
            ) : null}
          </div>
        </Card>
        <StepFoot back={stepPath(wizard, 'rules')} next={nextLabel(budget.status)} />
      </ActionForm>
      <BudgetCard />
    </div>
  )
}

const expiry = ({ expiryMonth, expiryYear }: Pick<OwnCard, 'expiryMonth' | 'expiryYear'>): string =>
  `${String(expiryMonth).padStart(2, '0')}/${expiryYear}`

/** What is said of a card that the reader cannot choose. */
export const describeOwnCard = (own: OwnCard | null): { label: string; hint: string } =>
  own
    ? {
        label: `Your ${own.scheme} ending ${own.last4Digits}, which expired`,
        hint: `It expired at the end of ${expiry(own)} and pays nothing now. Choose another.`,
      }
    : { label: 'The card it has now', hint: 'It belongs to a colleague, or was deleted.' }
