import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { reason } from '../core/operators.ts'
import { cursorPage, cursorQuery, data, id, pence } from '../core/shapes.ts'
import { waits } from './waiting-acts.ts'

const chargeStates = [
  'requested',
  'challenged',
  'authorised',
  'spent',
  'captured',
  'voiding',
  'voided',
  'verified',
  'declined',
  'lost',
] as const

/** Money asked from a card, as an operator sees it. */
const chargeFields = {
  id: z.string(),
  at: z.string(),
  customer: z.object({ id: z.string(), name: z.string() }),
  payer: z.string(),
  /** `visa 4242`; null where none was stored. */
  card: z.string().nullable(),
  state: z.enum(chargeStates),
  currency: z.string(),
  amountPence: z.int(),
  /** Of it, what was used; the rest was never taken. */
  spentPence: z.int(),
  refundedPence: z.int(),
  /** An open one before all others. */
  dispute: z.enum(['open', 'won', 'lost']).nullable(),
}
export const OperatorCharge = z.object(chargeFields)
export type OperatorCharge = z.infer<typeof OperatorCharge>

export const OperatorChargePage = z.object({
  ...chargeFields,
  /** As the card provider calls it. */
  paymentId: z.string().nullable(),
  error: z.string().nullable(),
  purchaseId: z.string().nullable(),
  wallet: z.object({ reference: z.string(), name: z.string(), availablePence: z.int() }).nullable(),
  /** What can go back to the card: what was used and not given back, up to what the wallet has unspent. */
  refundablePence: z.int(),
  refunds: z.array(
    z.object({
      id: z.string(),
      at: z.string(),
      amountPence: z.int(),
      status: z.enum(['pending', 'processed', 'failed']),
    }),
  ),
  disputes: z.array(
    z.object({ id: z.string(), at: z.string(), amountPence: z.int(), status: z.enum(['open', 'won', 'lost']) }),
  ),
})
export type OperatorChargePage = z.infer<typeof OperatorChargePage>

const base = { tag: 'Operator', access: 'operator' } as const
const params = z.object({ id: id('charge') })

export const listOperatorCharges = endpoint({
  ...base,
  id: 'listOperatorCharges',
  method: 'GET',
  path: '/v3/operator/charges',
  summary: 'Card charges, the newest first: all, one customer’s, those that were disputed, or whose dispute is open.',
  operator: { permission: 'view-console' },
  query: z.object({ ...cursorQuery, teamId: id('team').optional(), disputed: z.enum(['true', 'open']).optional() }),
  response: cursorPage(OperatorCharge),
})

export const getOperatorCharge = endpoint({
  ...base,
  id: 'getOperatorCharge',
  method: 'GET',
  path: '/v3/operator/charges/{id}',
  summary: 'A card charge with its refunds and disputes.',
  operator: { permission: 'view-console' },
  params,
  response: data(OperatorChargePage),
  errors: ['not_found'],
})

export const refundOperatorCharge = endpoint({
  ...base,
  id: 'refundOperatorCharge',
  method: 'POST',
  path: '/v3/operator/charges/{id}/refund',
  summary:
    'Gives money of a charge back to its card. It leaves the wallet at once, up to the unspent money there; where the card provider refuses, it comes back. A large sum waits for another operator.',
  operator: { permission: 'refund', needsReason: true },
  params,
  body: z.object({
    amountPence: pence().min(1),
    /** The part of it already refunded, as it was seen: the same act done twice is done once. */
    refundedPence: pence(),
    reason: reason(),
  }),
  response: data(z.object({ refundId: z.string().nullable(), waits: waits() })),
  errors: ['not_found', 'wrong_state', 'conflict', 'insufficient_funds'],
})

export const operatorChargeEndpoints = { listOperatorCharges, getOperatorCharge, refundOperatorCharge }
