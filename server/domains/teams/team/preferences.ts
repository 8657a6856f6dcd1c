import type { DeliveryMethod } from '#contract/orders/purchase.ts'
import type { GiftingRestrictions, TeamPreferences } from '#contract/teams/preferences.ts'
import { emailDomain } from '#kit/email-address.ts'
import { fieldProblem } from '#server/platform/problem/problem.ts'

export const defaultPreferences: TeamPreferences = {
  applyReasonCodesToTeam: true,
  applyReasonCodesToSubteams: false,
  requireReasonCode: false,
  applyRestrictionsToSubteams: false,
  deliveryMethods: null,
  maximumHugggExpiryDays: null,
  deliveryEmailDomains: null,
  giftingRestrictions: null,
  remindRecipients: false,
  recipientSpendCap: null,
  allowanceLimit: null,
  approvals: null,
  requireSecondStep: false,
}

/** What is stored holds only what someone set. */
export const withDefaults = (stored: unknown): TeamPreferences => ({
  ...defaultPreferences,
  ...(stored as Partial<TeamPreferences>),
})

export interface TeamSettings {
  reasonCodes: string[]
  preferences: TeamPreferences
}

/**
 * How a team's settings hold for its purchases: its own, with what its parent passes down. Reason codes add up where the
 * parent applies them to subteams; restrictions, where the parent applies them, can only be made stricter.
 */
export function effectiveSettings(own: TeamSettings, parent: TeamSettings | null): TeamSettings {
  const ownCodes = own.preferences.applyReasonCodesToTeam ? own.reasonCodes : []
  const parentCodes = parent?.preferences.applyReasonCodesToSubteams ? parent.reasonCodes : []
  const reasonCodes = [...new Set([...parentCodes, ...ownCodes])]
  const wanted = own.preferences.requireReasonCode || (parentCodes.length > 0 && parent!.preferences.requireReasonCode)
  // Without any code to choose from, no one could buy anything.
  const requireReasonCode = wanted && reasonCodes.length > 0
  const restrictions = parent?.preferences.applyRestrictionsToSubteams
    ? stricter(own.preferences, parent.preferences)
    : own.preferences
  // What a team asks of who signs in holds below it, whatever else does.
  const requireSecondStep = own.preferences.requireSecondStep || Boolean(parent?.preferences.requireSecondStep)
  return { reasonCodes, preferences: { ...restrictions, requireReasonCode, requireSecondStep } }
}

type Restrictions = Pick<
  TeamPreferences,
  'deliveryMethods' | 'maximumHugggExpiryDays' | 'deliveryEmailDomains' | 'giftingRestrictions'
>

/** What a team passes down, or with its parent what holds in it; null where nothing is restricted or passed down. */
export function restrictedBy(own: Restrictions, parent?: TeamPreferences | null): Partial<TeamPreferences> | null {
  if (parent !== undefined) return parent?.applyRestrictionsToSubteams ? restrictions(own, parent) : null
  const { deliveryMethods, maximumHugggExpiryDays, deliveryEmailDomains, giftingRestrictions } = own
  const all = { deliveryMethods, maximumHugggExpiryDays, deliveryEmailDomains, giftingRestrictions }
  return Object.values(all).some((each) => each !== null) ? all : null
}

const stricter = (own: TeamPreferences, parent: TeamPreferences): TeamPreferences => ({
  ...own,
  ...restrictions(own, parent),
})

const restrictions = (own: Restrictions, parent: TeamPreferences): Restrictions => ({
  deliveryMethods: inBoth(own.deliveryMethods, parent.deliveryMethods),
  maximumHugggExpiryDays: lower(own.maximumHugggExpiryDays, parent.maximumHugggExpiryDays),
  deliveryEmailDomains: inBoth(own.deliveryEmailDomains, parent.deliveryEmailDomains),
  giftingRestrictions: stricterGifts(own.giftingRestrictions, parent.giftingRestrictions),
})

function stricterGifts(
  own: GiftingRestrictions | null,
  parent: GiftingRestrictions | null,
): GiftingRestrictions | null {
  if (!own || !parent) return own ?? parent
  const listed = (tags: string[]) => (tags.length ? tags : null)
  return {
    price: { min: higher(own.price.min, parent.price.min), max: lower(own.price.max, parent.price.max) },
    categories: {
      allow: inBoth(listed(own.categories.allow), listed(parent.categories.allow)) ?? [],
      disallow: [...new Set([...parent.categories.disallow, ...own.categories.disallow])],
    },
  }
}

/** Null is "all". Where the two share nothing the parent's holds: an empty list would read as no restriction. */
function inBoth<T>(own: T[] | null, parent: T[] | null): T[] | null {
  if (!own || !parent) return own ?? parent
  const shared = own.filter((item) => parent.includes(item))
  return shared.length ? shared : parent
}
const lower = (own: number | null, parent: number | null) =>
  own === null || parent === null ? (own ?? parent) : Math.min(own, parent)
const higher = (own: number | null, parent: number | null) =>
  own === null || parent === null ? (own ?? parent) : Math.max(own, parent)

/** Whether a team sends to an address: where it names domains, to those alone. */
export const sendsTo = (domains: readonly string[] | null, address: string): boolean =>
  !domains?.length || domains.includes(emailDomain(address))

export const sendsOnlyTo = (domains: readonly string[]): string => `the team sends only to ${domains.join(', ')}`

/** Whether a team's rules, or its budget's, let gifts leave this way. */
export const allowsMethod = ({ deliveryMethods }: Pick<TeamPreferences, 'deliveryMethods'>, method: DeliveryMethod) =>
  deliveryMethods === null || deliveryMethods.includes(method)

/**
 * The rules hold wherever a gift leaves, not only where it is bought.
 * @throws restricted (403) naming `path`, for a way or a domain that the team does not send to
 */
export function requireDelivery(
  preferences: TeamPreferences,
  { method, email, path }: { method: DeliveryMethod; email?: string | undefined; path: string },
): void {
  const refuse = (message: string) => {
    throw fieldProblem('restricted', { path, message, code: 'restricted' })
  }
  if (!allowsMethod(preferences, method)) refuse(`the team sends by ${preferences.deliveryMethods!.join(', ')} only`)
  const domains = preferences.deliveryEmailDomains
  if (email && !sendsTo(domains, email)) refuse(sendsOnlyTo(domains!))
}
