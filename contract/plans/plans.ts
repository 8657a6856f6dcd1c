import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { permissions, roleGroups } from '../core/permissions.ts'
import { data, id } from '../core/shapes.ts'

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
  /** When the team’s plan ends, and with it what is allowed under it: once notice was given, or a smaller plan chosen. */
  dateEnded: z.string().nullable(),
  client: z.object({ id: z.string(), name: z.string(), baseHighballUrl: z.string().nullable() }).nullable(),
  /** The team in which this holds. */
  teamId: z.string(),
  roleGroupId: z.enum(roleGroups),
})
export type UserPlanPermissions = z.infer<typeof UserPlanPermissions>

/** Pence. */
const Amounts = { net: z.int(), vat: z.int(), total: z.int() }

/** Something a team has more of than a plan allows. */
export const PlanBlocker = z.object({
  entity: z.enum(['wallets', 'subteams', 'themes', 'participants']),
  teamId: z.string(),
  teamName: z.string(),
  used: z.int(),
  allowed: z.int(),
})
export type PlanBlocker = z.infer<typeof PlanBlocker>

/** A wish for another plan that has not come true yet. */
export const PlanChange = z.object({
  id: z.string(),
  kind: z.enum(['upgrade', 'downgrade', 'cancel']),
  /** `pending`: until its invoice is paid. `requested`: until we have approved it. `scheduled`: until its day. */
  status: z.enum(['requested', 'pending', 'scheduled']),
  planId: z.string(),
  planName: z.string(),
  /** When it takes effect, where that is known. */
  dateEffective: z.string().nullable(),
  /** Of its invoice: what it is, and how much is still to be paid. */
  invoice: z
    .object({ id: z.string(), number: z.string(), total: z.int(), outstanding: z.int(), currency: z.string() })
    .nullable(),
  dateCreated: z.string(),
})
export type PlanChange = z.infer<typeof PlanChange>

/** Another plan, and what it would cost and mean. */
export const PlanOffer = z.object({
  plan: SubscriptionPlan,
  kind: z.enum(['upgrade', 'downgrade']),
  /** For an upgrade: what is invoiced today, by lines that add up; `unused` is what comes back of the present plan. */
  today: z
    .object({
      ...Amounts,
      lines: z.array(
        z.object({
          kind: z.enum(['charge', 'unused']),
          planName: z.string(),
          from: z.string(),
          until: z.string(),
          ...Amounts,
        }),
      ),
    })
    .nullable(),
  /** Of each period from then on. */
  renewal: z.object(Amounts),
  /** An upgrade that fits the team’s credit starts at once; any other when its invoice is paid. */
  startsAtOnce: z.boolean(),
  /** For a smaller plan: the day it begins. */
  dateEffective: z.string().nullable(),
  /** What stands against it. */
  blockers: z.array(PlanBlocker),
})
export type PlanOffer = z.infer<typeof PlanOffer>

/** The plan a team is on, what it pays for it, and where it can go from here. */
export const TeamPlan = z.object({
  teamId: z.string(),
  plan: SubscriptionPlan,
  /** False: everything can be looked at, nothing made. */
  hasPlan: z.boolean(),
  dateStarted: z.string().nullable(),
  currency: z.string(),
  /** Null where nothing is billed for it. Days; `until` is the first of the next period. */
  billing: z
    .object({ from: z.string(), until: z.string(), nextInvoice: z.object({ date: z.string(), ...Amounts }).nullable() })
    .nullable(),
  change: PlanChange.nullable(),
  /** An unpaid invoice past its day: no upgrade, and no buying by invoice. */
  isOverdue: z.boolean(),
  creditLimit: z.int(),
  owed: z.int(),
  offers: z.array(PlanOffer),
  /** What leaving every plan means; null where there is none to leave. */
  cancellation: z.object({ dateEffective: z.string(), runningAllowances: z.int() }).nullable(),
  history: z.array(
    z.object({ planId: z.string(), planName: z.string(), dateStarted: z.string(), dateEnded: z.string().nullable() }),
  ),
})
export type TeamPlan = z.infer<typeof TeamPlan>

const base = { tag: 'Plans', access: 'session', errors: ['not_found'] } as const

export const listPlans = endpoint({
  ...base,
  // Someone who signs up has no team yet.
  access: 'identity',
  id: 'listPlans',
  method: 'GET',
  path: '/api/v2/plans',
  summary: 'The plans that a team can sign up for here, the cheapest first.',
  response: data(z.array(SubscriptionPlan)),
})

/** What Posy costs. Pence; what is charged for handling and texts carries VAT on top. */
export const Prices = z.object({
  plans: z.array(
    SubscriptionPlan.extend({
      /** False: a team moves to it once it has signed up for another. */
      isOpenForSignUp: z.boolean(),
      /** For one part of a text message; a gift that has a price of its own for it says so before it is bought. */
      textSegment: z.int(),
    }),
  ),
  /** What is charged besides the price of a gift, by currency. */
  handlingFees: z.array(
    z.object({
      currency: z.string(),
      products: z.int(),
      /** Of these, how many have no fee. */
      productsWithoutFee: z.int(),
      /** The lowest and the highest there are; null where no product has a fee. */
      lowest: z.int().nullable(),
      highest: z.int().nullable(),
    }),
  ),
})
export type Prices = z.infer<typeof Prices>

export const getPrices = endpoint({
  tag: 'Plans',
  access: 'identity',
  id: 'getPrices',
  method: 'GET',
  path: '/v3/prices',
  summary:
    'What Posy costs: every plan that is sold here, the cheapest first, and what is charged for handling a gift.',
  response: data(Prices),
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

export const getTeamPlan = endpoint({
  ...base,
  id: 'getTeamPlan',
  method: 'GET',
  path: '/v3/teams/{id}/plan',
  permission: 'manage-billing',
  summary:
    'The plan a team is on, what it is billed for it, a change under way, the plans it can move to, and its history.',
  params: z.object({ id: id('team') }),
  response: data(TeamPlan),
  errors: ['not_found', 'restricted'],
})

export const changePlan = endpoint({
  ...base,
  id: 'changePlan',
  method: 'POST',
  path: '/v3/plans/changes',
  permission: 'manage-billing',
  summary:
    'Gives notice: the team acted in moves to a smaller plan, or to none (planId null), at the end of a period, not before its initial period and after its notice. What the smaller plan does not allow is listed and refused.',
  status: 201,
  idempotent: true,
  body: z.object({ planId: id('plan').nullable() }),
  response: data(TeamPlan),
  errors: ['not_found', 'restricted', 'wrong_state', 'plan_limit_reached', 'idempotency_key_reused', 'conflict'],
})

export const withdrawPlanChange = endpoint({
  ...base,
  id: 'withdrawPlanChange',
  method: 'DELETE',
  path: '/v3/plans/changes',
  permission: 'manage-billing',
  summary:
    'Takes back a change of the plan that has not taken effect: its invoice is credited, and what was paid goes to the team’s wallet.',
  response: data(TeamPlan),
  errors: ['not_found', 'restricted'],
})

export const payPlanInvoice = endpoint({
  ...base,
  id: 'payPlanInvoice',
  method: 'POST',
  path: '/v3/invoices/{id}/card-payments',
  permission: ['manage-billing'],
  summary:
    'Pays what is left of a plan’s invoice: from one of your stored cards, charged without you, or from a charge of yours that its bank has authorised (with 3-D Secure where it asks). An upgrade that waits for it starts at once.',
  status: 201,
  params: z.object({ id: id('invoice') }),
  body: z
    .object({ cardId: id('card').optional(), chargeId: id('charge').optional() })
    .refine(({ cardId, chargeId }) => (cardId === undefined) !== (chargeId === undefined), {
      path: ['cardId'],
      message: 'send either cardId or chargeId',
    }),
  response: data(z.object({ invoiceId: z.string(), outstanding: z.int() })),
  errors: ['not_found', 'wrong_state', 'insufficient_funds', 'conflict', 'unavailable'],
})

export const planEndpoints = {
  listPlans,
  getPrices,
  getPlan,
  getPlanPermissions,
  getTeamPlan,
  changePlan,
  withdrawPlanChange,
  payPlanInvoice,
}
