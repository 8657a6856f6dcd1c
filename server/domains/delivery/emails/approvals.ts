import { z } from 'zod'
import type { ApprovalStatus } from '#contract/orders/approvals.ts'
import { senderName, usersByIds } from '#server/domains/identity/users/index.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { Posy } from '#server/platform/posy.ts'
import { cancelled, type EmailFamily } from '../messages/message-kind.ts'
import { copy, count } from './copy.en-GB.ts'
import { inline } from './html.ts'
import { hello } from './letter.ts'
import { type UserMessage, userEmail } from './user-email.ts'

const enGB = {
  approvalWanted: {
    someone: 'Someone',
    subject: (buyer: string, total: string) => `${buyer} asks you to approve an order of ${total}`,
    preheader: 'Nothing has been bought, and no money has moved.',
    heading: 'An order waits for you',
    intro: (buyer: string, quantity: number, product: string, total: string) =>
      `${buyer} wants to buy ${quantity === 1 ? 'one' : count(quantity)} × ${product} for ${total}, which is above your team’s limit. Nothing has been bought, and no money has moved.`,
    next: 'Check it, then approve or decline it. It waits for 14 days.',
    action: 'See the order',
    why: 'You get this because you may approve orders of your team.',
  },
  approvalDecided: {
    note: (note: string) => `They wrote: “${note}”`,
    why: 'You get this because you asked for this order.',
    approved: {
      subject: (product: string) => `Approved: ${product}`,
      preheader: 'Your order has been bought.',
      heading: 'Your order has been approved',
      intro: (product: string, total: string) => `${product} has been bought for ${total}.`,
      next: 'The gifts are on their way, or leave on the day you chose.',
      action: 'See the order',
    },
    declined: {
      subject: (product: string) => `Declined: ${product}`,
      preheader: 'Nothing was bought, and no money has moved.',
      heading: 'Your order has been declined',
      intro: (product: string, total: string) =>
        `Your order of ${product} for ${total} was not approved. Nothing was bought, and no money has moved.`,
      next: 'Your draft is kept: you can change it and ask again.',
      action: 'See the order',
    },
    expired: {
      subject: (product: string) => `Not decided in time: ${product}`,
      preheader: 'Nothing was bought, and no money has moved.',
      heading: 'No one decided on your order',
      intro: (product: string, total: string) =>
        `Your order of ${product} for ${total} waited for 14 days. Nothing was bought, and no money has moved.`,
      next: 'Your draft is kept: you can ask again.',
      action: 'See the order',
    },
  },
}

/** How an order that someone was asked about stands when an email about it leaves. */
export interface ApprovalDecision {
  status: ApprovalStatus
  note: string | null
  productName: string
}
type ReadDecisions = (db: Db, approvalIds: readonly string[]) => Promise<Map<string, ApprovalDecision>>

declare module '#server/platform/posy.ts' {
  interface Hooks {
    approvalDecisions: ReadDecisions
  }
}

const order = { approvalId: z.string(), orderId: z.string(), totalPence: z.number(), currency: z.string() }

const loadDecisions = (
  { hooks, db }: Posy,
  messages: readonly UserMessage<{ approvalId: string }>[],
): Promise<Map<string, ApprovalDecision>> =>
  hooks.approvalDecisions(
    db,
    messages.map(({ detail }) => detail.approvalId),
  )

/** To the people who may decide: what someone wants to buy. No one is asked for what has been decided meanwhile. */
const approvalWantedEmail = userEmail({
  template: 'approval-wanted',
  detail: z.object({ ...order, buyerId: z.string(), quantity: z.number() }),
  load: async (posy, messages) => ({
    decisions: await loadDecisions(posy, messages),
    buyers: await usersByIds(
      posy.db,
      messages.map(({ detail }) => detail.buyerId),
    ),
  }),
  write({ reader, detail }, { decisions, buyers }) {
    const decision = decisions.get(detail.approvalId)
    if (decision?.status !== 'pending') return cancelled('the order no longer waits')
    const words = enGB.approvalWanted
    const buyer = buyers.get(detail.buyerId)
    const from = inline((buyer && senderName(buyer)) || '') || words.someone
    const total = copy.money(detail.totalPence, detail.currency)
    return {
      ...words,
      subject: words.subject(from, total),
      body: [hello(reader), words.intro(from, detail.quantity, inline(decision.productName), total), words.next],
      path: `/approvals/${detail.orderId}`,
    }
  },
})

/** To the buyer: what happened to it, whether money moved, and what to do. */
const approvalDecidedEmail = userEmail({
  template: 'approval-decided',
  detail: z.object({ ...order, transactionId: z.string().nullable() }),
  load: loadDecisions,
  write({ reader, detail }, decisions) {
    const decision = decisions.get(detail.approvalId)
    if (!decision || decision.status === 'pending' || decision.status === 'withdrawn')
      return cancelled('nothing was decided')
    const words = enGB.approvalDecided[decision.status]
    const product = inline(decision.productName)
    const { note } = decision
    return {
      ...words,
      subject: words.subject(product),
      body: [
        hello(reader),
        words.intro(product, copy.money(detail.totalPence, detail.currency)),
        note ? enGB.approvalDecided.note(inline(note)) : false,
        words.next,
      ],
      why: enGB.approvalDecided.why,
      path: `/approvals/${detail.orderId}`,
    }
  },
})

export const approvalMessages = { wanted: approvalWantedEmail, decided: approvalDecidedEmail }
export const approvalEmails: EmailFamily = { kinds: [approvalWantedEmail, approvalDecidedEmail] }
