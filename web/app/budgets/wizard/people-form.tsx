import { Form, useSubmit } from 'react-router'
import type { BudgetFeed } from '#contract/budgets/budget-feeds.ts'
import { formatMoney } from '#kit/money.ts'
import { useCan } from '#web/app/shell/app-data.ts'
import { paths } from '#web/paths.ts'
import { LinkButton } from '#web/ui/kit/button.tsx'
import { Card } from '#web/ui/kit/card.tsx'
import { ListNotices, type ListOutcome } from '#web/ui/wizard/list-notices.tsx'
import { ManyAtOnce, PeopleRows } from '#web/ui/wizard/people-rows.tsx'
import { StepFoot } from '#web/ui/wizard/step-foot.tsx'
import { useLiveCheck } from '#web/ui/wizard/use-live-check.ts'
import { useSavedRows } from '#web/ui/wizard/use-saved-rows.ts'
import styles from '../budgets.module.css'
import { BudgetCard } from './budget-card.tsx'
import { people } from './people.ts'
import { stepPath, useSavedBudget, useWizard } from './wizard.ts'
import type { WizardPeople } from './wizard-people.server.ts'

interface PeopleFormProps {
  checked: WizardPeople
  /** The group of the HR system that they follow. */
  feed: BudgetFeed | null
  outcome: ListOutcome
  /** What is shown was sent. */
  isAnswer: boolean
}

/** The participants; checked again at every pause in typing, by the budget's own rules. */
export function PeopleForm({ checked, feed, outcome, isAnswer }: PeopleFormProps) {
  const wizard = useWizard()
  // People are saved in this step, under the rules that are saved.
  const budget = useSavedBudget()
  const { live, isChecking, checkSoon, isTypedSince, form } = useLiveCheck<WizardPeople>(paths.budgetCheck(budget.id))
  const shown = live ?? checked
  const submit = useSubmit()
  useSavedRows({
    ...{
      form: form.ref,
      name: `people/${budget.id}`,
      version: `${budget.dateModified} ${checked.known.join(' ')}`,
      isAnswer,
    },
    isSaved: !isAnswer || (checked.keptAt !== null && !checked.unread),
    ...{ savedAt: checked.keptAt, lastSavedAt: live?.keptAt, isTypedSince },
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
          refusal={outcome === 'refused' ? 'No one has been added yet, and no one was told' : null}
          added={outcome === 'looked' ? checked.added : null}
          isLive={live !== undefined}
        />
        <PeopleRows
          table={people}
          columns={[
            { field: 'email', label: 'Email', type: 'email', holds: 'contact' },
            { field: 'name', label: 'Name', holds: 'name' },
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
        <HrGroup feed={feed} />
        <StepFoot back={stepPath(wizard, 'schedule')} />
      </Form>
      <div className="stack" aria-busy={isChecking}>
        <BudgetCard live={shown} />
      </div>
    </div>
  )
}

/** The other way to fill a budget: with everyone in a group of the HR system. */
function HrGroup({ feed }: Pick<PeopleFormProps, 'feed'>) {
  const budget = useSavedBudget()
  const can = useCan()
  if (!feed && !can('team-admin')) return null
  return (
    <Card title="From your HR system">
      <div className="stack">
        {feed ? (
          <p>
            Follows <strong>{feed.groupName ?? 'a group that is no longer in your HR system'}</strong>.{' '}
            {feed.maxRunCost === null
              ? 'No limit to what a run may cost.'
              : `A run may cost at most ${formatMoney(feed.maxRunCost, budget.currency)}: a change above it waits for you.`}
          </p>
        ) : (
          <p className="muted">
            People who join a team, a place of work or a kind of employment come in, and leavers go.
          </p>
        )}
        {can('team-admin') ? (
          <div>
            <LinkButton look="quiet" size="small" to={paths.budgetFeed(budget.id, 'wizard')}>
              {feed ? 'Change what it follows' : 'Follow an HR group'}
            </LinkButton>
          </div>
        ) : null}
      </div>
    </Card>
  )
}

function ManyPeople(list: Pick<WizardPeople, 'unread' | 'question'>) {
  const budget = useSavedBudget()
  const each = formatMoney(budget.budgetAmount, budget.currency)
  return budget.isVariable ? (
    <ManyAtOnce
      {...list}
      label="Paste addresses, or rows of a spreadsheet: email, name and amount in pounds"
      placeholder={'email,name,amount\nada@example.com,Ada,25'}
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
