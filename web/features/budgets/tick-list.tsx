import { use } from 'react'
import { FailureContext } from '../../ui/kit/form.tsx'
import sendStyles from '../send/send.module.css'
import wizard from '../wizard/wizard.module.css'
import styles from './budgets.module.css'

interface TickListProps {
  name: string
  legend: string
  hint?: string
  options: readonly { value: string; label: string }[]
  ticked: readonly string[]
}

/** Any of several, as boxes to tick. */
export function TickList({ name, legend, hint, options, ticked }: TickListProps) {
  const error = use(FailureContext)?.fields[name]
  const notes = [hint && `${name}-hint`, error && `${name}-error`].filter(Boolean).join(' ')
  return (
    <fieldset className={sendStyles.options} aria-describedby={notes || undefined}>
      <legend>{legend}</legend>
      {hint ? (
        <p id={`${name}-hint`} className="muted small">
          {hint}
        </p>
      ) : null}
      <div className={styles.ticks}>
        {options.map(({ value, label }) => (
          <label key={value}>
            <input type="checkbox" name={name} value={value} defaultChecked={ticked.includes(value)} />
            <span>{label}</span>
          </label>
        ))}
      </div>
      {error ? (
        <p id={`${name}-error`} className={wizard.wrong}>
          {error}
        </p>
      ) : null}
    </fieldset>
  )
}
