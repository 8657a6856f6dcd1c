import type { Domain } from '#server/platform/http/domain.ts'
import { budgetReportRoutes } from './budget-routes.ts'
import { reportRoutes } from './routes.ts'

/** Reads over everything below; writes nothing. */
export const reportsDomain: Domain = { name: 'reports', routes: [...reportRoutes, ...budgetReportRoutes] }
