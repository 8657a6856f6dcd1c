import type { ApprovalDetail } from '#contract/orders/approvals.ts'
import * as contract from '#contract/orders/approvals.ts'
import { toDate } from '#kit/time.ts'
import { offsetPage } from '#server/platform/http/page.ts'
import { command, type Route, read } from '#server/platform/http/route.ts'
import type { Work } from '#server/platform/posy.ts'
import type { Principal } from '#server/platform/principal.ts'
import { declineOrder, withdrawOrder } from './decide-approval.ts'
import { approvalsPage, readApproval } from './queries.ts'

const answer = async (work: Work, caller: Principal, orderId: string): Promise<{ data: ApprovalDetail }> => ({
  data: await readApproval(work.posy, work.tx, caller, orderId, work.at),
})

export const approvalRoutes: Route[] = [
  read(contract.listApprovals, async ({ db, caller, query, request }) => {
    const { approvals, total } = await approvalsPage(db, caller, query)
    return offsetPage(approvals, total, { ...query, url: request.url })
  }),
  read(contract.getApproval, async ({ posy, db, caller, params }) => ({
    data: await readApproval(posy, db, caller, params.id, toDate(posy.clock.now())),
  })),
  command(contract.declineOrder, async ({ work, caller, params, body }) => {
    await declineOrder(work, caller, params.id, body)
    return answer(work, caller, params.id)
  }),
  command(contract.withdrawOrder, async ({ work, caller, params }) => {
    await withdrawOrder(work, caller, params.id)
    return answer(work, caller, params.id)
  }),
]
