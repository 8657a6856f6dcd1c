import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { data, id, page, pageQuery, pence, text } from '../core/shapes.ts'
import { Order, Quote } from './orders.ts'
import { PurchaseProblem } from './purchase.ts'

/** How long an order waits for someone to decide. */
export const APPROVAL_DAYS = 14

/** `withdrawn`: by the buyer, or because they left. `expired`: no one decided in time. */
const approvalStatuses = ['pending', 'approved', 'declined', 'withdrawn', 'expired'] as const
export const ApprovalStatus = z.enum(approvalStatuses)
export type ApprovalStatus = z.infer<typeof ApprovalStatus>

const Person = z.object({ id: z.string(), name: z.string() })

/** An order that waits for another person, or did. Amounts are pence. */
export const Approval = z.object({
  orderId: z.string(),
  /** Of the order, as it was asked for. */
  version: z.int(),
  status: ApprovalStatus,
  /** The team that pays. */
  team: Person,
  /** `isKey`: an API key or a connected system. */
  buyer: Person.extend({ isKey: z.boolean() }),
  productName: z.string(),
  quantity: z.int(),
  total: z.int(),
  currency: z.string(),
  /** Which limit it is above: that of one order, or of what a buyer spends in a London day without approval. */
  reason: z.enum(['order', 'day']),
  limit: z.int(),
  /** What the buyer had spent that day without approval. */
  spentThatDay: z.int(),
  dateAsked: z.string(),
  dateEnds: z.string(),
  dateDecided: z.string().nullable(),
  decidedBy: Person.nullable(),
  /** Why it was declined. */
  note: z.string().nullable(),
  transactionId: z.string().nullable(),
  /** Whether the caller may approve or decline it. */
  mayDecide: z.boolean(),
  /** Whether the caller asked for it. */
  isOwn: z.boolean(),
})
export type Approval = z.infer<typeof Approval>

export const ApprovalDetail = Approval.extend({
  payment: z.object({ method: z.enum(['walletCommitment', 'invoice']), walletId: z.string(), walletName: z.string() }),
  /** What it cost when it was asked for: what approving it buys at. */
  quote: Quote,
  /** The order with its recipients, while it waits and once it is bought; the draft is its owner’s otherwise. */
  order: Order.nullable(),
  /** What it would cost, and what would stand against it, now; null once it is decided. */
  now: z.object({ quote: Quote.nullable(), problems: z.array(PurchaseProblem) }).nullable(),
  /** Who may decide. */
  approvers: z.array(Person),
})
export type ApprovalDetail = z.infer<typeof ApprovalDetail>

const params = z.object({ id: id('order') })
const base = { tag: 'Orders', access: 'session' } as const
const decide = { ...base, method: 'POST', permission: 'manage-billing', idempotent: true, params } as const
const refusals = ['not_found', 'wrong_state', 'conflict', 'idempotency_key_reused'] as const

export const listApprovals = endpoint({
  ...base,
  id: 'listApprovals',
  method: 'GET',
  path: '/v3/approvals',
  permission: ['manage-billing', 'purchase-hugggs'],
  summary:
    'Orders that wait for approval, or did, newest first: the caller’s own, and with manage-billing those of the team and its subteams.',
  query: z.object({ ...pageQuery, status: ApprovalStatus.optional() }),
  response: page(Approval),
})
export const getApproval = endpoint({
  ...base,
  id: 'getApproval',
  method: 'GET',
  path: '/v3/orders/{id}/approval',
  permission: ['manage-billing', 'purchase-hugggs'],
  summary: 'The latest approval that was asked for an order: who buys what for whom, and what it costs.',
  params,
  response: data(ApprovalDetail),
  errors: ['not_found'],
})
export const approveOrder = endpoint({
  ...decide,
  id: 'approveOrder',
  path: '/v3/orders/{id}/approval/approve',
  summary:
    'Buys an order that waits, at the price it was asked for. Everything is checked again. Only another person may: neither the buyer, nor the person who issued the buyer’s key, nor a key.',
  scope: 'send',
  body: z.object({
    /** As it was read: an order that was asked for again meanwhile is not approved unseen. */
    version: z.int().min(1),
    /** The new price, where it has changed and the caller agrees to it. */
    quotedTotal: pence().optional(),
  }),
  response: data(ApprovalDetail),
  errors: [
    ...refusals,
    'price_changed',
    'insufficient_funds',
    'credit_limit_reached',
    'plan_limit_reached',
    'restricted',
    'spend_cap_reached',
  ],
})
export const declineOrder = endpoint({
  ...decide,
  id: 'declineOrder',
  path: '/v3/orders/{id}/approval/decline',
  summary: 'Says no to an order that waits, with a note to its buyer, who may change it and ask again.',
  scope: 'send',
  body: z.object({ version: z.int().min(1), note: text(500).min(1) }),
  response: data(ApprovalDetail),
  errors: refusals,
})
export const withdrawOrder = endpoint({
  ...base,
  id: 'withdrawOrder',
  method: 'POST',
  path: '/v3/orders/{id}/approval/withdraw',
  permission: 'purchase-hugggs',
  scope: 'send',
  idempotent: true,
  summary: 'Takes an order of the caller’s own back: it is a draft again.',
  params,
  response: data(ApprovalDetail),
  errors: refusals,
})

export const approvalEndpoints = { listApprovals, getApproval, approveOrder, declineOrder, withdrawOrder }
