import { isDeepStrictEqual } from 'node:util'
import {
  type ApprovalLimits,
  type BindingRule,
  bindingRules,
  type GiftingRestrictions,
  type RecipientSpendCap,
  type TeamPreferences,
} from '#contract/teams/preferences.ts'
import { restrictedBy } from '../team/index.ts'

/** A change that permits what was refused, as it waits for another person. `from` is what holds meanwhile. */
export interface Loosening {
  rule: BindingRule
  from: unknown
  to: unknown
}

type Rules = Pick<TeamPreferences, BindingRule>

const lower = (a: number | null, b: number | null) => (a === null || b === null ? (a ?? b) : Math.min(a, b))
const higher = (a: number | null, b: number | null) => (a === null || b === null ? (a ?? b) : Math.max(a, b))

/** What is in both, null being all; the first where nothing is: an empty list would read as no rule. */
function inBoth<T>(from: T[] | null, to: T[] | null): T[] | null {
  if (!from?.length || !to?.length) return from?.length ? from : to
  const shared = to.filter((item) => from.includes(item))
  return shared.length ? shared : from
}

const MOST_TAGS = 200
const open: GiftingRestrictions = { price: { min: null, max: null }, categories: { allow: [], disallow: [] } }

function stricterGifts(from: GiftingRestrictions | null, to: GiftingRestrictions | null): GiftingRestrictions | null {
  const [before, after] = [from ?? open, to ?? open]
  const price = { min: higher(before.price.min, after.price.min), max: lower(before.price.max, after.price.max) }
  const isEmpty = price.min !== null && price.max !== null && price.min > price.max
  const never = [...new Set([...after.categories.disallow, ...before.categories.disallow])]
  return {
    price: isEmpty ? before.price : price,
    categories: {
      allow: inBoth(before.categories.allow, after.categories.allow) ?? [],
      disallow: never.length > MOST_TAGS ? before.categories.disallow : never,
    },
  }
}

const periods = ['month', 'quarter', 'year'] as const
/** A warning refuses nothing. */
const blocks = (cap: RecipientSpendCap | null): cap is RecipientSpendCap => cap?.mode === 'block'

/** The second where it allows nothing that the first refuses: as much or less, in as long or longer. */
const stricterCap = (from: RecipientSpendCap | null, to: RecipientSpendCap | null): RecipientSpendCap | null =>
  !blocks(from) ||
  (blocks(to) && to.amount <= from.amount && periods.indexOf(to.period) >= periods.indexOf(from.period))
    ? to
    : from

function stricterLimits(from: ApprovalLimits | null, to: ApprovalLimits | null): ApprovalLimits | null {
  if (!from || !to) return from ?? to
  return {
    perOrder: lower(from.perOrder, to.perOrder),
    perDay: lower(from.perDay, to.perDay),
    includeAllowances: from.includeAllowances || to.includeAllowances,
  }
}

const strictest: { [R in BindingRule]: (from: Rules[R], to: Rules[R]) => Rules[R] } = {
  deliveryMethods: inBoth,
  deliveryEmailDomains: inBoth,
  maximumHugggExpiryDays: lower,
  giftingRestrictions: stricterGifts,
  recipientSpendCap: stricterCap,
  allowanceLimit: lower,
  approvals: stricterLimits,
  applyRestrictionsToSubteams: (from, to) => from || to,
}

/** A rule as it is compared: lists as sets, and what restricts nothing as null. */
function plain(rule: BindingRule, value: unknown): unknown {
  if (Array.isArray(value)) return value.length ? [...value].sort() : null
  if (rule !== 'giftingRestrictions' || value === null) return value
  const { price, categories } = value as GiftingRestrictions
  const sorted = { allow: [...categories.allow].sort(), disallow: [...categories.disallow].sort() }
  const isOpen = isDeepStrictEqual({ price, categories: sorted }, open)
  return isOpen ? null : { price, categories: sorted }
}

export const isSameRule = (rule: BindingRule, one: unknown, other: unknown): boolean =>
  isDeepStrictEqual(plain(rule, one), plain(rule, other))

/** The part of a wish that holds at once: never anything that was refused, and all of it where nothing was. */
export function atOnce<R extends BindingRule>(rule: R, from: Rules[R], to: Rules[R]): Rules[R] {
  const now = strictest[rule](from, to)
  if (isSameRule(rule, now, to)) return to
  return isSameRule(rule, now, from) ? from : now
}

/**
 * A change of a team's preferences, in two: what holds at once, and what waits for another person.
 * @param parent of a subteam, which may pass its restrictions down
 */
export function splitChange(
  current: TeamPreferences,
  wanted: Partial<TeamPreferences>,
  parent: TeamPreferences | null,
): { now: Partial<TeamPreferences>; waiting: Loosening[] } {
  const now: Partial<TeamPreferences> = { ...wanted }
  const waiting: Loosening[] = []
  for (const rule of bindingRules) {
    const to = wanted[rule]
    if (to === undefined) continue
    const from = holdRule(rule, current, to, parent)
    if (!isSameRule(rule, from, to)) waiting.push({ rule, from, to })
    Object.assign(now, { [rule]: from })
  }
  return { now, waiting }
}

function holdRule(rule: BindingRule, current: TeamPreferences, to: unknown, parent: TeamPreferences | null): unknown {
  // Nothing is passed down, so nothing is let go of.
  if (rule === 'applyRestrictionsToSubteams' && !restrictedBy(current)) return to
  const held = atOnce(rule, current[rule], to as never)
  // Where a subteam's list and its parent's share nothing the parent's holds: a shorter list can permit more.
  const before = restrictedBy(current, parent)?.[rule]
  const after = restrictedBy({ ...current, [rule]: held }, parent)?.[rule]
  if (
    parent &&
    before !== undefined &&
    after !== undefined &&
    !isSameRule(rule, atOnce(rule, before as never, after as never), after)
  )
    return current[rule]
  return held
}
