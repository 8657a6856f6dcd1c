import { refusalReasonLabels } from '#contract/core/status-labels.ts'
import type { CodeRefusal } from '#contract/hugggs/code-refusals.ts'
import { useZone } from '#web/app/shell/app-data.ts'
import { formatFull } from '#web/ui/format.ts'
import { Notice } from '#web/ui/kit/notice.tsx'

const outcomes = {
  issuer: 'We asked the shop, and the code works now.',
  'new-code': 'We gave the gift a new code. You pay nothing for it.',
  refund: 'We cancelled the gift, and what you paid was returned.',
} as const

/** What the recipient said last of a shop that would not take the code, and what came of it. */
export function RefusedCode({ refusal }: { refusal: CodeRefusal }) {
  const zone = useZone()
  const { reason, shop, words, at, outcome, settledAt } = refusal
  return (
    <Notice tone={outcome ? 'info' : 'warning'} title="Its recipient told us that a shop refused the code">
      <p>
        {formatFull(at, zone)}: {refusalReasonLabels[reason]}
        {shop ? `, at ${shop}` : ''}.
        {words ? (
          <>
            {' '}
            They wrote: <q dir="auto">{words}</q>
          </>
        ) : null}
      </p>
      <p>
        {outcome && settledAt
          ? `${formatFull(settledAt, zone)}: ${outcomes[outcome]}`
          : 'We are asking the shop, and will email you what comes of it. The gift is as it was, and no money has moved.'}
      </p>
    </Notice>
  )
}
