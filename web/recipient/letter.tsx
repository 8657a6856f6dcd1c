import type { Gift } from '#contract/hugggs/recipient.ts'
import { copy } from './copy.en-GB.ts'

/** The sender's words and picture. */
export function Letter({ gift }: { gift: Pick<Gift, 'coverImageUrl' | 'message' | 'fromName'> }) {
  const { coverImageUrl, message, fromName } = gift
  if (!message && !coverImageUrl) return null
  return (
    <section className="letter" aria-label={copy.message.heading(fromName)}>
      {coverImageUrl ? <img className="cover" src={coverImageUrl} alt="" width="640" height="360" /> : null}
      {message ? (
        <figure>
          <svg className="pressed-flower" viewBox="-36 -36 72 72" aria-hidden="true">
            <use href="#bloom" />
          </svg>
          <blockquote dir="auto">{message}</blockquote>
          <figcaption>{fromName}</figcaption>
        </figure>
      ) : null}
    </section>
  )
}
