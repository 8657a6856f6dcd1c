import type { PlanBlocker, PlanChange, SubscriptionPlan, TeamPlan } from '#contract/plans/plans.ts'
import { formatMoney, formatPrice } from '#kit/money.ts'
import { BUSINESS_ZONE } from '#kit/time.ts'
import { formatCount, formatDay, plural } from '#web/ui/format.ts'
import { giftsInOnePurchase, MOST_PEOPLE } from '#web/ui/plan-limits.ts'

/** Plans change with the London day. */
export const formatBusinessDay = (instant: string): string => formatDay(instant, BUSINESS_ZONE)
/** A calendar day. */
export const civilDay = (date: string): string => formatDay(`${date}T12:00:00Z`, 'UTC')
/** The last day of days whose end is excluded. */
export const lastPlanDay = (until: string): string =>
  formatDay(new Date(Date.parse(`${until}T12:00:00Z`) - 86_400_000), 'UTC')

/** £49 a month plus VAT, or what stands for nothing. */
export const formatPlanPrice = ({ price, billingPeriod }: Pick<SubscriptionPlan, 'price' | 'billingPeriod'>): string =>
  price ? `${formatPrice(price, 'GBX')} a ${billingPeriod} plus VAT` : 'Free of charge'

/** When the next invoice comes and of how much, or why none does. */
export function nextInvoiceLabel({
  plan,
  billing,
  currency,
}: Pick<TeamPlan, 'billing' | 'currency'> & { plan: Pick<SubscriptionPlan, 'price'> }): string {
  const next = billing?.nextInvoice
  if (next) return `${civilDay(next.date)}: ${formatMoney(next.total, currency)} with VAT`
  if (billing) return 'None: the plan ends, or costs nothing, from then on'
  return plan.price ? 'None: this plan was arranged with us, and is not invoiced here' : 'None: the plan costs nothing'
}

export type ShownPlanEntity = keyof SubscriptionPlan['entities']

export const limitNames: Record<ShownPlanEntity, string> = {
  wallets: 'Wallets in a team',
  subteams: 'Subteams',
  themes: 'Brand themes in a team',
  participants: 'People in budgets in a team',
  hugggsPerOrder: 'Gifts in one purchase',
}

/** How many of something a plan allows. */
export function formatLimit(plan: Pick<SubscriptionPlan, 'entities'>, entity: ShownPlanEntity): string {
  const limit = entity === 'hugggsPerOrder' ? giftsInOnePurchase(plan) : plan.entities[entity]
  if (!limit) return 'None'
  return entity === 'hugggsPerOrder' && limit > MOST_PEOPLE
    ? `${formatCount(limit)}, or ${formatCount(MOST_PEOPLE)} to a list of people`
    : formatCount(limit)
}

const blockerNouns: Record<PlanBlocker['entity'], [one: string, many: string]> = {
  wallets: ['wallet', 'wallets'],
  subteams: ['subteam', 'subteams'],
  themes: ['brand theme', 'brand themes'],
  participants: ['person in budgets', 'people in budgets'],
}

/** `North has 6 wallets; the plan allows 5.` */
export const blockerLabel = ({ entity, teamName, used, allowed }: PlanBlocker): string =>
  `${teamName} has ${plural(used, ...blockerNouns[entity])}; the plan allows ${allowed || 'none'}.`

const periodLabel = (count: number, unit: 'day' | 'month' | 'year') => plural(count, unit)

export const planTerms = (
  plan: Pick<SubscriptionPlan, 'initialPeriod' | 'initialPeriodUnit' | 'noticePeriod' | 'noticePeriodUnit'>,
): string =>
  `At least ${periodLabel(plan.initialPeriod, plan.initialPeriodUnit)}, then ${periodLabel(plan.noticePeriod, plan.noticePeriodUnit)} of notice to the end of a period`

/** A plan that costs nothing has nothing to cancel: who wants to go leaves altogether. */
export const cancellationOffered = ({
  cancellation,
  change,
  plan,
  billing,
}: Pick<TeamPlan, 'cancellation' | 'change' | 'billing'> & { plan: Pick<SubscriptionPlan, 'price'> }) =>
  change || (plan.price === 0 && !billing) ? null : cancellation

/** In place of the button that chooses a plan, once it is chosen. */
export const chosenLabel = ({ status, dateEffective }: Pick<PlanChange, 'status' | 'dateEffective'>): string =>
  status === 'pending'
    ? 'Chosen: it starts when its invoice is paid.'
    : status === 'requested'
      ? 'Chosen: we check it and write to you.'
      : `Chosen: it starts on ${dateEffective ? formatBusinessDay(dateEffective) : 'its day'}.`

/** What a change under way is called, and what it means. */
export function changeLabel({ kind, status, planName, dateEffective, invoice }: PlanChange): {
  title: string
  text: string
} {
  if (status === 'requested')
    return {
      title: `${planName}: waiting for us`,
      text: 'We check it and write to you. Your present plan holds until then.',
    }
  if (status === 'pending')
    return {
      title: `${planName} starts when it is paid`,
      text: `${formatMoney(invoice?.outstanding ?? 0, invoice?.currency ?? 'GBX')} is still to pay. Your present plan holds until then.`,
    }
  const day = dateEffective ? formatBusinessDay(dateEffective) : ''
  if (kind === 'cancel')
    return {
      title: `Your plan ends on ${day}`,
      text: 'From then on you can view everything but not send gifts. Gifts that you sent stay valid.',
    }
  return { title: `${planName} from ${day}`, text: 'Until then your present plan holds.' }
}
