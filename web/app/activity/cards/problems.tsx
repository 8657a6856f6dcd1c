import type { Failure } from '#web/ui/kit/failure.ts'
import { Notice } from '#web/ui/kit/notice.tsx'

const FLAWS_SHOWN = 8

interface FlawsProps {
  title: string
  flaws: readonly string[]
  /** Why it was refused where it is about no card. */
  failure: Failure
}

/** What stands against printing, card by card. */
export const Flaws = ({ title, flaws, failure }: FlawsProps) => (
  <Notice tone="danger" role="alert" title={title}>
    {flaws.length ? <FlawList flaws={flaws} /> : (failure.help ?? failure.message)}
  </Notice>
)

export const FlawList = ({ flaws }: { flaws: readonly string[] }) => (
  <ul>
    {flaws.slice(0, FLAWS_SHOWN).map((flaw) => (
      <li key={flaw}>{flaw}</li>
    ))}
    {flaws.length > FLAWS_SHOWN ? <li>and {flaws.length - FLAWS_SHOWN} more</li> : null}
  </ul>
)
