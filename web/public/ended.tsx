import type { Gift } from '#contract/recipient.ts'
import { copy } from './copy.en-GB.ts'
import { formatDay } from './format.ts'
import { Letter } from './letter.tsx'

interface EndedProps {
  gift: Gift
  state: 'expired' | 'cancelled'
}

/** Nothing can be used here any more; the sender's words stay. */
export function Ended({ gift, state }: EndedProps) {
  const text =
    state === 'expired' ? copy.expired.text(gift.expiresAt && formatDay(gift.expiresAt)) : copy.cancelled.text
  return (
    <>
      <h1>{copy[state].heading}</h1>
      <p className="lead">{text}</p>
      <p className="hint">{copy[state].help}</p>
      <Letter gift={gift} />
    </>
  )
}
