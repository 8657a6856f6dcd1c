import { ActForm } from '#web/operator/act-form.tsx'
import type { ActFailure } from '#web/operator/run-act.server.ts'
import { TextField } from '#web/ui/kit/form.tsx'

interface DrawFormProps {
  title: string
  /** YYYY-MM-DD, the last day of the month before. */
  lastDay: string
  failure: ActFailure | undefined
}

/** Draws statements of what was used up to a day. */
export const DrawForm = ({ title, lastDay, failure }: DrawFormProps) => (
  <ActForm
    intent="draw"
    title={title}
    button="Draw"
    consequence="What is on a statement can no longer be undone at a till. A mistake is a line on the next one."
    failure={failure}
  >
    <TextField name="until" type="date" label="Up to the end of" defaultValue={lastDay} required />
  </ActForm>
)
