import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { reason } from '../core/operators.ts'
import { permissions, roleGroups } from '../core/permissions.ts'
import { data, id } from '../core/shapes.ts'

const OperatorPlan = z.object({
  id: z.string(),
  name: z.string(),
  /** Pence per billing period. */
  price: z.int(),
  billingPeriod: z.enum(['month', 'year']),
  isActive: z.boolean(),
  isOpenForSignUp: z.boolean(),
  /** Teams on it, without subteams. */
  teams: z.int(),
})
export type OperatorPlan = z.infer<typeof OperatorPlan>

const PlanRoles = OperatorPlan.extend({
  /** What someone gets who joins without a named role. */
  defaultRoleGroupId: z.enum(roleGroups),
  roles: z.array(
    z.object({
      id: z.enum(roleGroups),
      permissions: z.array(z.enum(permissions)),
      /** People who have this role in a team on the plan. */
      people: z.int(),
    }),
  ),
})
export type PlanRoles = z.infer<typeof PlanRoles>

const base = { tag: 'Operator', access: 'operator' } as const

export const listOperatorPlans = endpoint({
  ...base,
  id: 'listOperatorPlans',
  method: 'GET',
  path: '/v3/operator/plans',
  summary: 'Every plan, the cheapest first, and how many teams are on each.',
  operator: { permission: 'view-console' },
  response: data(z.array(OperatorPlan)),
})

export const getOperatorPlan = endpoint({
  ...base,
  id: 'getOperatorPlan',
  method: 'GET',
  path: '/v3/operator/plans/{id}',
  summary: 'A plan, and what people of each role may do on it.',
  operator: { permission: 'view-console' },
  params: z.object({ id: id('plan') }),
  response: data(PlanRoles),
  errors: ['not_found'],
})

export const changePlanRole = endpoint({
  ...base,
  id: 'changePlanRole',
  method: 'PUT',
  path: '/v3/operator/plans/{id}/roles/{roleGroupId}',
  summary:
    'Says what people of a role may do on a plan, flag by flag: it holds from their next request. Team admins keep what administers a team; participants never get it.',
  operator: { permission: 'change-plans', needsReason: true },
  params: z.object({ id: id('plan'), roleGroupId: z.enum(roleGroups) }),
  body: z.object({
    permissions: z.array(z.enum(permissions)).max(permissions.length),
    /** What the role could do when it was read: where that has changed since, nothing is done and the answer is 409. */
    permissionsBefore: z.array(z.enum(permissions)).max(permissions.length).optional(),
    /** Who joins without a named role gets this one from now on; false leaves it as it is. */
    isDefault: z.boolean().default(false),
    reason: reason(),
  }),
  response: data(PlanRoles),
  errors: ['not_found', 'conflict'],
})

export const operatorPlanEndpoints = { listOperatorPlans, getOperatorPlan, changePlanRole }
