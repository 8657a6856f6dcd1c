import type { ReactNode } from 'react'
import { Form, useNavigate } from 'react-router'
import { LinkButton, SubmitButton } from './button.tsx'
import styles from './confirm-dialog.module.css'
import { useModal } from './use-modal.ts'

interface ConfirmDialogProps {
  title: string
  /** What will happen, and whether it can be undone. */
  children: ReactNode
  /** What the button says: a verb, never "OK". */
  confirm: string
  /** Sent to this page's action. */
  fields: Record<string, string>
  /** The address without the question. */
  closeTo: string
  /** Whose action it is sent to, where that is another address. */
  action?: string
  danger?: boolean
}

/**
 * Asks before something that cannot be taken back. The question is an address of its own (`?confirm=…`), so that it works
 * before scripts do and the back button answers no; with scripts it is a modal dialog.
 */
export function ConfirmDialog({
  title,
  children,
  confirm,
  fields,
  closeTo,
  action = closeTo,
  danger = true,
}: ConfirmDialogProps) {
  const dialog = useModal()
  const navigate = useNavigate()
  const close = () => navigate(closeTo, { replace: true, preventScrollReset: true })
  return (
    <dialog
      ref={dialog}
      open
      className={styles.dialog}
      aria-labelledby="confirm-title"
      onCancel={(event) => {
        event.preventDefault()
        void close()
      }}
    >
      <Form method="post" action={action} className={styles.body}>
        <h2 id="confirm-title">{title}</h2>
        <div>{children}</div>
        {Object.entries(fields).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <div className={styles.actions}>
          <LinkButton look="quiet" to={closeTo} replace preventScrollReset>
            Go back
          </LinkButton>
          <SubmitButton look={danger ? 'danger' : 'primary'}>{confirm}</SubmitButton>
        </div>
      </Form>
    </dialog>
  )
}
