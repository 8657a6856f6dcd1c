import type { Domain } from '#server/platform/http/domain.ts'
import { impersonationRoutes } from './routes.ts'

export { authenticateImpersonation } from './authenticate-impersonation.ts'
export { endOperatorImpersonations } from './end-impersonation.ts'
export { impersonationStarted } from './events.ts'
export { isVisitOpen, permissionFor } from './queries.ts'
export { startImpersonation } from './start-impersonation.ts'

/** Operators who look at the product as a member of a customer's team, and what a team allows them. */
export const impersonationDomain: Domain = { name: 'impersonation', routes: impersonationRoutes }
