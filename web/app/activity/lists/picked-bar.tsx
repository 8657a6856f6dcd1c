import { Form } from 'react-router'
import { useCan } from '#web/app/shell/app-data.ts'
import { Button } from '#web/ui/kit/button.tsx'
import styles from '../activity.module.css'

/** The ticks of the list belong to this form. */
export const PICKED_FORM = 'picked-gifts'

export const pickedActions = ['remind', 'resend'] as const
export type PickedAction = (typeof pickedActions)[number]

/** What to do with the gifts that are ticked. */
export function PickedBar({ attempt }: { attempt: string }) {
  const can = useCan()
  return (
    <Form method="post" id={PICKED_FORM} className={styles.picked} preventScrollReset aria-label="Selected gifts">
      <input type="hidden" name="attempt" value={attempt} />
      <span className="muted small">Selected gifts:</span>
      {can('send-email') ? (
        <Button type="submit" look="quiet" size="small" name="do" value="remind">
          Remind
        </Button>
      ) : null}
      <Button type="submit" look="quiet" size="small" name="do" value="resend">
        Send again
      </Button>
    </Form>
  )
}
