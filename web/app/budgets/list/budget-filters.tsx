import { Link } from 'react-router'
import { paths } from '#web/paths.ts'
import styles from '../budgets.module.css'
import { budgetStatusLabel } from '../labels.ts'
import type { BudgetFilter } from './load-budgets.server.ts'

const filters: readonly { show: BudgetFilter | null; label: string }[] = [
  { show: null, label: 'All' },
  { show: 'failing', label: 'Last run failed' },
  { show: 'live', label: budgetStatusLabel('live') },
  { show: 'scheduled', label: budgetStatusLabel('scheduled') },
  { show: 'draft', label: 'Drafts' },
  { show: 'ended', label: budgetStatusLabel('ended') },
]

/** Which budgets are listed, as links. */
export const BudgetFilters = ({ current }: { current: BudgetFilter | null }) => (
  <nav aria-label="Which budgets">
    <ul className={styles.filters}>
      {filters.map(({ show, label }) => (
        <li key={label}>
          <Link
            to={show ? `${paths.budgets}?show=${show}` : paths.budgets}
            aria-current={show === current ? 'page' : undefined}
          >
            {label}
          </Link>
        </li>
      ))}
    </ul>
  </nav>
)
