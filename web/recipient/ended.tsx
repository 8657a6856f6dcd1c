import type { Gift } from '#contract/hugggs/recipient.ts'
import { copy } from './copy.en-GB.ts'
import { formatGiftDay } from './format.ts'
import { Letter } from './letter.tsx'

interface EndedProps {
  gift: Gift
  state: 'expired' | 'cancelled'
}

function endWords({ isUnavailable, refusal }: Gift, state: EndedProps['state']) {
  if (state === 'expired') return copy.expired
  if (isUnavailable) return copy.unavailable
  return refusal?.outcome === 'refund' ? copy.refunded : copy.cancelled
}

/** Nothing can be used here now; the sender's words stay. */
export function Ended({ gift, state }: EndedProps) {
  const words = endWords(gift, state)
  const text = typeof words.text === 'string' ? words.text : words.text(gift.expiresAt && formatGiftDay(gift.expiresAt))
  return (
    <>
      <h1>{words.heading}</h1>
      <p className="lead">{text}</p>
      <p className="hint">{words.help}</p>
      <Letter gift={gift} />
    </>
  )
}
