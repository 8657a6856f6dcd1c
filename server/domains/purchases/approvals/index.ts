import type { Domain } from '#server/platform/http/domain.ts'
import { registerApprovals } from './jobs.ts'
import { approvalsPersonalData } from './personal-data.ts'
import { approvalRoutes } from './routes.ts'

export { approvalNeeded, listApprovers } from './approval-limits.ts'
export { closeApproval, endApproval, lockDecidable } from './decide-approval.ts'
export { orderDecided } from './events.ts'
export { holdForApproval } from './hold-for-approval.ts'
export { approvalPayment, BUYER_GONE, listWaitingOrders, loadBuyer, readApproval, readDecisions } from './queries.ts'

/** Orders above a limit of their team, which wait for another person. */
export const approvalsDomain: Domain = {
  name: 'approvals',
  routes: approvalRoutes,
  personalData: approvalsPersonalData,
  register: registerApprovals,
}
