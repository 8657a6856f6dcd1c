import type { Tag } from '#contract/catalogue/taxonomies.ts'
import { methodLabel } from '#web/app/activity/labels.ts'
import { deliveries } from '#web/app/send/steps.ts'
import { formatPoundsInput } from '#web/ui/kit/amount.ts'
import { Card } from '#web/ui/kit/card.tsx'
import type { Failure } from '#web/ui/kit/failure.ts'
import { ActionForm, AmountField, TextAreaField, TextField } from '#web/ui/kit/form.tsx'
import { TickList } from '#web/ui/kit/tick-list.tsx'
import { StepFoot } from '#web/ui/wizard/step-foot.tsx'
import { useKeptForm } from '#web/ui/wizard/use-saved-form.ts'
import wizardStyles from '#web/ui/wizard/wizard.module.css'
import styles from '../budgets.module.css'
import { BudgetCard } from './budget-card.tsx'
import { ShownFields } from './shown-fields.tsx'
import { shownVersion, stepPath, useWizard } from './wizard.ts'
import { nextLabel, STEP_FORM, stepBefore } from './wizard-steps.ts'

interface RulesFormProps {
  failure: Failure | null | undefined
  /** What was ticked when the form was refused. */
  ticked: Record<string, string[]> | null
  /** Kinds of gifts that can be allowed or ruled out. */
  categories: readonly Pick<Tag, 'id' | 'name'>[]
  /** What the team calls its reasons. */
  teamReasons: readonly string[]
}

/** What participants may send with the money, to whom and how. */
export function BudgetRulesForm({ failure, ticked, categories, teamReasons }: RulesFormProps) {
  const wizard = useWizard()
  const { budget } = wizard
  const form = useKeptForm(`budget ${budget.id} rules`, shownVersion(wizard))
  const { currency, giftingRestrictionsCategories: kinds, giftingRestrictionsPrice: price } = budget
  const methods = [...new Set([...deliveries.map(({ method }) => method), ...budget.deliveryMethods])]
  const options = categories.map(({ id, name }) => ({ value: id, label: name }))
  return (
    <div className="columns">
      <ActionForm ref={form} id={STEP_FORM} failure={failure} noValidate>
        <ShownFields step="rules" budget={budget} />
        <Card title="How gifts are sent">
          <div className="stack">
            <TickList
              name="deliveryMethods"
              legend="Ways to send"
              options={methods.map((method) => ({ value: method, label: methodLabel(method) }))}
              ticked={ticked?.deliveryMethods ?? budget.deliveryMethods}
            />
            <TextField
              name="deliveryEmailDomains"
              label="Only to these email domains (optional)"
              description="Such as example.com, with commas between them. Empty, gifts may go to anyone."
              defaultValue={budget.deliveryEmailDomains.join(', ')}
              autoComplete="off"
            />
            <TextField
              name="maximumHugggExpiryDays"
              type="number"
              label="Days a gift may last, at most"
              description={budget.status === 'draft' ? 'It begins with what your plan suggests.' : undefined}
              min={1}
              max={3650}
              inputMode="numeric"
              defaultValue={budget.maximumHugggExpiryDays}
            />
          </div>
        </Card>
        <Card title="What may be sent">
          <div className="stack">
            <div className={styles.pair}>
              <AmountField
                name="priceMin"
                label="Lowest price of a gift (optional)"
                currency={currency}
                defaultValue={formatPoundsInput(price.min)}
              />
              <AmountField
                name="priceMax"
                label="Highest price of a gift (optional)"
                currency={currency}
                defaultValue={formatPoundsInput(price.max)}
              />
            </div>
            {options.length ? (
              <>
                <TickList
                  name="allow"
                  legend="Only these kinds"
                  hint="Tick none to allow every kind."
                  options={options}
                  ticked={ticked?.allow ?? kinds.allow}
                />
                <TickList
                  name="disallow"
                  legend="Never these kinds"
                  options={options}
                  ticked={ticked?.disallow ?? kinds.disallow}
                />
                {failure?.fields.categories ? <p className={wizardStyles.wrong}>{failure.fields.categories}</p> : null}
              </>
            ) : null}
          </div>
        </Card>
        <Card title="Reasons">
          <TextAreaField
            name="reasonCodes"
            label="Reasons to choose from (optional)"
            description={`One a line. With any of them, each gift must have one.${
              teamReasons.length ? ` Your team’s own: ${teamReasons.join(', ')}.` : ''
            }`}
            rows={3}
            grows
            defaultValue={budget.reasonCodes.join('\n')}
          />
        </Card>
        <StepFoot back={stepPath(wizard, stepBefore('rules', budget))} next={nextLabel(budget.status)} />
      </ActionForm>
      <BudgetCard />
    </div>
  )
}
