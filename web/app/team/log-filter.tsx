import { useSearchParams } from 'react-router'
import { LinkButton } from '#web/ui/kit/button.tsx'
import { useAddress } from '#web/ui/kit/pagination.tsx'
import styles from './log-filter.module.css'

interface LogFilterProps {
  /** The query parameter that holds the choice. */
  parameter: string
  options: readonly { value: string; label: string }[]
}

/** All of a log, or only what came out in one way; from its first page. */
export function LogFilter({ parameter, options }: LogFilterProps) {
  const address = useAddress()
  const chosen = useSearchParams()[0].get(parameter)
  return (
    <nav aria-label="Filter the log" className={styles.filters}>
      {[{ value: null, label: 'All' }, ...options].map(({ value, label }) => (
        <LinkButton
          key={label}
          look={chosen === value ? 'quiet' : 'plain'}
          size="small"
          to={address({ [parameter]: value, page: null, next: null })}
          aria-current={chosen === value ? 'page' : undefined}
          preventScrollReset
        >
          {label}
        </LinkButton>
      ))}
    </nav>
  )
}
