import type { Gift } from '#contract/hugggs/recipient.ts'
import { paths } from '#web/paths.ts'

interface StepFormProps {
  gift: Gift
  step: 'open' | 'claim' | 'take' | 'reveal'
  label: string
  /** What else may be done with it, below. */
  also?: { step: 'claim'; label: string } | undefined
  /** What pressing it says besides. */
  saying?: 'over18' | undefined
}

/** The one thing to do next. Always a form that posts: looking at a gift must never change it. */
export function StepForm({ gift, step, label, also, saying }: StepFormProps) {
  return (
    <form className="step" id={`step-${step}`} method="post" action={paths.gift(gift.shortcode)}>
      {saying ? <input type="hidden" name={saying} value="yes" /> : null}
      <button className="button wide" type="submit" name="step" value={step}>
        {label}
      </button>
      {also ? (
        <button className="button quiet wide" type="submit" name="step" value={also.step}>
          {also.label}
        </button>
      ) : null}
    </form>
  )
}
