import { type ComponentProps, type ReactNode, useId } from 'react'
import styles from './field.module.css'

interface Words {
  label?: ReactNode
  /** What helps to fill it in. */
  description?: ReactNode
  /** Why it was refused. */
  error?: ReactNode
}

export interface TextControlProps extends Omit<ComponentProps<'input'>, 'id'>, Words {
  /** A sign before what is typed. */
  leftSection?: ReactNode
  /** What was typed, as it is read; empty where it is nothing yet. */
  echo?: string | undefined
}

/** One line of text. In plain markup and not of the control library: screens are full of them (decision 23). */
export function TextControl({ label, description, error, leftSection, echo, ...input }: TextControlProps) {
  const words = { label, description, error }
  const attributes = useAttributes(words)
  return (
    <Worded id={attributes.id} {...words}>
      <div className={styles.control} data-signed={leftSection ? true : undefined}>
        {leftSection ? <span className={styles.sign}>{leftSection}</span> : null}
        <input type="text" {...attributes} {...input} />
        {echo === undefined ? null : (
          <span className={styles.echo} aria-live="polite">
            {echo}
          </span>
        )}
      </div>
    </Worded>
  )
}

export interface SelectControlProps extends Omit<ComponentProps<'select'>, 'id'>, Words {}

/** One of several: the browser's own list. */
export function SelectControl({ label, description, error, children, ...select }: SelectControlProps) {
  const words = { label, description, error }
  const attributes = useAttributes(words)
  return (
    <Worded id={attributes.id} {...words}>
      <div className={`${styles.control} ${styles.list}`}>
        <select {...attributes} {...select}>
          {children}
        </select>
      </div>
    </Worded>
  )
}

/** What ties a control to its words for who does not see them together. */
function useAttributes({ description, error }: Words) {
  const id = useId()
  const about = [description ? `${id}-help` : '', error ? `${id}-error` : ''].filter(Boolean).join(' ')
  return { id, 'aria-describedby': about || undefined, 'aria-invalid': error ? true : undefined }
}

const Worded = ({ id, label, description, error, children }: Words & { id: string; children: ReactNode }) => (
  <div className={styles.field}>
    {label ? <label htmlFor={id}>{label}</label> : null}
    {description ? (
      <p id={`${id}-help`} className={styles.help}>
        {description}
      </p>
    ) : null}
    {children}
    {error ? (
      <p id={`${id}-error`} className={styles.error}>
        {error}
      </p>
    ) : null}
  </div>
)
