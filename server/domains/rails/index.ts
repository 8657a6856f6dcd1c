import type { Domain } from '#server/platform/http/domain.ts'
import { railRoutes } from './routes.ts'

export { settlementTakenIn } from './events.ts'
export {
  change as changeOrder,
  closeOrder,
  isLeased,
  leaseOrder,
  liveOrder,
  lockOrder,
  nextOrderAt,
  OVERDUE_TRIES,
  openCode,
  openOrder,
  type RailOrder,
  recordAnswer,
  requestCode,
  takeDueOrders,
  toldOrders,
  whatIsTold,
} from './order.ts'
export { railFigures, waitingForRails } from './queries.ts'
export { takeSettlementFile } from './take-settlement-file.ts'

/** The ways to pay out, as operators see them: what they are, and what they say they paid. */
export const railsDomain: Domain = { name: 'rails', routes: railRoutes }
