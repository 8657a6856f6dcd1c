import type { InputHTMLAttributes } from 'react'
import { data, useActionData } from 'react-router'
import { submittedValues } from '#web/ui/kit/failure.ts'

interface Refused {
  problem: string
  values: Record<string, string>
}

/** What an action of these pages answers where it did not work. */
export const refuse = (problem: string, form: FormData, status: number) =>
  data<Refused>({ problem, values: submittedValues(form) }, { status })

/** What did not work, in words; nothing else has changed. */
export function Problem() {
  const refused = useActionData<Refused>()
  return refused ? (
    <p className="notice" role="alert">
      {refused.problem}
    </p>
  ) : null
}

/** What was last typed under a name, where that was refused. */
export const useTyped = (name: string): string | undefined => useActionData<Refused>()?.values[name]

interface TypedInputProps extends InputHTMLAttributes<HTMLInputElement> {
  name: string
  label: string
  isWide?: boolean
}

/** A field with its label. It comes back as it was typed where that was refused. */
export function TypedInput({ name, label, isWide, defaultValue, ...rest }: TypedInputProps) {
  return (
    <label className={isWide ? 'wide' : undefined}>
      {label}
      <input name={name} {...rest} defaultValue={useTyped(name) ?? defaultValue} />
    </label>
  )
}
