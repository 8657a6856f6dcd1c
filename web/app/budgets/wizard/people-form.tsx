import { Form, useSubmit } from 'react-router'
import { formatMoney } from '#kit/money.ts'
import { paths } from '#web/paths.ts'
import { ListNotices } from '#web/ui/wizard/list-notices.tsx'
import { ManyAtOnce, PeopleRows } from '#web/ui/wizard/people-rows.tsx'
import { StepFoot } from '#web/ui/wizard/step-foot.tsx'
import { useLiveCheck } from '#web/ui/wizard/use-live-check.ts'
import { useSavedRows } from '#web/ui/wizard/use-saved-rows.ts'
import styles from '../budgets.module.css'
import { BudgetCard } from './budget-card.tsx'
import { people } from './people.ts'
import { useWizard } from './wizard.ts'
import type { WizardPeople } from './wizard-people.server.ts'

interface PeopleFormProps {
  checked: WizardPeople
  /** The form has been sent and was not accepted. */
  refused: boolean
  /** What is shown is what the budget has. */
  isSaved: boolean
}

/** The participants; checked again at every pause in typing, by the budget's own rules. */
export function PeopleForm({ checked, refused, isSaved }: PeopleFormProps) {
  const { budget } = useWizard()
  const { live, isChecking, checkSoon, form } = useLiveCheck<WizardPeople>(paths.budgetCheck(budget.id))
  const shown = live ?? checked
  const submit = useSubmit()
  useSavedRows({
    ...{
      form: form.ref,
      name: `people/${budget.id}`,
      version: `${budget.dateModified} ${checked.known.join(' ')}`,
      isSaved,
    },
    restore: (fields) => {
      fields.set('intent', 'check')
      void submit(fields, { method: 'post', encType: 'multipart/form-data', preventScrollReset: true })
    },
  })
  return (
    <div className="columns">
      <Form method="post" className="stack" {...form}>
        <input type="hidden" name="known" value={checked.known.join(' ')} />
        <ListNotices
          shown={{ ...shown, notices: checked.notices }}
          refusal={refused ? 'No one has been added yet, and no one was told' : null}
          isLive={live !== undefined}
        />
        <PeopleRows
          table={people}
          columns={[
            { field: 'email', label: 'Email', type: 'email', holds: 'contact' },
            {
              field: 'amount',
              label: 'Amount in pounds',
              holds: 'amount',
              inputMode: 'decimal',
              placeholder: (budget.budgetAmount / 100).toFixed(2),
              isHidden: !budget.isVariable,
            },
          ]}
          title="People"
          names={['person', 'people']}
          rows={checked.rows}
          problems={[...checked.problems, ...checked.warnings]}
          live={live && [...live.problems, ...live.warnings]}
          before={checked.before}
          onChange={checkSoon}
          className={budget.isVariable ? `${styles.people} ${styles.withAmount}` : styles.people}
        />
        <ManyPeople unread={checked.unread} question={checked.question} />
        <StepFoot back={paths.budgetStep(budget.id, 'schedule')} />
      </Form>
      <div className="stack" aria-busy={isChecking}>
        <BudgetCard live={shown} />
      </div>
    </div>
  )
}

function ManyPeople(list: Pick<WizardPeople, 'unread' | 'question'>) {
  const { budget } = useWizard()
  const each = formatMoney(budget.budgetAmount, budget.currency)
  return budget.isVariable ? (
    <ManyAtOnce
      {...list}
      label="Paste addresses, or rows of a spreadsheet: email and amount in pounds"
      placeholder={'email,amount\nada@example.com,25'}
      note={`Without an amount, a person gets ${each}. Up to 1,000 people.`}
    />
  ) : (
    <ManyAtOnce
      {...list}
      label="Paste addresses, rows of a spreadsheet or the “To” line of an email"
      placeholder={'ada@example.com\nbob@example.com'}
      note={`Everyone gets ${each}. To give amounts of their own, choose so under Basics. Up to 1,000 people.`}
    />
  )
}
