import type { Product } from '#contract/catalogue/catalogue.ts'
import type { Team } from '#contract/teams/teams.ts'
import { formatMoney, STANDARD_VAT_BASIS_POINTS, vatOnNet } from '#kit/money.ts'
import type { ProductFilter } from './categories.ts'

/** What a budget lets its participant give. */
export interface GiftRules {
  territory: Team['territory']
  minPence: number | null
  maxPence: number | null
  allow: string[]
  disallow: string[]
  /** What is left to give: gifts that it does not pay are left out. Not set where all are shown. */
  leftPence?: number
}

/** The rules of a team that a budget made: what it would refuse is not offered there. Null for any other team. */
export function teamGiftRules({ automationId, territory, effective }: Team): GiftRules | null {
  if (!automationId) return null
  const { price, categories } = effective.preferences.giftingRestrictions ?? {}
  return {
    territory,
    minPence: price?.min ?? null,
    maxPence: price?.max ?? null,
    allow: categories?.allow ?? [],
    disallow: categories?.disallow ?? [],
  }
}

type Priced = Pick<ProductFilter, 'minPrice' | 'maxPrice'>

/** A search for gifts, narrowed to what may be given. */
export function narrowed(filter: ProductFilter, rules: GiftRules | null): ProductFilter {
  if (!rules) return filter
  const { minPrice } = filter
  const most = [filter.maxPrice, rules.maxPence, rules.leftPence].filter((pence) => pence != null)
  const prices: Priced = {
    minPrice: Math.max(minPrice ?? 0, rules.minPence ?? 0),
    ...(most.length && { maxPrice: Math.min(...most) }),
  }
  return {
    ...filter,
    ...prices,
    territory: rules.territory,
    ...(rules.allow.length && { tagIds: rules.allow }),
    ...(rules.disallow.length && { withoutTagIds: rules.disallow }),
  }
}

/** Whether so much pays for one gift with its fee and the VAT on that. */
export const canPay = (
  { senderPrice, handlingFee }: Pick<Product, 'senderPrice' | 'handlingFee'>,
  pence: number,
): boolean => senderPrice + handlingFee + vatOnNet(handlingFee, STANDARD_VAT_BASIS_POINTS) <= pence

/** Why a gift may not be given; null where it may. */
export function whyNot(
  { senderPrice, tagIds, currency, territory }: Pick<Product, 'senderPrice' | 'tagIds' | 'currency' | 'territory'>,
  rules: GiftRules | null,
): string | null {
  if (!rules) return null
  const { minPence, maxPence, allow, disallow } = rules
  if (territory !== rules.territory) return 'Gifts for another part of the world are left out.'
  if (maxPence !== null && senderPrice > maxPence)
    return `Gifts of up to ${formatMoney(maxPence, currency)} may be given.`
  if (minPence !== null && senderPrice < minPence) return `Gifts from ${formatMoney(minPence, currency)} may be given.`
  const isLeftOut =
    tagIds.some((tag) => disallow.includes(tag)) || (allow.length > 0 && !tagIds.some((tag) => allow.includes(tag)))
  return isLeftOut ? 'Gifts of this kind are left out.' : null
}
