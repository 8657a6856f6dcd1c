import { registerApprovalDecisions } from '#server/domains/delivery/index.ts'
import { asSystem, type Posy } from '#server/platform/posy.ts'
import { endApproval } from './decide-approval.ts'
import { endedApprovals, nextApprovalEnd, readDecisions } from './queries.ts'

export function registerApprovals(posy: Posy): void {
  registerApprovalDecisions(posy, (ids) => readDecisions(posy.db, ids))
  posy.due.push({
    name: 'orders.approvals',
    nextDueAt: () => nextApprovalEnd(posy.db),
    run: async (now) => {
      for (const orderId of await endedApprovals(posy.db, now))
        await asSystem(posy, (work) => endApproval(work, orderId, 'expired'))
    },
  })
}
