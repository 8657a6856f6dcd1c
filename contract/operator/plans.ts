import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { reason } from '../core/operators.ts'
import { permissions, roleGroups } from '../core/permissions.ts'
import { data, id, pence, text } from '../core/shapes.ts'

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

const count = z.int().min(0).max(1_000_000)

export const createOperatorPlan = endpoint({
  ...base,
  id: 'createOperatorPlan',
  method: 'POST',
  path: '/v3/operator/plans',
  summary: 'Makes a plan, with the default roles. What else a plan may say is imported from a file.',
  operator: { permission: 'change-plans', needsReason: true },
  body: z.object({
    /** Chosen by the caller, so that the same plan sent twice is made once. */
    id: z.uuid().meta({ free: true }),
    name: text(100).min(1, 'is needed'),
    /** Pence per billing period, without VAT. */
    price: pence(),
    billingPeriod: z.enum(['month', 'year']),
    wallets: count.default(1),
    subteams: count.default(0),
    themes: count.default(0),
    participants: count.default(0),
    hugggsPerOrder: count.min(1).default(1000),
    openForSignUp: z.boolean().default(false),
    reason: reason(),
  }),
  response: data(z.object({ id: z.string() })),
  errors: ['conflict'],
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

const MAX_PLANS_FILE = 500_000

export const importPlansFile = endpoint({
  ...base,
  id: 'importPlansFile',
  method: 'POST',
  path: '/v3/operator/plans/import',
  summary:
    'Makes and changes plans as a file says (`docs/operations/plans.md`), all or none, or says what it would change and changes nothing. Plans that it does not name stay as they are.',
  operator: { permission: 'change-plans', needsReason: true },
  body: z.object({
    /** The file’s JSON, as it stands. */
    document: z.string().min(1, 'is needed').max(MAX_PLANS_FILE),
    /** Only to see what it would change. */
    isDryRun: z.boolean().default(false),
    reason: reason(),
  }),
  response: data(
    z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        change: z.enum(['created', 'updated', 'unchanged']),
        /** Of a role: the rights that it loses and those that it gets. */
        fields: z.array(z.object({ field: z.string(), before: z.string(), after: z.string() })),
      }),
    ),
  ),
})
export type PlanDifference = z.infer<typeof importPlansFile.response>['data'][number]

export const operatorPlanEndpoints = {
  listOperatorPlans,
  getOperatorPlan,
  createOperatorPlan,
  changePlanRole,
  importPlansFile,
}
