import type { Domain } from '#server/platform/http/domain.ts'
import { leavingPersonalData } from './personal-data.ts'
import { leavingRoutes } from './routes.ts'

export { endLeaving } from './change-leaving.ts'
export { openLeavings } from './queries.ts'

/** Customers who ask to have their balance paid out and their account closed. */
export const leavingDomain: Domain = { name: 'leaving', routes: leavingRoutes, personalData: leavingPersonalData }
