import type { Selectable } from 'kysely'
import { APPROVAL_DAYS, type ApprovalStatus } from '#contract/orders/approvals.ts'
import type { ApprovalLimits } from '#contract/teams/preferences.ts'
import { BUSINESS_ZONE, toDate, toInstant } from '#kit/time.ts'
import type { ApprovalTable } from '#server/platform/database/schema.ts'
import { Problem } from '#server/platform/problem/problem.ts'

export type ApprovalRecord = Selectable<ApprovalTable>

/** Why an order waits for another person. */
export interface NeededApproval {
  reason: 'order' | 'day'
  limitPence: number
  /** What the buyer has spent that day without approval. */
  spentPence: number
}

/** Which limit a purchase is above; null where it is above none. */
export function aboveLimit(
  { perOrder, perDay }: ApprovalLimits,
  { totalPence, spentPence }: { totalPence: number; spentPence: number },
): NeededApproval | null {
  if (perOrder !== null && totalPence > perOrder) return { reason: 'order', limitPence: perOrder, spentPence }
  if (perDay !== null && spentPence + totalPence > perDay) return { reason: 'day', limitPence: perDay, spentPence }
  return null
}

/** The same time of day in London, so many days later. */
export const endOfWaiting = (askedAt: Date): Date =>
  toDate(toInstant(askedAt).toZonedDateTimeISO(BUSINESS_ZONE).add({ days: APPROVAL_DAYS }).toInstant())

const said: Record<Exclude<ApprovalStatus, 'pending'>, string> = {
  approved: 'This order has been approved and bought.',
  declined: 'This order has been declined.',
  withdrawn: 'This order has been withdrawn.',
  expired: `No one decided on this order in ${APPROVAL_DAYS} days.`,
}

export const alreadyDecided = (status: Exclude<ApprovalStatus, 'pending'>): Problem =>
  new Problem('wrong_state', said[status])
