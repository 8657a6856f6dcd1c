import type { BindingRule, TeamPreferences } from '#contract/teams/preferences.ts'
import { methodLabel } from '#web/app/activity/labels.ts'
import { plural } from '#web/ui/format.ts'

export const ruleNames: Record<BindingRule, string> = {
  deliveryMethods: 'Ways to send',
  deliveryEmailDomains: 'To whom',
  maximumHugggExpiryDays: 'Gifts last',
  giftingRestrictions: 'What may be sent',
  recipientSpendCap: 'To one person',
  allowanceLimit: 'Allowances to one person',
  approvals: 'Approval',
  applyRestrictionsToSubteams: 'Subteams',
}

interface Shown {
  money: (pence: number) => string
  /** The names of categories. */
  named: (ids: readonly string[]) => string
}

/** What a rule says, in words. */
export function ruleLabel(rule: BindingRule, rules: Partial<TeamPreferences>, { money, named }: Shown): string {
  switch (rule) {
    case 'deliveryMethods':
      return rules.deliveryMethods?.map(methodLabel).join(', ') ?? 'Every way'
    case 'deliveryEmailDomains':
      return rules.deliveryEmailDomains?.length ? `Addresses at ${rules.deliveryEmailDomains.join(', ')}` : 'Anyone'
    case 'maximumHugggExpiryDays':
      return rules.maximumHugggExpiryDays
        ? `${plural(rules.maximumHugggExpiryDays, 'day')} at most`
        : 'As long as the gift allows'
    case 'giftingRestrictions':
      return giftsLabel(rules.giftingRestrictions, { money, named })
    case 'recipientSpendCap':
      return capLabel(rules.recipientSpendCap, money) ?? 'No limit'
    case 'allowanceLimit':
      return allowanceLimitLabel(rules.allowanceLimit, money) ?? 'No limit'
    case 'approvals':
      return approvalLabel(rules.approvals, money) ?? 'None'
    case 'applyRestrictionsToSubteams':
      return rules.applyRestrictionsToSubteams ? 'These rules hold for them too' : 'They have their own rules'
  }
}

function giftsLabel(gifts: TeamPreferences['giftingRestrictions'] | undefined, { money, named }: Shown): string {
  if (!gifts) return 'Every gift'
  const { allow, disallow } = gifts.categories
  const price = priceLabel(gifts.price, money)
  const said = [
    price === 'Any' ? '' : price,
    allow.length ? `Only ${named(allow)}` : '',
    disallow.length ? `No ${named(disallow)}` : '',
  ]
  return said.filter(Boolean).join('. ') || 'Every gift'
}

export function priceLabel(
  { min, max }: { min: number | null; max: number | null },
  money: (pence: number) => string,
): string {
  if (min === null) return max === null ? 'Any' : `Up to ${money(max)}`
  return max === null ? `From ${money(min)}` : `${money(min)} to ${money(max)}`
}

export function capLabel(
  cap: TeamPreferences['recipientSpendCap'] | undefined,
  money: (pence: number) => string,
): string | null {
  if (!cap) return null
  const most = `${money(cap.amount)} a ${cap.period}`
  return cap.mode === 'block' ? `At most ${most}` : `Senders are told above ${most}`
}

export const allowanceLimitLabel = (
  limit: TeamPreferences['allowanceLimit'] | undefined,
  money: (pence: number) => string,
): string | null => (limit ? `At most ${money(limit)} a tax year` : null)

export function approvalLabel(
  limits: TeamPreferences['approvals'] | undefined,
  money: (pence: number) => string,
): string | null {
  if (!limits) return null
  const perOrder = limits.perOrder === null ? null : `${money(limits.perOrder)} an order`
  const perDay = limits.perDay === null ? null : `${money(limits.perDay)} a day`
  return `Above ${[perOrder, perDay].filter(Boolean).join(', or ')}`
}
