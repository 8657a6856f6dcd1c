import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useZone } from '#web/app/shell/app-data.ts'
import { formatMoment } from '#web/ui/format.ts'
import { Money } from '#web/ui/kit/money.tsx'
import { StatusBadge } from '#web/ui/kit/status-badge.tsx'
import type { ListedActivity } from './activity.ts'
import styles from './home.module.css'

export function ActivityList({ items }: { items: readonly ListedActivity[] }) {
  const zone = useZone()
  return (
    <ul className={styles.activity}>
      {items.map(({ key, at, to, title, detail, apart, failure, pence, currency }) => (
        <li key={key}>
          <Line to={to}>
            <strong>{title}</strong>{' '}
            {failure ? (
              <span>
                <StatusBadge status={failure} tone="danger" />{' '}
              </span>
            ) : null}
            <span className="muted small">
              {detail} · <time dateTime={at}>{formatMoment(at, zone)}</time>
              <span className="visually-hidden">{apart}</span>
            </span>
          </Line>
          {pence === null ? null : <Money pence={pence} currency={currency} movement />}
        </li>
      ))}
    </ul>
  )
}

/** All of it is the link: many lines have the same title, and are told apart by what follows. */
const Line = ({ to, children }: { to: string | null; children: ReactNode }) =>
  to ? (
    <Link to={to} className={styles.line}>
      {children}
    </Link>
  ) : (
    <div className={styles.line}>{children}</div>
  )
