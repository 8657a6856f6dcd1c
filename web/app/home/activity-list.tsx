import { Link } from 'react-router'
import { useZone } from '#web/app/shell/app-data.ts'
import { formatMoment } from '#web/ui/format.ts'
import { Money } from '#web/ui/kit/money.tsx'
import type { Activity } from './activity.ts'
import styles from './home.module.css'

export function ActivityList({ items }: { items: readonly Activity[] }) {
  const zone = useZone()
  return (
    <ul className={styles.activity}>
      {items.map(({ key, at, to, title, detail, pence, currency }) => (
        <li key={key}>
          <div>
            <strong>{to ? <Link to={to}>{title}</Link> : title}</strong>
            <span className="muted small">
              {detail} · <time dateTime={at}>{formatMoment(at, zone)}</time>
            </span>
          </div>
          {pence === null ? null : <Money pence={pence} currency={currency} movement />}
        </li>
      ))}
    </ul>
  )
}
