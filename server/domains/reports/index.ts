import type { Domain } from '#server/platform/http/domain.ts'
import { accountsRoutes } from './accounts-routes.ts'
import { budgetReportRoutes } from './budget-routes.ts'
import { reportRoutes } from './routes.ts'

/** Reads over everything below; writes only what a team’s accounts package calls its accounts, and which files it got. */
export const reportsDomain: Domain = {
  name: 'reports',
  routes: [...reportRoutes, ...budgetReportRoutes, ...accountsRoutes],
}
