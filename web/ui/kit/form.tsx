import { type ReactNode, type Ref, use, useEffect, useRef, useState } from 'react'
import { Form, type FormProps } from 'react-router'
import { formatMoney } from '#kit/money.ts'
import { currencyNamed, parsePence } from './amount.ts'
import type { Failure } from './failure.ts'
import { FailureContext } from './failure-context.ts'
import {
  CheckControl,
  type CheckControlProps,
  PasswordControl,
  type PasswordControlProps,
  SelectControl,
  type SelectControlProps,
  TextAreaControl,
  type TextAreaControlProps,
  TextControl,
  type TextControlProps,
} from './field.tsx'
import styles from './form.module.css'
import { LeadButton, Refusal } from './refusal.tsx'

export interface ActionFormProps extends FormProps {
  /** What the action answered; its messages stand next to the fields they are about. */
  failure?: Failure | null | undefined
  ref?: Ref<HTMLFormElement>
  children: ReactNode
}

/** A form whose action is on the server. Without scripts it is a plain form, and loses nothing that was typed. */
export function ActionForm({ failure, children, className, ...rest }: ActionFormProps) {
  return (
    <FailureContext value={failure ?? null}>
      <Form method="post" className={`${styles.form} ${className ?? ''}`} {...rest}>
        {failure ? <FailureSummary failure={failure} /> : null}
        {children}
      </Form>
    </FailureContext>
  )
}

/** What was refused, in one place; it leads to each field. */
export function FailureSummary({ failure }: { failure: Failure }) {
  const place = useRef<HTMLDivElement>(null)
  const [fields, setFields] = useState<{ name: string; label: string | null }[]>([])
  const findField = (name: string) => place.current?.closest('form')?.querySelector<HTMLElement>(fieldNamed(name))
  // biome-ignore lint/correctness/useExhaustiveDependencies: again for each answer
  useEffect(
    () => setFields(Object.keys(failure.fields).map((name) => ({ name, label: fieldLabel(findField(name)) }))),
    [failure],
  )
  const lead = (name: string) => {
    findField(name)?.focus()
    findField(name)?.scrollIntoView({ block: 'center' })
  }
  return (
    <Refusal ref={place} answer={failure} title={failure.message}>
      {failure.help}
      {fields.length ? (
        <ul>
          {fields.map(({ name, label }) => (
            <li key={name}>{label ? <LeadButton label={label} onPress={() => lead(name)} /> : failure.fields[name]}</li>
          ))}
        </ul>
      ) : null}
    </Refusal>
  )
}

/** A control by its name, or what stands in for one that another's frame draws (`data-field`, with an `aria-label`). */
const fieldNamed = (name: string) =>
  `[name="${CSS.escape(name)}"]:not([type="hidden"]), [data-field="${CSS.escape(name)}"]`
const fieldLabel = (field: Element | null | undefined) => {
  const labels = field && 'labels' in field ? (field.labels as NodeListOf<HTMLElement> | null) : null
  return field?.getAttribute('aria-label') ?? labels?.[0]?.textContent ?? null
}

type Named = { name: string }

/** What a field shows of the last failure: its message, and what was typed. */
function useField(name: string, defaultValue: unknown) {
  const failure = use(FailureContext)
  return { error: failure?.fields[name], defaultValue: failure?.values[name] ?? (defaultValue as string | undefined) }
}

export const TextField = ({ name, defaultValue, ...rest }: TextControlProps & Named) => (
  <TextControl name={name} {...useField(name, defaultValue)} {...rest} />
)

export const PasswordField = ({ name, ...rest }: PasswordControlProps & Named) => (
  <PasswordControl name={name} {...useField(name, undefined)} {...rest} />
)

export const TextAreaField = ({ name, defaultValue, ...rest }: TextAreaControlProps & Named) => (
  <TextAreaControl name={name} {...useField(name, defaultValue)} {...rest} />
)

interface Choice {
  value: string
  label: string
  disabled?: boolean
}

interface SelectFieldProps extends SelectControlProps {
  name: string
  /** Those of a long list stand in groups. */
  data: readonly (Choice | { label: string; options: readonly Choice[] })[]
}

export const SelectField = ({ name, defaultValue, data, ...rest }: SelectFieldProps) => (
  <SelectControl name={name} {...useField(name, defaultValue)} {...rest}>
    {data.map((each) =>
      'options' in each ? (
        <optgroup key={each.label} label={each.label}>
          {each.options.map(toOption)}
        </optgroup>
      ) : (
        toOption(each)
      ),
    )}
  </SelectControl>
)

const toOption = ({ label, ...option }: Choice) => (
  <option key={option.value} {...option}>
    {label}
  </option>
)

export const CheckField = ({ name, ...rest }: CheckControlProps & Named) => (
  <CheckControl name={name} error={use(FailureContext)?.fields[name]} {...rest} />
)

export const SwitchField = (field: CheckControlProps & Named) => <CheckField role="switch" {...field} />

/** An amount in pounds (or euros), typed as people write it and shown beside that as it is read. Read it as `pence`. */
export function AmountField({ currency, onInput, ...rest }: TextControlProps & Named & { currency: string }) {
  const [typed, setTyped] = useState(use(FailureContext)?.values[rest.name])
  const pence = parsePence(typed, currencyNamed(currency))
  return (
    <>
      <TextField
        inputMode="decimal"
        autoComplete="off"
        leftSection={<span aria-hidden="true">{currency === 'EUX' ? '€' : '£'}</span>}
        echo={pence === undefined ? '' : formatMoney(pence, currency)}
        onInput={(event) => {
          setTyped(event.currentTarget.value)
          onInput?.(event)
        }}
        {...rest}
      />
      {currency === 'EUX' ? <input type="hidden" name={`${rest.name}.currency`} value={currency} /> : null}
    </>
  )
}

/** Buttons at the end of a form. */
export const FormActions = ({ children }: { children: ReactNode }) => <div className={styles.actions}>{children}</div>
