import type { Gift } from '#contract/recipient.ts'
import { paths } from '#web/paths.ts'

interface StepFormProps {
  gift: Gift
  step: 'open' | 'claim' | 'reveal'
  label: string
}

/** The one thing to do next. Always a form that posts: looking at a gift must never change it. */
export function StepForm({ gift, step, label }: StepFormProps) {
  return (
    <form className="step" id={`step-${step}`} method="post" action={paths.gift(gift.shortcode)}>
      <input type="hidden" name="step" value={step} />
      <button className="button wide" type="submit">
        {label}
      </button>
    </form>
  )
}
