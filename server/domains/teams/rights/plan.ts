import type { SubscriptionPlan } from '#contract/plans/plans.ts'
import { iso, isoOrNull } from '#kit/time.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { Problem } from '#server/platform/problem/problem.ts'

/** When the plan of teams ends, by team: of those alone that have given notice, or move to a smaller one. */
type PlanEnds = (db: Db | Tx, teamIds: readonly string[]) => Promise<Map<string, Date>>

declare module '#server/platform/posy.ts' {
  interface Hooks {
    planEnds: PlanEnds
  }
}

export type PlanEntity = 'wallets' | 'subteams' | 'themes' | 'participants' | 'hugggsPerOrder'
type PeriodUnit = 'day' | 'month' | 'year'

export interface PlanRecord {
  id: string
  clientId: string | null
  name: string
  pricePence: number
  /** For one segment of a text, without VAT, where the product names no price of its own. */
  smsSegmentPence: number
  noticePeriod: number
  noticePeriodUnit: PeriodUnit
  initialPeriod: number
  initialPeriodUnit: PeriodUnit
  billingPeriod: 'month' | 'year'
  /** How many of each a team may have; 0 means none. */
  entities: Record<PlanEntity, number>
  defaultRoleGroupId: string
  roleGroups: { id: string; roleIds: string[] }[]
  behaviours: Record<string, boolean>
  termsUrl: string
  planImageUrl: string | null
  isActive: boolean
  /** Anyone may take it; any other waits for the operator. */
  openForSignUp: boolean
  priceVariationPlanIds: string[]
  createdAt: Date
  updatedAt: Date
  deactivatedAt: Date | null
}

const names: Record<PlanEntity, [one: string, many: string, where: string]> = {
  wallets: ['wallet', 'wallets', 'per team'],
  subteams: ['subteam', 'subteams', 'per team'],
  themes: ['theme', 'themes', 'per team'],
  participants: ['participant', 'participants', 'per team'],
  hugggsPerOrder: ['huggg', 'hugggs', 'per order'],
}

/**
 * Refuses what would pass one of the plan's limits; call it with the count after the addition.
 * @throws plan_limit_reached (403) naming the limit and the plan
 */
export function requireWithinPlan(
  plan: Pick<PlanRecord, 'name' | 'entities'>,
  entity: PlanEntity,
  countAfter: number,
): void {
  const limit = plan.entities[entity]
  if (countAfter <= limit) return
  const [one, many, where] = names[entity]
  const allowed = limit === 0 ? `has no ${many}` : `allows ${limit} ${limit === 1 ? one : many} ${where}`
  throw new Problem('plan_limit_reached', `The plan ${plan.name} ${allowed}.`, {
    details: [{ path: entity, message: `limit ${limit} of the plan ${plan.name}`, code: 'plan_limit' }],
  })
}

export const serializePlan = (plan: PlanRecord): SubscriptionPlan => ({
  id: plan.id,
  clientId: plan.clientId,
  name: plan.name,
  price: plan.pricePence,
  noticePeriod: plan.noticePeriod,
  noticePeriodUnit: plan.noticePeriodUnit,
  initialPeriod: plan.initialPeriod,
  initialPeriodUnit: plan.initialPeriodUnit,
  billingPeriod: plan.billingPeriod,
  entities: plan.entities,
  defaultRoleGroupId: plan.defaultRoleGroupId,
  roleGroups: plan.roleGroups,
  behaviours: plan.behaviours,
  termsURL: plan.termsUrl,
  planImageURL: plan.planImageUrl,
  isActive: plan.isActive,
  priceVariationPlanIds: plan.priceVariationPlanIds,
  dateDeactivated: isoOrNull(plan.deactivatedAt),
  dateCreated: iso(plan.createdAt),
  dateModified: iso(plan.updatedAt),
})
