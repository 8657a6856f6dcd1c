import { z } from 'zod'
import { AwardStatus } from '../awards/award-status.ts'
import { Award } from '../awards/awards.ts'
import { cannotUseReasons } from '../awards/cannot-use.ts'
import { endpoint } from '../core/endpoint.ts'
import { data, id } from '../core/shapes.ts'

/** An award as an operator sees it: never its link, nor who is helped and why. */
export const OperatorAward = Award.pick({
  id: true,
  grantName: true,
  caseReference: true,
  status: true,
  currency: true,
  amount: true,
  paid: true,
  rails: true,
  rail: true,
  deliverBy: true,
  isLocked: true,
  cannotUse: true,
  dateCreated: true,
  dateExpires: true,
}).extend({
  customer: z.object({ id: z.string(), name: z.string() }),
  madeBy: z.string(),
  approvedBy: z.string().nullable(),
  /** How its present link was lost: by email or text, and the provider’s word; null where it was not, or the person came all the same. */
  notDelivered: z.string().nullable(),
  /** The oldest first. */
  timeline: z.array(
    z.object({
      at: z.string(),
      to: AwardStatus,
      paid: z.int(),
      by: z.string(),
      /** How its link’s message fared, such as “not delivered by email: bounce”; null for all that people wrote. */
      message: z.string().nullable(),
      cannotUse: z.enum(cannotUseReasons).nullable(),
    }),
  ),
})
export type OperatorAward = z.infer<typeof OperatorAward>

export const getOperatorAward = endpoint({
  id: 'getOperatorAward',
  method: 'GET',
  path: '/v3/operator/awards/{id}',
  tag: 'Operator',
  access: 'operator',
  summary: 'An award with its state and timeline, without the person, their link and the words of their helpers.',
  operator: { permission: 'view-console' },
  params: z.object({ id: id('award') }),
  response: data(OperatorAward),
  errors: ['not_found'],
})

export const operatorAwardEndpoints = { getOperatorAward }
