import { Link } from 'react-router'
import { useAddress } from '#web/ui/kit/pagination.tsx'
import styles from './invoices.module.css'
import type { NamedPeriod } from './recent-periods.server.ts'

/** Months and quarters of the same list, in one press. */
export function PeriodLinks({ periods }: { periods: readonly NamedPeriod[] }) {
  const addressWith = useAddress()
  return (
    <p className={styles.periods}>
      {periods.map(({ name, from, to }) => (
        <Link key={name} to={addressWith({ from, to, until: null, page: null, reopen: null, file: null })}>
          {name}
        </Link>
      ))}
    </p>
  )
}
