import { giftStatusLabel } from '#contract/core/status-labels.ts'
import type { TimelineEntry } from '#contract/hugggs/hugggs.ts'
import { useZone } from '#web/app/shell/app-data.ts'
import { formatFull, humanise } from '#web/ui/format.ts'
import styles from '../activity.module.css'

type Actors = Record<TimelineEntry['actor']['kind'], string>

const actors: Actors = {
  user: 'by your team',
  client: 'by a program of yours',
  recipient: 'by the recipient',
  operator: 'by our support',
  system: 'automatically',
}

const SPENT_IN_PART = 'redeemed in part at a till'

const reasonLabels: Record<string, string> = {
  'address corrected': 'The address was corrected, and the old link stopped working',
  'sent before its time': 'Sent before its time',
  resent: 'The email was sent once more',
  'code-refused': 'Its recipient said that a shop refused the code',
  'code-refusal-settled': 'We settled the refused code with the shop',
  'code-replaced': 'We gave it a new code',
  'refunded: code-refused': 'A shop refused its code, and its money was returned',
  'asked-for': 'Its recipient said that it had not arrived',
  'code-unavailable': 'We could not get its code, and its money was returned',
  [SPENT_IN_PART]: 'Spent in part at a till',
  'link shown': 'Its link was shown',
  'not delivered': 'Not delivered',
}

/** What a till did: it is a program, but none of the reader's. */
const doneAtTill = ['redeemed at a till', SPENT_IN_PART, 'redemption undone']

/** All that happened to a gift, the oldest first. */
export const Timeline = ({ entries }: { entries: readonly TimelineEntry[] }) => (
  <TimelineList entries={entries} zone={useZone()} actors={actors} />
)

interface TimelineListProps {
  entries: readonly TimelineEntry[]
  zone: string
  /** Who did it, where they have no name. */
  actors: Actors
}

/** The same for any reader. */
export function TimelineList({ entries, zone, actors: unnamed }: TimelineListProps) {
  return (
    <ol className={styles.timeline}>
      {entries.map(({ id, at, actor, ...entry }) => {
        const { title, reason } = timelineLabel(entry)
        return (
          <li key={id}>
            <strong>{title}</strong>
            <span className="muted small">
              <time dateTime={at}>{formatFull(at, zone)}</time> ·{' '}
              {doneAtTill.includes(entry.reason ?? '')
                ? 'by the shop'
                : actor.name
                  ? `by ${actor.name}`
                  : unnamed[actor.kind]}
              {reason === title ? '' : ` · ${reason}`}
            </span>
          </li>
        )
      })}
    </ol>
  )
}

/** What happened, and why where that says more. */
function timelineLabel({ from, to, reason }: Pick<TimelineEntry, 'from' | 'to' | 'reason'>) {
  if (from === null) return { title: 'Bought', reason: 'Bought' }
  const why = reason ? describeReason(reason) : null
  const title = (from === to || reason === SPENT_IN_PART) && why ? why : giftStatusLabel(humanise(to))
  return { title, reason: why ?? title }
}

const describeReason = (reason: string): string => reasonLabels[reason] ?? humanise(reason)
