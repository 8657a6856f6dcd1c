import { Notice } from '#web/ui/kit/notice.tsx'

/** What people lose by a change. */
export interface Consequence {
  sentence: string
  help: string
}

/** Names the sums that were said: where they are others by the time it is saved, it is asked again. */
export const agreedKey = (consequences: readonly Consequence[]): string =>
  consequences.map(({ sentence }) => sentence).join(' ')

/** Said before the press, and sent along with it. */
export const Consequences = ({ consequences }: { consequences: readonly Consequence[] }) => (
  <>
    <input type="hidden" name="agreed" value={agreedKey(consequences)} />
    {consequences.map(({ sentence, help }) => (
      <Notice key={sentence} tone="warning" title={sentence}>
        {help}
      </Notice>
    ))}
  </>
)
