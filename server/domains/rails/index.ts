import type { Domain } from '#server/platform/http/domain.ts'
import { railRoutes } from './routes.ts'

export { railFigures } from './queries.ts'

/** The ways to pay out, as operators see them: what they are, and what they say they paid. */
export const railsDomain: Domain = { name: 'rails', routes: railRoutes }
