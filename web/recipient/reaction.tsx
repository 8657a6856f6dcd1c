import type { Gift } from '#contract/hugggs/recipient.ts'
import { paths } from '#web/paths.ts'
import { copy } from './copy.en-GB.ts'
import type { StepFailure } from './gift-steps.ts'

interface ReactionProps {
  gift: Gift
  failure: StepFailure | null
}

/** Thanks in two taps: a face, then send. Words are welcome and never asked for. */
export function GiftReaction({ gift, failure }: ReactionProps) {
  const { reaction } = gift
  const failed = failure?.step === 'react' ? failure : null
  if (!reaction) {
    return (
      <section className="card thanks" id="thanks" aria-labelledby="thanks-heading">
        <h2 id="thanks-heading">{copy.reaction.heading(gift.fromName)}</h2>
        <ReactionForm gift={gift} typed={failed?.typed ?? null} />
      </section>
    )
  }
  return (
    <section className="card thanks sent" id="thanks" aria-labelledby="thanks-heading">
      {reaction.emoji ? <p className="sent-emoji">{reaction.emoji}</p> : null}
      <h2 id="thanks-heading">{copy.reaction.sentHeading}</h2>
      {reaction.message ? <blockquote dir="auto">{reaction.message}</blockquote> : null}
      <details open={failed !== null}>
        <summary>{copy.reaction.change}</summary>
        <ReactionForm gift={gift} typed={failed?.typed ?? reaction} />
      </details>
    </section>
  )
}

interface ReactionFormProps {
  gift: Gift
  typed: { emoji: string | null; message: string | null; name: string | null } | null
}

function ReactionForm({ gift, typed }: ReactionFormProps) {
  return (
    <form method="post" action={`${paths.gift(gift.shortcode)}#thanks`}>
      <input type="hidden" name="step" value="react" />
      <fieldset className="emojis">
        <legend>{copy.reaction.emojiLegend}</legend>
        {gift.quickEmojis.map((emoji) => (
          <label key={emoji} className="emoji">
            <input
              type="radio"
              name="emoji"
              value={emoji}
              defaultChecked={typed?.emoji === emoji}
              aria-label={copy.reaction.emojiLabel(emoji)}
            />
            <span aria-hidden="true">{emoji}</span>
          </label>
        ))}
      </fieldset>
      <label className="field">
        <span>{copy.reaction.message}</span>
        <textarea name="message" dir="auto" rows={3} maxLength={1000} defaultValue={typed?.message ?? ''} />
      </label>
      <label className="field">
        <span>{copy.reaction.name}</span>
        <input name="name" type="text" autoComplete="name" maxLength={100} defaultValue={typed?.name ?? ''} />
      </label>
      <button className="button quiet-accent wide" type="submit">
        {copy.reaction.action}
      </button>
    </form>
  )
}
