import { z } from 'zod'
import { endpoint } from './core/endpoint.ts'
import { permissions, roleGroups } from './core/permissions.ts'
import { data, id } from './core/shapes.ts'

const PeriodUnit = z.enum(['day', 'month', 'year'])

export const SubscriptionPlan = z.object({
  id: z.string(),
  clientId: z.string().nullable(),
  name: z.string(),
  /** Pence per billing period. */
  price: z.int().min(0),
  noticePeriod: z.int(),
  noticePeriodUnit: PeriodUnit,
  initialPeriod: z.int(),
  initialPeriodUnit: PeriodUnit,
  billingPeriod: z.enum(['month', 'year']),
  /** How many of each a team may have; 0 means none. */
  entities: z.object({
    wallets: z.int().default(0),
    subteams: z.int().default(0),
    themes: z.int().default(0),
    participants: z.int().default(0),
    hugggsPerOrder: z.int().default(1000),
  }),
  defaultRoleGroupId: z.string(),
  roleGroups: z.array(z.object({ id: z.string(), roleIds: z.array(z.string()) })),
  behaviours: z.record(z.string(), z.boolean()),
  termsURL: z.string(),
  planImageURL: z.string().nullable(),
  isActive: z.boolean(),
  priceVariationPlanIds: z.array(z.string()),
  dateDeactivated: z.string().nullable(),
  dateCreated: z.string(),
  dateModified: z.string(),
})
export type SubscriptionPlan = z.infer<typeof SubscriptionPlan>

/** Every flag with its answer, as it travels. */
export const PermissionFlags = z.record(z.enum(permissions), z.boolean())

/** What a user may do in one team, and under which plan. */
export const UserPlanPermissions = z.object({
  planId: z.string(),
  isActive: z.boolean(),
  permissions: PermissionFlags,
  dateStarted: z.string(),
  dateEnded: z.string().nullable(),
  client: z.object({ id: z.string(), name: z.string(), baseHighballUrl: z.string().nullable() }).nullable(),
  /** The team in which this holds. */
  teamId: z.string(),
  roleGroupId: z.enum(roleGroups),
})
export type UserPlanPermissions = z.infer<typeof UserPlanPermissions>

const base = { tag: 'Plans', access: 'session', errors: ['not_found'] } as const

export const listPlans = endpoint({
  ...base,
  // Who signs up has no team yet.
  access: 'identity',
  id: 'listPlans',
  method: 'GET',
  path: '/api/v2/plans',
  summary: 'The plans that a team can sign up for here, the cheapest first.',
  response: data(z.array(SubscriptionPlan)),
})

export const getPlan = endpoint({
  ...base,
  id: 'getPlan',
  method: 'GET',
  path: '/api/v2/plans/{id}',
  summary: 'A subscription plan: price, periods, limits and role groups.',
  params: z.object({ id: id('plan') }),
  response: data(SubscriptionPlan),
})

export const getPlanPermissions = endpoint({
  ...base,
  id: 'getPlanPermissions',
  method: 'GET',
  path: '/api/v2/plans/permissions/{userId}',
  summary:
    'What a user may do, one entry per team, the one acted in first: the caller, or for a team admin any member.',
  params: z.object({ userId: id('user') }),
  response: data(z.array(UserPlanPermissions)),
})

export const planEndpoints = { listPlans, getPlan, getPlanPermissions }
