import { data } from 'react-router'
import type { Session } from '#web/session/session.ts'
import { budgetStatuses } from '../labels.ts'

const PAGE_SIZE = 25

/** What the list can be narrowed to, each an address of its own. */
const budgetFilters = ['failing', ...budgetStatuses] as const
export type BudgetFilter = (typeof budgetFilters)[number]

/** One page of the team's budgets, narrowed as the address says; what means nothing is left out. */
export async function loadBudgets(session: Session, { searchParams }: URL) {
  if (!session.can(['view-automated-budget', 'create-automated-budget'])) throw data(null, { status: 403 })
  const filter = budgetFilters.find((name) => name === searchParams.get('show')) ?? null
  const next = searchParams.get('next')
  const page = session.unwrap(
    await session.api.listBudgets({
      query: {
        limit: PAGE_SIZE,
        ...(next && { next }),
        ...(filter === 'failing' ? { failing: 'true' } : filter && { status: [filter] }),
      },
    }),
  )
  return { budgets: page.data, next: page.hasNext ? page.next : null, filter, isFirst: !next }
}
