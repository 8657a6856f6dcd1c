import { senderName, usersByIds } from '#server/domains/identity/index.ts'
import type { Posy } from '#server/platform/posy.ts'
import { type ApprovalDecision, approvalDecisions } from './approval-decisions.ts'
import { type Composed, eachById, mailTo, userIsGone } from './composed.ts'
import { approvalDecidedEmail, approvalWantedEmail } from './emails/approval-emails.ts'
import { copyFor } from './emails/copy.ts'
import { toUsers } from './queries.ts'

/** What the orders domain says of its messages, as it queues them. */
interface Detail {
  approvalId: string
  orderId: string
  buyerId?: string
  quantity?: number
  totalPence: number
  currency: string
}

async function told(posy: Posy, ids: readonly string[]) {
  const rows = await toUsers(posy.db, ids).select(['app_user.first_name as firstName', 'message.detail']).execute()
  const messages = rows.map((row) => ({ ...row, detail: row.detail as unknown as Detail }))
  const decisions = await approvalDecisions(
    posy,
    messages.map(({ detail }) => detail.approvalId),
  )
  return { messages, decisions }
}

const orderPage = (posy: Posy, { orderId }: Detail) => `${posy.config.publicUrl}/approvals/${orderId}`

/** No one is asked for what has been decided meanwhile. */
export async function composeWantedApprovals(posy: Posy, ids: readonly string[]): Promise<Map<string, Composed>> {
  const { messages, decisions } = await told(posy, ids)
  const buyers = await usersByIds(
    posy.db,
    messages.flatMap(({ detail }) => detail.buyerId ?? []),
  )
  return eachById(messages, ({ address, firstName, detail }) => {
    const decision = decisions.get(detail.approvalId)
    if (!address) return userIsGone
    if (decision?.status !== 'pending') return { kind: 'cancel', why: 'the order no longer waits' }
    const buyer = buyers.get(detail.buyerId!)
    const copy = copyFor('en-GB')
    return mailTo(
      address,
      approvalWantedEmail(copy, {
        firstName: firstName ?? '',
        buyerName: (buyer && senderName(buyer)) || '',
        productName: decision.productName,
        quantity: detail.quantity ?? 1,
        total: copy.money(detail.totalPence, detail.currency),
        url: orderPage(posy, detail),
      }),
    )
  })
}

export async function composeDecidedApprovals(posy: Posy, ids: readonly string[]): Promise<Map<string, Composed>> {
  const { messages, decisions } = await told(posy, ids)
  return eachById(messages, ({ address, firstName, detail }) => {
    const decision: ApprovalDecision | undefined = decisions.get(detail.approvalId)
    if (!address) return userIsGone
    if (!decision || decision.status === 'pending' || decision.status === 'withdrawn')
      return { kind: 'cancel', why: 'nothing was decided' }
    const { status, note, productName } = decision
    const copy = copyFor('en-GB')
    const total = copy.money(detail.totalPence, detail.currency)
    const email = { firstName: firstName ?? '', status, note, productName, total, url: orderPage(posy, detail) }
    return mailTo(address, approvalDecidedEmail(copy, email))
  })
}
