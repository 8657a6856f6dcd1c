import type { ApprovalStatus } from '#contract/orders/approvals.ts'
import type { Posy } from '#server/platform/posy.ts'

/** How an order that someone was asked about stands when an email about it leaves. */
export interface ApprovalDecision {
  status: ApprovalStatus
  note: string | null
  productName: string
}
type ReadDecisions = (approvalIds: readonly string[]) => Promise<Map<string, ApprovalDecision>>

const readers = new WeakMap<Posy, ReadDecisions>()

/** To be called when the domain that keeps approvals registers. */
export const registerApprovalDecisions = (posy: Posy, read: ReadDecisions): void => {
  readers.set(posy, read)
}

export const approvalDecisions: (posy: Posy, ids: readonly string[]) => ReturnType<ReadDecisions> = async (posy, ids) =>
  (await readers.get(posy)?.(ids)) ?? new Map()
