import { type FormEvent, use, useState } from 'react'
import type { Rail } from '#contract/awards/grants.ts'
import { whyNotPaidOut } from '#contract/core/rails.ts'
import { parsePence } from '#web/ui/kit/amount.ts'
import { FailureContext } from '#web/ui/kit/failure-context.ts'
import { AmountField } from '#web/ui/kit/form.tsx'
import { TickList } from '#web/ui/kit/tick-list.tsx'
import { railOptions } from './labels.ts'

interface AmountAndWaysProps {
  currency: string
  rails: readonly Rail[]
  /** What it begins with. */
  like: { amountPence: number; rails: readonly Rail[] } | null
}

/**
 * How much, and how it may be paid: ways that do not pay this amount are unticked and say why, and what was ticked comes back with
 * an amount that they pay. Without scripts the form says so once it was refused.
 */
export function AmountAndWays({ currency, rails, like }: AmountAndWaysProps) {
  const failure = use(FailureContext)
  const amount = like ? (like.amountPence / 100).toFixed(2) : undefined
  const [pence, setPence] = useState(() => parsePence(failure?.values.amount ?? amount))
  const [chosen, setChosen] = useState<readonly string[]>(
    failure?.lists ? (failure.lists.rails ?? []) : (like?.rails ?? rails),
  )
  const isPayable = (rail: string, at = pence) => !at || whyNotPaidOut(rail as Rail, at) === null
  const retype = ({ currentTarget }: FormEvent<HTMLInputElement>) => {
    const boxes = [...(currentTarget.form?.querySelectorAll<HTMLInputElement>('input[name="rails"]') ?? [])]
    // Of ways that this amount does not pay, the boxes say nothing of what is wished.
    setChosen((before) =>
      rails.filter((rail) =>
        isPayable(rail) ? boxes.some(({ value, checked }) => value === rail && checked) : before.includes(rail),
      ),
    )
    setPence(parsePence(currentTarget.value))
  }
  const options = railOptions(rails).map((option) => {
    const why = pence ? whyNotPaidOut(option.value, pence) : null
    return why ? { ...option, note: `does not pay this amount: ${option.note}` } : option
  })
  return (
    <>
      <AmountField name="amount" label="Amount" currency={currency} required defaultValue={amount} onInput={retype} />
      {/* What was ticked when the form was refused is among what is chosen here. */}
      <FailureContext value={failure && { ...failure, lists: undefined }}>
        <TickList
          key={options.map(({ value }) => isPayable(value)).join()}
          name="rails"
          legend="How it may be paid"
          hint="The person chooses from these"
          options={options}
          ticked={chosen.filter((rail) => isPayable(rail))}
        />
      </FailureContext>
    </>
  )
}
