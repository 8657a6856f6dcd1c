import { use } from 'react'
import { FailureContext } from './failure-context.ts'
import optionStyles from './options.module.css'
import styles from './tick-list.module.css'

interface TickListProps {
  name: string
  legend: string
  hint?: string
  /** With a note, such as what the choice is limited to. */
  options: readonly { value: string; label: string; note?: string | undefined }[]
  ticked: readonly string[]
}

/** Any of several, as boxes to tick. A form that was refused has what was ticked in it. */
export function TickList({ name, legend, hint, options, ticked: saved }: TickListProps) {
  const failure = use(FailureContext)
  const ticked = failure?.lists ? (failure.lists[name] ?? []) : saved
  const error = failure?.fields[name]
  const notes = [hint && `${name}-hint`, error && `${name}-error`].filter(Boolean).join(' ')
  return (
    <fieldset className={optionStyles.options} aria-describedby={notes || undefined}>
      <legend>{legend}</legend>
      {hint ? (
        <p id={`${name}-hint`} className="muted small">
          {hint}
        </p>
      ) : null}
      <div className={styles.ticks}>
        {options.map(({ value, label, note }) => (
          <label key={value}>
            <input type="checkbox" name={name} value={value} defaultChecked={ticked.includes(value)} />
            <span>
              {label}
              {note ? <span className="muted small"> {note}</span> : null}
            </span>
          </label>
        ))}
      </div>
      {error ? (
        <p id={`${name}-error`} className={styles.wrong}>
          {error}
        </p>
      ) : null}
    </fieldset>
  )
}
