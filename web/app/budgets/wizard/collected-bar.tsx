import { Link } from 'react-router'
import { paths } from '#web/paths.ts'
import { plural } from '#web/ui/format.ts'
import { LinkButton, SubmitButton } from '#web/ui/kit/button.tsx'
import { Notice } from '#web/ui/kit/notice.tsx'
import { EnterContinues } from '#web/ui/wizard/step-foot.tsx'
import { forgetChanges, useKeepChanges } from '../kept-changes.tsx'
import { type Collected, stepPath, type Wizard } from './wizard.ts'
import { STEP_FORM, type WizardStepName } from './wizard-steps.ts'

interface CollectedBarProps {
  wizard: Pick<Wizard, 'budget' | 'collected'>
  collected: Collected
  step: WizardStepName
}

/** What was changed in the steps so far, none of which holds yet: the way to save it, and to leave it. */
export function CollectedBar({ wizard, collected, step }: CollectedBarProps) {
  const { names, refusal, saved, written } = collected
  useKeepChanges(saved.budget, written)
  return (
    <Notice
      tone={refusal ? 'warning' : 'info'}
      role="status"
      title={`${plural(names.length, 'change')} not saved yet: ${names.join(', ')}`}
    >
      {refusal ? <p>They cannot be saved as they are: {refusal}</p> : null}
      {step === 'review' || step === 'participants' ? null : <EnterContinues form={STEP_FORM} />}
      <div className="row">
        {step === 'review' ? null : step === 'participants' ? (
          <LinkButton look="quiet" to={stepPath(wizard, 'review')}>
            Review and save
          </LinkButton>
        ) : (
          // Sends the step's form, so that what was just typed in it goes along.
          <SubmitButton look="quiet" form={STEP_FORM} name="intent" value="review">
            Review and save
          </SubmitButton>
        )}
        <Link to={paths.budget(wizard.budget.id)} onClick={() => forgetChanges(saved.budget.id)}>
          Discard changes
        </Link>
      </div>
    </Notice>
  )
}
