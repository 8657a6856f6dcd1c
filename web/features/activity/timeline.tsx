import type { TimelineEntry } from '#contract/hugggs.ts'
import { formatFull, humanise } from '../../ui/format.ts'
import { useZone } from '../shell/app-data.ts'
import styles from './activity.module.css'
import { statusWord } from './words.ts'

const actors: Record<TimelineEntry['actor']['kind'], string> = {
  user: 'by your team',
  client: 'by a program of yours',
  recipient: 'by the recipient',
  operator: 'by our support',
  system: 'by itself',
}

const reasonWords: Record<string, string> = {
  'recipient-corrected': 'The address was corrected, and the old link died',
  resent: 'The email was sent once more',
}

/** All that happened to a gift, the oldest first. */
export function Timeline({ entries }: { entries: readonly TimelineEntry[] }) {
  const zone = useZone()
  return (
    <ol className={styles.timeline}>
      {entries.map(({ id, at, actor, ...entry }) => {
        const { title, reason } = wordsOf(entry)
        return (
          <li key={id}>
            <strong>{title}</strong>
            <span className="muted small">
              <time dateTime={at}>{formatFull(at, zone)}</time> · {actors[actor.kind]}
              {reason === title ? '' : ` · ${reason}`}
            </span>
          </li>
        )
      })}
    </ol>
  )
}

/** What happened, and why where that says more. */
function wordsOf({ from, to, reason }: Pick<TimelineEntry, 'from' | 'to' | 'reason'>) {
  if (from === null) return { title: 'Bought', reason: 'Bought' }
  const why = reason ? reasonOf(reason) : null
  const title = from === to && why ? why : statusWord(humanise(to))
  return { title, reason: why ?? title }
}

const reasonOf = (reason: string): string => reasonWords[reason] ?? humanise(reason)
