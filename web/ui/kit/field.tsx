import { IconEye, IconEyeOff } from '@tabler/icons-react'
import { type ComponentProps, type ReactNode, useId, useState } from 'react'
import checkStyles from './check.module.css'
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

/** One line of text. */
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

export interface PasswordControlProps extends Omit<ComponentProps<'input'>, 'id' | 'type'>, Words {}

/** A line that no one else shall read, unless the button beside it is pressed. */
export function PasswordControl({ label, description, error, ...input }: PasswordControlProps) {
  const words = { label, description, error }
  const attributes = useAttributes(words)
  const [isShown, setIsShown] = useState(false)
  const Eye = isShown ? IconEyeOff : IconEye
  return (
    <Worded id={attributes.id} {...words}>
      <div className={styles.control}>
        <input {...attributes} {...input} type={isShown ? 'text' : 'password'} />
        <button
          type="button"
          className={styles.reveal}
          aria-label="Show what is typed"
          aria-pressed={isShown}
          // The focus stays where someone types.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => setIsShown(!isShown)}
        >
          <Eye size={22} stroke={1.5} aria-hidden="true" />
        </button>
      </div>
    </Worded>
  )
}

export interface TextAreaControlProps extends Omit<ComponentProps<'textarea'>, 'id'>, Words {
  /** Whether it becomes higher with what is typed; `rows` is where it begins. */
  grows?: boolean
}

/** Several lines of text. */
export function TextAreaControl({ label, description, error, grows, ...area }: TextAreaControlProps) {
  const words = { label, description, error }
  const attributes = useAttributes(words)
  return (
    <Worded id={attributes.id} {...words}>
      <div className={styles.control}>
        <textarea className={grows ? styles.grows : undefined} {...attributes} {...area} />
      </div>
    </Worded>
  )
}

export interface CheckControlProps extends Omit<ComponentProps<'input'>, 'id' | 'type'>, Words {}

/** A box to tick; with the role `switch`, something to switch on. */
export function CheckControl({ label, description, error, ...input }: CheckControlProps) {
  const attributes = useAttributes({ description, error })
  return (
    <div className={checkStyles.check}>
      <input type="checkbox" {...attributes} {...input} />
      <div>
        {label ? <label htmlFor={attributes.id}>{label}</label> : null}
        <Help id={attributes.id} text={description} />
        <Refused id={attributes.id} why={error} />
      </div>
    </div>
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
    <Help id={id} text={description} />
    {children}
    <Refused id={id} why={error} />
  </div>
)

const Help = ({ id, text }: { id: string; text: ReactNode }) =>
  text ? (
    <p id={`${id}-help`} className={styles.help}>
      {text}
    </p>
  ) : null

const Refused = ({ id, why }: { id: string; why: ReactNode }) =>
  why ? (
    <p id={`${id}-error`} className={styles.error}>
      {why}
    </p>
  ) : null
