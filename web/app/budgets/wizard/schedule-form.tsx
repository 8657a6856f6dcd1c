import { useEffect, useRef } from 'react'
import { SubmitButton } from '#web/ui/kit/button.tsx'
import { Card } from '#web/ui/kit/card.tsx'
import type { Failure } from '#web/ui/kit/failure.ts'
import { ActionForm, SelectField, TextField } from '#web/ui/kit/form.tsx'
import { Notice } from '#web/ui/kit/notice.tsx'
import { useSideFetcher } from '#web/ui/kit/use-side-fetcher.ts'
import { StepFoot } from '#web/ui/wizard/step-foot.tsx'
import { frequencyLabel, frequencyNames } from '../labels.ts'
import { runFull } from '../run-dates.ts'
import { BudgetCard } from './budget-card.tsx'
import { WizardChoices } from './choices.tsx'
import { ShownFields } from './shown-fields.tsx'
import { usePreview } from './use-preview.ts'
import { stepPath, useWizard } from './wizard.ts'
import { nextLabel, STEP_FORM } from './wizard-steps.ts'

const SAVE_AFTER_MS = 600

interface ScheduleFormProps {
  failure: Failure | null | undefined
  /** As the fields show them, worked out on the server. */
  shown: { startAt: string; recurrenceAt: string; endAt: string; earliest: string }
}

/** How often, from when and for how long. The dates beside it are the ones it will run on. */
export function BudgetScheduleForm({ failure, shown }: ScheduleFormProps) {
  const wizard = useWizard()
  const { budget } = wizard
  const isFixed = budget.status !== 'draft'
  const { problem, saveSoon } = useAutosave()
  const { typed, lookSoon } = usePreview('schedule')
  const keepUp = isFixed ? lookSoon : saveSoon
  return (
    <div className="columns">
      <ActionForm id={STEP_FORM} failure={failure} noValidate onInput={({ currentTarget }) => keepUp(currentTarget)}>
        <ShownFields step="schedule" budget={budget} />
        {isFixed ? <FixedDates /> : <Dates shown={shown} />}
        <Card>
          <div className="stack">
            <WizardChoices
              name="howLong"
              legend="How many times?"
              defaultValue={budget.numberOfRuns ? 'runs' : 'forever'}
              choices={[
                { value: 'forever', label: 'No fixed number', hint: 'Until you stop it, or its end date.' },
                { value: 'runs', label: 'A number of runs' },
              ]}
              more={
                <TextField
                  name="numberOfRuns"
                  type="number"
                  label="Runs"
                  min={1}
                  max={100_000}
                  inputMode="numeric"
                  defaultValue={budget.numberOfRuns || ''}
                />
              }
            />
            <WizardChoices
              name="ends"
              legend="Is there an end date?"
              defaultValue={budget.scheduledEndDate ? 'date' : 'never'}
              choices={[
                { value: 'never', label: 'No' },
                { value: 'date', label: 'Yes', hint: 'No run falls on or after it, and unspent money is returned.' },
              ]}
              more={
                <TextField
                  name="endAt"
                  type="datetime-local"
                  label="End"
                  defaultValue={shown.endAt}
                  min={shown.earliest}
                />
              }
            />
          </div>
        </Card>
        {isFixed ? null : (
          <div>
            <SubmitButton look="plain" size="small" name="intent" value="show">
              Save and show the dates
            </SubmitButton>
          </div>
        )}
        <StepFoot back={stepPath(wizard, 'basics')} next={nextLabel(budget.status)} />
      </ActionForm>
      <div className="stack">
        {problem ? (
          <Notice tone="warning" role="status" title="The dates wait for an answer">
            {Object.values(problem.fields)[0] ?? problem.message}
          </Notice>
        ) : null}
        <BudgetCard typed={typed} />
      </div>
    </div>
  )
}

function Dates({ shown }: Pick<ScheduleFormProps, 'shown'>) {
  const { budget } = useWizard()
  return (
    <Card>
      <div className="stack">
        <SelectField
          name="frequency"
          label="How often?"
          defaultValue={budget.frequency}
          data={frequencyNames.map((name) => ({ value: name, label: frequencyLabel(name) }))}
        />
        <WizardChoices
          name="when"
          legend="When is the first run?"
          defaultValue={budget.scheduledStartDate ? 'later' : 'now'}
          choices={[
            { value: 'now', label: 'When I press start', hint: 'In the last step.' },
            { value: 'later', label: 'On a date', hint: 'By the clock of London, like all runs.' },
          ]}
          more={
            <TextField
              name="startAt"
              type="datetime-local"
              label="First run"
              defaultValue={shown.startAt}
              min={shown.earliest}
            />
          }
        />
        <WizardChoices
          name="recurs"
          legend="And the runs after it?"
          defaultValue={budget.recurrenceDate ? 'own' : 'same'}
          choices={[
            { value: 'same', label: 'Counted from the first run', hint: 'At the same time of day.' },
            {
              value: 'own',
              label: 'On a day of their own',
              hint: 'Start in the middle of a month, and then run on the 1st. The 31st falls on the last day of shorter months.',
            },
          ]}
          more={
            <TextField
              name="recurrenceAt"
              type="datetime-local"
              label="A day and time that they follow"
              defaultValue={shown.recurrenceAt}
            />
          }
        />
      </div>
    </Card>
  )
}

function FixedDates() {
  const { budget } = useWizard()
  const first = budget.startingAt ?? budget.scheduledStartDate
  return (
    <Notice title={`${frequencyLabel(budget.frequency)}${first ? `, from ${runFull(first)}` : ''}`}>
      {budget.status === 'scheduled'
        ? 'The dates are fixed while it is scheduled. Unschedule it on its page to change them.'
        : 'The dates are fixed once it runs. To change them, stop it and make a new one.'}
    </Notice>
  )
}

/** Keeps a draft's schedule while it is chosen, so that the dates shown are its dates. */
function useAutosave() {
  const fetcher = useSideFetcher<{ failure: Failure | null }>()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  return {
    problem: fetcher.data?.failure,
    saveSoon: (form: HTMLFormElement) => {
      clearTimeout(timer.current)
      timer.current = setTimeout(() => {
        const fields = new FormData(form)
        fields.set('intent', 'autosave')
        void fetcher.submit(fields, { method: 'post' })
      }, SAVE_AFTER_MS)
    },
  }
}
