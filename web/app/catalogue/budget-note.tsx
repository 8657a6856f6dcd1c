import { Link } from 'react-router'
import { paths } from '#web/paths.ts'

/** What was left out of the gifts shown, and where it says why. */
export const BudgetNote = () => (
  <p className="muted">
    Only gifts that your budget allows are shown. <Link to={paths.home}>What it allows</Link>
  </p>
)
