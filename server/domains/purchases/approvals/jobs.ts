import { asSystem, type Posy } from '#server/platform/posy.ts'
import { endApproval } from './decide-approval.ts'
import { endedApprovals, nextApprovalEnd } from './queries.ts'

export function registerApprovals(posy: Posy): void {
  posy.due.push({
    name: 'orders.approvals',
    nextDueAt: nextApprovalEnd,
    run: async (now) => {
      for (const orderId of await endedApprovals(posy.db, now))
        await asSystem(posy, (work) => endApproval(work, orderId, 'expired'))
    },
  })
}
