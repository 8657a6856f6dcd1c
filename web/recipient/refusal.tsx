import { refusalReasonLabels } from '#contract/core/status-labels.ts'
import { refusalReasons } from '#contract/hugggs/code-refusals.ts'
import type { Gift } from '#contract/hugggs/recipient.ts'
import { paths } from '#web/paths.ts'
import { copy } from './copy.en-GB.ts'
import { formatGiftDay } from './format.ts'
import type { StepFailure } from './gift-steps.ts'

const PLACE = 'refused'

/** What came of the word that a shop refused the code: before the code, for it says what to do with it. */
export function RefusalOutcome({ gift: { refusal } }: { gift: Gift }) {
  if (!refusal?.outcome || refusal.outcome === 'refund') return null
  const { heading, text } = copy.refusal[refusal.outcome]
  return (
    <section className="notice" aria-label={heading}>
      <strong>{heading}.</strong> {text}
    </section>
  )
}

/** "The shop refused my code": said once, then what is done about it. */
export function CodeRefusal({ gift, failure }: { gift: Gift; failure: StepFailure | null }) {
  const { refusal, fromName } = gift
  const words = copy.refusal
  if (refusal && !refusal.outcome) {
    return (
      <section className="notice" id={PLACE} aria-label={words.waiting.heading}>
        <strong>{words.waiting.heading}.</strong> {words.waiting.text(formatGiftDay(refusal.at), fromName)}
      </section>
    )
  }
  const failed = failure?.step === 'refuse' ? failure : null
  return (
    <details className="card refusal" id={PLACE} open={failed !== null}>
      <summary>{words.summary}</summary>
      <form method="post" action={`${paths.gift(gift.shortcode)}#${PLACE}`}>
        <input type="hidden" name="step" value="refuse" />
        <p className="hint">{words.lead(fromName)}</p>
        <label className="field">
          <span>{words.reason}</span>
          <select name="reason" required defaultValue={failed?.typed.reason ?? ''}>
            <option value="">{words.pick}</option>
            {refusalReasons.map((reason) => (
              <option key={reason} value={reason}>
                {refusalReasonLabels[reason]}
              </option>
            ))}
          </select>
        </label>
        <label className="field">
          <span>{words.shop}</span>
          <input name="shop" type="text" required maxLength={100} defaultValue={failed?.typed.shop ?? ''} />
        </label>
        <label className="field">
          <span>{words.words}</span>
          <textarea name="words" dir="auto" rows={2} maxLength={300} defaultValue={failed?.typed.words ?? ''} />
        </label>
        <button className="button quiet-accent wide" type="submit">
          {words.action}
        </button>
      </form>
    </details>
  )
}
