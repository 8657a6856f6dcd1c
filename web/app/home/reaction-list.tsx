import { Link } from 'react-router'
import type { Reaction } from '#contract/hugggs/hugggs.ts'
import { useZone } from '#web/app/shell/app-data.ts'
import { paths } from '#web/paths.ts'
import { formatDay } from '#web/ui/format.ts'
import { StatusBadge } from '#web/ui/kit/status-badge.tsx'
import styles from './home.module.css'

interface ReactionListProps {
  reactions: readonly Reaction[]
  /** What came later is new to the reader. */
  seenUntil?: string | null
}

/** What recipients said. */
export function ReactionList({ reactions, seenUntil }: ReactionListProps) {
  const zone = useZone()
  return (
    <ul className={styles.reactions}>
      {reactions.map(({ _id, emoji, message, name, hugggId, dateModified }, index) => (
        <li key={_id}>
          <span className={styles.emoji}>{emoji ?? '🌸'}</span>
          <div>
            {seenUntil !== undefined && (!seenUntil || dateModified > seenUntil) ? (
              <p>
                <StatusBadge status="New" tone="accent" />
              </p>
            ) : null}
            {message ? <p>“{message}”</p> : null}
            <span className="muted small">
              {name ?? 'Someone'} · <time dateTime={dateModified}>{formatDay(dateModified, zone)}</time> ·{' '}
              <Link to={paths.sentGift(hugggId)} aria-label={`the gift, ${index + 1} of ${reactions.length}`}>
                the gift
              </Link>
            </span>
          </div>
        </li>
      ))}
    </ul>
  )
}
