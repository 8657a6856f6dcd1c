import { Link } from 'react-router'
import styles from './budgets.module.css'
import type { BudgetFilter } from './load-budgets.server.ts'
import { statusWord } from './words.ts'

const filters: readonly { show: BudgetFilter | null; label: string }[] = [
  { show: null, label: 'All' },
  { show: 'failing', label: 'Last run failed' },
  { show: 'live', label: statusWord('live') },
  { show: 'scheduled', label: statusWord('scheduled') },
  { show: 'draft', label: 'Drafts' },
  { show: 'ended', label: statusWord('ended') },
]

/** Which budgets are listed, as links. */
export const BudgetFilters = ({ current }: { current: BudgetFilter | null }) => (
  <nav aria-label="Which budgets">
    <ul className={styles.filters}>
      {filters.map(({ show, label }) => (
        <li key={label}>
          <Link to={show ? `/budgets?show=${show}` : '/budgets'} aria-current={show === current ? 'page' : undefined}>
            {label}
          </Link>
        </li>
      ))}
    </ul>
  </nav>
)
