import { Link } from 'react-router'
import type { HeldGift } from '#contract/delivery/delivery.ts'
import { useZone } from '#web/app/shell/app-data.ts'
import { paths } from '#web/paths.ts'
import { formatDay, plural } from '#web/ui/format.ts'
import { Notice } from '#web/ui/kit/notice.tsx'
import styles from './activity.module.css'

const SHOWN = 10

const words: Record<HeldGift['why'], string> = {
  method: 'the team does not send in this way now',
  domain: 'the team does not send to its domain now',
  price: 'the team does not give gifts of this price now',
  category: 'the team does not give gifts of this category now',
  cap: 'its recipient has reached the limit for one person',
}

interface HeldProps {
  gifts: readonly HeldGift[]
  /** Whom the gifts of a purchase are for; each leads to its gift. */
  names?: ReadonlyMap<string, string>
}

/** Gifts that were to leave and wait, because of what their team allows today. */
export function Held({ gifts, names }: HeldProps) {
  const zone = useZone()
  const [first] = gifts.toSorted((one, other) => one.until.localeCompare(other.until))
  if (!first) return null
  const reasons = [...new Set(gifts.map(({ why }) => words[why]))]
  return (
    <Notice tone="warning" title={gifts.length === 1 ? 'This gift waits' : `${plural(gifts.length, 'gift')} wait`}>
      Your team’s rules do not let {gifts.length === 1 ? 'it' : 'them'} leave: {reasons.join('; ')}. Once a rule allows
      it again, what it holds leaves within the hour. What still waits on {formatDay(first.until, zone)} is cancelled,
      and its price and fee come back.
      {names ? (
        <ul className={styles.undelivered}>
          {gifts.slice(0, SHOWN).map(({ hugggId, why }) => (
            <li key={hugggId}>
              <Link to={paths.sentGift(hugggId)}>{names.get(hugggId) ?? 'Another gift'}</Link>
              {reasons.length > 1 ? `: ${words[why]}` : null}
            </li>
          ))}
          {gifts.length > SHOWN ? <li>and {gifts.length - SHOWN} more</li> : null}
        </ul>
      ) : null}
    </Notice>
  )
}
