import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { reason } from '../core/operators.ts'
import { data, id } from '../core/shapes.ts'

export const startImpersonation = endpoint({
  id: 'startImpersonation',
  method: 'POST',
  path: '/v3/operator/customers/{id}/impersonations',
  tag: 'Operator',
  summary:
    'Views the product as a member of the customer’s team, for an hour at most. The customer is told by email and in its audit log. One at a time: another one that is open ends.',
  access: 'operator',
  operator: { permission: 'impersonate', needsReason: true },
  params: z.object({ id: id('team') }),
  body: z.object({
    userId: id('user'),
    /** Change things too, while an admin of the team allows it. */
    mayChange: z.boolean().default(false),
    reason: reason(),
  }),
  response: data(
    z.object({
      id: z.string(),
      /** For the customers’ API. There is no other one for it, and none to renew it. */
      token: z.string(),
      endsAt: z.string(),
    }),
  ),
  errors: ['not_found', 'restricted', 'wrong_state'],
})

export const operatorImpersonationEndpoints = { startImpersonation }
