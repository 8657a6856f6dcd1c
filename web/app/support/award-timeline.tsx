import type { AwardDetail } from '#contract/awards/awards.ts'
import { cannotUseLabels } from '#contract/awards/cannot-use.ts'
import { formatMoney } from '#kit/money.ts'
import activity from '#web/app/activity/activity.module.css'
import { useZone } from '#web/app/shell/app-data.ts'
import { capitalise, formatFull } from '#web/ui/format.ts'
import { awardStates } from './labels.ts'

type Entry = AwardDetail['timeline'][number]

const actors: Record<string, string> = {
  user: 'by your team',
  client: 'by a program of yours',
  recipient: 'by the person',
  operator: 'by our support',
  system: 'automatically',
}

/** All that happened to an award, the oldest first. */
export function AwardTimeline({ entries, currency }: { entries: readonly Entry[]; currency: string }) {
  const zone = useZone()
  return (
    <ol className={activity.timeline}>
      {entries.map(({ at, to, by, reason, paid, cannotUse }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: what happened keeps its place
        <li key={index}>
          <strong>
            {cannotUse ? 'They cannot use it' : awardStates[to].label}
            {to === 'part-cashed' ? `: ${formatMoney(paid, currency)} so far` : ''}
          </strong>
          <span className="muted small">
            <time dateTime={at}>{formatFull(at, zone)}</time> ·{' '}
            {by.name ? `by ${by.name}` : (actors[by.kind] ?? 'automatically')}
          </span>
          {reason ? <span>{cannotUse ? cannotUseLabels[cannotUse] : capitalise(reason)}</span> : null}
        </li>
      ))}
    </ol>
  )
}
