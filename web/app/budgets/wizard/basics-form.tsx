import { useState } from 'react'
import type { BudgetOverview } from '#contract/budgets/budgets.ts'
import { formatMoney } from '#kit/money.ts'
import { paths } from '#web/paths.ts'
import { parsePence } from '#web/ui/kit/amount.ts'
import { Card } from '#web/ui/kit/card.tsx'
import type { Failure } from '#web/ui/kit/failure.ts'
import { ActionForm, AmountField, TextField } from '#web/ui/kit/form.tsx'
import { StepFoot } from '#web/ui/wizard/step-foot.tsx'
import { useKeptForm } from '#web/ui/wizard/use-saved-form.ts'
import styles from '../budgets.module.css'
import { unspentLabels } from '../labels.ts'
import { WizardChoices } from './choices.tsx'
import { ShownFields } from './shown-fields.tsx'
import { nextLabel, STEP_FORM } from './wizard-steps.ts'
import { workedExample } from './worked-example.ts'

interface BasicsFormProps {
  failure: Failure | null | undefined
  /** Null before there is one. */
  budget: BudgetOverview | null
  /** Names this very page: pressing twice makes one draft. */
  attempt?: string
  /** Of what the form shows. */
  version?: string
  /** Something of the form is typed. */
  onTyped?: (form: HTMLFormElement) => void
}

const EXAMPLE_PENCE = 10_000

const amounts = (isLive: boolean) => [
  { value: 'equal', label: 'The same for everyone' },
  {
    value: 'own',
    label: 'Amounts of their own',
    hint: isLive
      ? 'You give each person’s amount under Participants, on the budget’s page.'
      : 'You give each person’s amount in the step “People”.',
  },
]
const unspent = [
  { value: 'reset', label: unspentLabels.reset.choice, hint: unspentLabels.reset.text },
  { value: 'rollover', label: unspentLabels.rollover.choice, hint: unspentLabels.rollover.text },
]

/** What the budget is called, how much it gives, and what happens to what is left. */
export function BasicsForm({ failure, budget, attempt, version = '', onTyped }: BasicsFormProps) {
  const currency = budget?.currency ?? 'GBX'
  const saved = budget?.budgetAmount ?? null
  const typedBefore = failure ? parsePence(failure.values.amount) : saved
  const [amountPence, setAmountPence] = useState(typedBefore || EXAMPLE_PENCE)
  const form = useKeptForm(`budget ${budget?.id ?? 'new'} basics`, version)
  return (
    <ActionForm
      ref={form}
      id={STEP_FORM}
      failure={failure}
      noValidate
      onInput={({ currentTarget }) => onTyped?.(currentTarget)}
    >
      <ShownFields step="basics" budget={budget} />
      {attempt ? <input type="hidden" name="attempt" value={attempt} /> : null}
      <Card>
        <div className="stack">
          <TextField
            name="name"
            label="Name"
            description="Participants see it: “Thank-you fund”, “Team North treats”."
            defaultValue={budget?.name}
            maxLength={200}
            autoComplete="off"
          />
          <AmountField
            name="amount"
            label="Amount for each person, each time"
            currency={currency}
            defaultValue={saved === null ? '' : (saved / 100).toFixed(2)}
            onChange={({ currentTarget }) => setAmountPence(parsePence(currentTarget.value) || EXAMPLE_PENCE)}
          />
          <WizardChoices
            name="amounts"
            legend="Who gets how much?"
            choices={amounts(budget?.status === 'live')}
            defaultValue={budget?.isVariable ? 'own' : 'equal'}
          />
        </div>
      </Card>
      <Card>
        <div className="stack">
          <WizardChoices
            name="unspent"
            legend="What happens to what is not spent?"
            choices={unspent}
            defaultValue={budget?.unspentParticipantBalanceAction ?? 'reset'}
          />
          <Example amountPence={amountPence} currency={currency} />
        </div>
      </Card>
      <StepFoot back={budget ? paths.budget(budget.id) : paths.budgets} next={nextLabel(budget?.status)} />
    </ActionForm>
  )
}

function Example({ amountPence, currency }: { amountPence: number; currency: string }) {
  const { leftPence, reset, rollover } = workedExample(amountPence)
  const money = (pence: number) => formatMoney(pence, currency)
  return (
    <section className={styles.example} aria-label="Example" aria-live="polite">
      <p>
        For example: Ada got {money(amountPence)} and has {money(leftPence)} left when the next run comes.
      </p>
      <p>
        <strong>{unspentLabels.reset.choice}:</strong> she gets {money(reset.paidPence)}, and has{' '}
        {money(reset.afterPence)} again. If she had more than {money(amountPence)}, because a gift was cancelled, the
        rest would go back to your wallet.
      </p>
      <p>
        <strong>{unspentLabels.rollover.choice}:</strong> she gets {money(rollover.paidPence)}, and has{' '}
        {money(rollover.afterPence)}.
      </p>
    </section>
  )
}
