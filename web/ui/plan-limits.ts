import type { SubscriptionPlan } from '#contract/plans/plans.ts'
import { formatCount, plural } from './format.ts'

type Limited = { entities: Pick<SubscriptionPlan['entities'], 'hugggsPerOrder'> }

/** In one purchase by email or text, on any plan. */
export const MOST_PEOPLE = 2000
/** In one purchase in whatever way. */
const MOST_GIFTS = 10_000

/** How many gifts a purchase on a plan may have: as many as the plan says, and no purchase has more than so many. */
export const giftsInOnePurchase = ({ entities }: Limited): number => Math.min(entities.hugggsPerOrder, MOST_GIFTS)

/** `10,000 gifts in one purchase, or 2,000 to a list of people`; null where a plan sends none. */
export function giftsLabel(plan: Limited): string | null {
  const gifts = giftsInOnePurchase(plan)
  if (gifts === 0) return null
  const most = `${plural(gifts, 'gift')} in one purchase`
  return gifts > MOST_PEOPLE ? `${most}, or ${formatCount(MOST_PEOPLE)} to a list of people` : most
}

/** What a plan that sends no gifts is for; null for all others. */
export const planPurpose = (plan: Limited): string | null =>
  giftsInOnePurchase(plan) === 0 ? 'For helping people in need with vouchers and cash.' : null
