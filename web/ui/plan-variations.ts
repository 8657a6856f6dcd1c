import type { SubscriptionPlan } from '#contract/plans/plans.ts'

/** Plans that differ in their price alone (by the month, by the year) stand beside each other, in the order given. */
export function groupVariations<T>(items: readonly T[], planIn: (item: T) => SubscriptionPlan): T[][] {
  const groups: T[][] = []
  for (const item of items) {
    const plan = planIn(item)
    const isVariation = (other: T) =>
      plan.priceVariationPlanIds.includes(planIn(other).id) || planIn(other).priceVariationPlanIds.includes(plan.id)
    const group = groups.find((others) => others.some(isVariation))
    if (group) group.push(item)
    else groups.push([item])
  }
  return groups
}

/** Pages load pictures of this host alone; a plan of before may name another. */
export const planPicture = ({ planImageURL }: Pick<SubscriptionPlan, 'planImageURL'>): string | null =>
  planImageURL?.startsWith('/') ? planImageURL : null
