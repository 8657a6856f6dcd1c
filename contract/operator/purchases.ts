import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { reason } from '../core/operators.ts'
import { data, id, innerPage, innerPageQuery } from '../core/shapes.ts'
import { giftStates } from '../core/status-labels.ts'
import { TimelineEntry } from '../hugggs/hugggs.ts'
import { OperatorMessage } from './messages.ts'

/** What someone bought, as an operator sees it: never a link, a code or a message. */
export const OperatorPurchase = z.object({
  id: z.string(),
  at: z.string(),
  customer: z.object({ id: z.string(), name: z.string() }),
  /** An address; of a program, its name. */
  buyer: z.string(),
  title: z.string().nullable(),
  quantity: z.int(),
  deliveryMethod: z.string().nullable(),
  payment: z.enum(['walletCommitment', 'charge', 'invoice']),
  invoicePaidAt: z.string().nullable(),
  currency: z.string(),
  totalPence: z.int(),
  /** What the total is made of: the gifts with the VAT inside their prices, the fee, and the VAT on the fee. */
  giftsPence: z.int(),
  giftsVatPence: z.int(),
  feePence: z.int(),
  feeVatPence: z.int(),
  /** What came back: of gifts cancelled or expired, and the rest of cheaper choices. */
  refundedPence: z.int(),
  documents: z.array(
    z.object({
      id: z.string(),
      kind: z.string(),
      number: z.string(),
      totalPence: z.int(),
      issuedAt: z.string(),
      /** The last day to pay an invoice. */
      dueOn: z.string().nullable(),
    }),
  ),
  giftCounts: z.array(z.object({ status: z.string(), count: z.int() })),
  giftPages: innerPage,
  gifts: z.array(
    z.object({
      id: z.string(),
      ordinal: z.int(),
      status: z.string(),
      /** How it fares, in the one word that senders read too. */
      state: z.enum(giftStates),
      recipient: z.string().nullable(),
      address: z.string().nullable(),
      costPence: z.int(),
      refundedPence: z.int(),
      expiresAt: z.string(),
    }),
  ),
  /** Of the purchase and its gifts: the newest hundred. */
  messages: z.array(OperatorMessage),
})
export type OperatorPurchase = z.infer<typeof OperatorPurchase>

/** A gift, how its messages fared and what happened to it. Never what opens it, nor what was written to its recipient. */
export const OperatorGift = OperatorPurchase.shape.gifts.element.extend({
  giftName: z.string(),
  /** Of a choice that was made: what, and its price. */
  chosen: z.object({ name: z.string(), pricePence: z.int() }).nullable(),
  currency: z.string(),
  deliveryMethod: z.string().nullable(),
  /** When a scheduled gift leaves. */
  leavesAt: z.string().nullable(),
  /** Whether it can be sent again: it is neither used nor over, and has a recipient with an address or a number. */
  canBeSentAgain: z.boolean(),
  /** Of one that may be used in parts, or was: what tills took, and what they can still take. */
  parts: z.object({ takenPence: z.int(), leftPence: z.int() }).nullable(),
  /** Whether its issuer is being asked for its code, and has given no answer. */
  isAskingIssuer: z.boolean(),
  purchase: z.object({ id: z.string(), title: z.string().nullable(), quantity: z.int(), buyer: z.string() }),
  customer: OperatorPurchase.shape.customer,
  /** Until when operators may change things at the customer’s; null: they may only look. */
  changesAllowedUntil: z.string().nullable(),
  /** The newest hundred. */
  messages: z.array(OperatorMessage),
  /** The oldest first. */
  timeline: z.array(TimelineEntry),
})
export type OperatorGift = z.infer<typeof OperatorGift>

const base = { tag: 'Operator', access: 'operator', params: z.object({ id: id('transaction') }) } as const

export const getOperatorPurchase = endpoint({
  ...base,
  id: 'getOperatorPurchase',
  method: 'GET',
  path: '/v3/operator/purchases/{id}',
  summary: 'A purchase with its documents, and its gifts page by page.',
  operator: { permission: 'view-console' },
  query: z.object(innerPageQuery),
  response: data(OperatorPurchase),
  errors: ['not_found'],
})

export const getOperatorGift = endpoint({
  ...base,
  id: 'getOperatorGift',
  method: 'GET',
  path: '/v3/operator/gifts/{id}',
  params: z.object({ id: id('huggg') }),
  summary: 'A gift with its messages, its timeline, and what it was bought with.',
  operator: { permission: 'view-console' },
  response: data(OperatorGift),
  errors: ['not_found'],
})

export const releaseGiftCode = endpoint({
  ...base,
  id: 'releaseGiftCode',
  method: 'POST',
  path: '/v3/operator/gifts/{id}/release-code',
  params: z.object({ id: id('huggg') }),
  summary:
    'An issuer that gave no answer has confirmed that it issued no code: the gift is as it was before it was asked.',
  operator: { permission: 'manage-stock', needsReason: true },
  body: z.object({ reason: reason() }),
  response: data(z.object({ reference: z.string() })),
  errors: ['not_found', 'wrong_state'],
})

export const refundPurchase = endpoint({
  ...base,
  id: 'refundPurchase',
  method: 'POST',
  path: '/v3/operator/purchases/{id}/refund',
  summary:
    'Cancels the gifts of a purchase that have not been used, or one of them, and returns what was paid to the wallet, or takes it off an unpaid invoice.',
  operator: { permission: 'refund', needsReason: true },
  body: z.object({
    /** One gift of it; all without. */
    hugggId: id('huggg').optional(),
    reason: reason(),
  }),
  response: data(
    z.object({
      cancelled: z.int(),
      refundedPence: z.int(),
      refused: z.array(z.object({ hugggId: z.string(), why: z.string() })),
    }),
  ),
  errors: ['not_found', 'wrong_state'],
})

export const operatorPurchaseEndpoints = { getOperatorPurchase, getOperatorGift, releaseGiftCode, refundPurchase }
