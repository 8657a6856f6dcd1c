import type { Quote } from '#contract/orders/orders.ts'
import { approvalMessages, queueUserMessages } from '#server/domains/delivery/index.ts'
import type { NamedPerson } from '#server/domains/teams/team/index.ts'
import type { Work } from '#server/platform/posy.ts'
import type { ApprovalRecord } from './approval.ts'

interface Asked {
  id: string
  orderId: string
  teamId: string
  userId: string
  quote: Pick<Quote, 'total' | 'currency' | 'quantity'>
}

/** Asks everyone who can decide. */
export async function askApprovers(work: Work, asked: Asked, approvers: readonly NamedPerson[]): Promise<void> {
  const { id, orderId, teamId, userId, quote } = asked
  const { total, currency, quantity } = quote
  const detail = { approvalId: id, orderId, buyerId: userId, totalPence: total, currency, quantity }
  await queueUserMessages(work, approvalMessages.wanted, {
    teamId,
    messages: approvers.map((one) => ({ userId: one.id, dedupeKey: `approval-wanted/${id}/${one.id}`, detail })),
  })
}

/** Tells the buyer, or who issued their key, what happened to it. */
export async function notifyBuyer(
  work: Work,
  { id, order_id, team_id, user_id, api_key_id, total, currency }: ApprovalRecord,
  transactionId: string | null,
): Promise<void> {
  const key = api_key_id
    ? await work.tx.selectFrom('api_key').select('created_by').where('id', '=', api_key_id).executeTakeFirst()
    : null
  const userId = key ? key.created_by : user_id
  if (!userId) return
  const detail = { approvalId: id, orderId: order_id, transactionId, totalPence: total, currency }
  await queueUserMessages(work, approvalMessages.decided, {
    teamId: team_id,
    messages: [{ userId, dedupeKey: `approval-decided/${id}`, detail }],
  })
}
