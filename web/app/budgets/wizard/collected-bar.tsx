import { Link } from 'react-router'
import { paths } from '#web/paths.ts'
import { plural } from '#web/ui/format.ts'
import { Notice } from '#web/ui/kit/notice.tsx'
import { forgetChanges, useKeepChanges } from '../kept-changes.tsx'
import { type Collected, stepPath, type Wizard } from './wizard.ts'

interface CollectedBarProps {
  wizard: Pick<Wizard, 'budget' | 'collected'>
  collected: Collected
  isReview: boolean
}

/** What was changed in the steps so far, none of which holds yet: the way to save it, and to leave it. */
export function CollectedBar({ wizard, collected, isReview }: CollectedBarProps) {
  const { names, refusal, saved, written } = collected
  useKeepChanges(saved.budget, written)
  return (
    <Notice
      tone={refusal ? 'warning' : 'info'}
      role="status"
      title={`${plural(names.length, 'change')} not saved yet: ${names.join(', ')}`}
    >
      {refusal ? <p>They cannot be saved as they are: {refusal}</p> : null}
      <div className="row">
        {isReview ? null : <Link to={stepPath(wizard, 'review')}>Review and save</Link>}
        <Link to={paths.budget(wizard.budget.id)} onClick={() => forgetChanges(saved.budget.id)}>
          Discard changes
        </Link>
      </div>
    </Notice>
  )
}
