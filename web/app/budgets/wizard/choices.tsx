import { type ReactNode, use } from 'react'
import { FailureContext } from '#web/ui/kit/failure-context.ts'
import options from '#web/ui/kit/options.module.css'
import wizard from '#web/ui/wizard/wizard.module.css'
import own from '../budgets.module.css'

interface Choice {
  value: string
  label: ReactNode
  hint?: ReactNode
}

interface ChoicesProps {
  name: string
  legend: string
  choices: readonly Choice[]
  defaultValue: string
  /** A field that only the last choice asks for. Hidden by styles, so that it works before scripts do. */
  more?: ReactNode
}

/** One of a few, as cards to press. What was chosen when the form was refused stays chosen. */
export function WizardChoices({ name, legend, choices, defaultValue, more }: ChoicesProps) {
  const failure = use(FailureContext)
  const chosen = failure?.values[name] ?? defaultValue
  const error = failure?.fields[name]
  return (
    <div className={own.choices}>
      <fieldset className={options.options} aria-describedby={error ? `${name}-error` : undefined}>
        <legend>{legend}</legend>
        {choices.map(({ value, label, hint }) => (
          <label key={value} className={options.option}>
            <input type="radio" name={name} value={value} defaultChecked={value === chosen} />
            <span>
              <strong>{label}</strong>
              {hint ? <span className="muted small">{hint}</span> : null}
            </span>
          </label>
        ))}
        {error ? (
          <p id={`${name}-error`} className={wizard.wrong}>
            {error}
          </p>
        ) : null}
      </fieldset>
      {more ? <div className={own.more}>{more}</div> : null}
    </div>
  )
}
