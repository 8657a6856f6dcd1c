import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { reason } from '../core/operators.ts'
import { data, id } from '../core/shapes.ts'
import { giftStates } from '../core/status-labels.ts'

/** What someone bought, as an operator sees it: never a link, a code or a message. */
export const OperatorPurchase = z.object({
  id: z.string(),
  at: z.string(),
  customer: z.object({ id: z.string(), name: z.string() }),
  buyer: z.string(),
  title: z.string().nullable(),
  quantity: z.int(),
  deliveryMethod: z.string().nullable(),
  payment: z.enum(['walletCommitment', 'charge', 'invoice']),
  invoicePaidAt: z.string().nullable(),
  currency: z.string(),
  totalPence: z.int(),
  refundedPence: z.int(),
  documents: z.array(z.object({ id: z.string(), kind: z.string(), number: z.string(), totalPence: z.int() })),
  giftCounts: z.array(z.object({ status: z.string(), count: z.int() })),
  /** The first hundred. */
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
})
export type OperatorPurchase = z.infer<typeof OperatorPurchase>

const base = { tag: 'Operator', access: 'operator', params: z.object({ id: id('transaction') }) } as const

export const getOperatorPurchase = endpoint({
  ...base,
  id: 'getOperatorPurchase',
  method: 'GET',
  path: '/v3/operator/purchases/{id}',
  summary: 'A purchase with its gifts and documents.',
  operator: { permission: 'view-console' },
  response: data(OperatorPurchase),
  errors: ['not_found'],
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

export const operatorPurchaseEndpoints = { getOperatorPurchase, refundPurchase }
