import type { Gift } from '#contract/hugggs/recipient.ts'
import { paths } from '#web/paths.ts'

interface StepFormProps {
  gift: Gift
  step: 'open' | 'claim' | 'reveal'
  label: string
  /** What pressing it says besides. */
  saying?: 'over18' | undefined
}

/** The one thing to do next. Always a form that posts: looking at a gift must never change it. */
export function StepForm({ gift, step, label, saying }: StepFormProps) {
  return (
    <form className="step" id={`step-${step}`} method="post" action={paths.gift(gift.shortcode)}>
      <input type="hidden" name="step" value={step} />
      {saying ? <input type="hidden" name={saying} value="yes" /> : null}
      <button className="button wide" type="submit">
        {label}
      </button>
    </form>
  )
}
