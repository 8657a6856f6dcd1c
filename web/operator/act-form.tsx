import type { ReactNode } from 'react'
import { SubmitButton } from '#web/ui/kit/button.tsx'
import { ActionForm, TextField } from '#web/ui/kit/form.tsx'
import styles from './console.module.css'
import type { ActFailure } from './run-act.server.ts'

interface ActFormProps {
  /** Which act of the page it is. */
  intent: string
  /** What is offered, and what the button says. */
  title: string
  button: string
  danger?: boolean
  /** In a sentence, what comes of it. */
  consequence: ReactNode
  failure: ActFailure | undefined
  /** Where a file travels with it. */
  encType?: 'multipart/form-data'
  children?: ReactNode
}

/** An act of an operator, folded away until it is wanted. It asks why. */
export function ActForm({
  intent,
  title,
  button,
  danger = false,
  consequence,
  failure,
  encType,
  children,
}: ActFormProps) {
  const own = failure?.intent === intent ? failure : null
  return (
    <details className={styles.act} open={own !== null}>
      <summary>{title}</summary>
      <ActionForm failure={own} {...(encType && { encType })}>
        <p>{consequence}</p>
        <input type="hidden" name="intent" value={intent} />
        {children}
        <TextField
          name="reason"
          label="Reason"
          description="Kept in the record, beside your name."
          required
          minLength={3}
          maxLength={500}
          autoComplete="off"
        />
        <div>
          <SubmitButton look={danger ? 'danger' : 'primary'}>{button}</SubmitButton>
        </div>
      </ActionForm>
    </details>
  )
}
