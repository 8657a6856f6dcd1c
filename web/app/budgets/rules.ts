import type { AutomatedBudget } from '#contract/budgets/budgets.ts'
import { formatMoney } from '#kit/money.ts'
import { methodLabel } from '#web/app/activity/labels.ts'
import { plural } from '#web/ui/format.ts'

export type SpendingRules = Pick<
  AutomatedBudget,
  | 'deliveryMethods'
  | 'deliveryEmailDomains'
  | 'maximumHugggExpiryDays'
  | 'giftingRestrictionsCategories'
  | 'giftingRestrictionsPrice'
  | 'reasonCodes'
  | 'currency'
>

/** What gifts from a budget may be, in plain words. */
export function ruleFacts(rules: SpendingRules, categories: Record<string, string>): { name: string; value: string }[] {
  const { deliveryMethods, deliveryEmailDomains, giftingRestrictionsCategories: wanted, reasonCodes } = rules
  const named = (ids: readonly string[]) =>
    ids.map((id) => categories[id] ?? 'a category that no longer exists').join(', ')
  const kinds = [
    wanted.allow.length ? `Only ${named(wanted.allow)}` : '',
    wanted.disallow.length ? `No ${named(wanted.disallow)}` : '',
  ].filter(Boolean)
  return [
    { name: 'How gifts are sent', value: inOneLine(deliveryMethods.map(methodLabel)) },
    {
      name: 'To whom',
      value: deliveryEmailDomains.length ? `Addresses at ${deliveryEmailDomains.join(', ')}` : 'Anyone',
    },
    { name: 'Price of a gift', value: priceLabel(rules) },
    { name: 'Kinds of gifts', value: kinds.join('. ') || 'All of them' },
    { name: 'Gifts last', value: `${plural(rules.maximumHugggExpiryDays, 'day')} at most` },
    { name: 'Reason', value: reasonCodes.length ? `One of: ${reasonCodes.join(', ')}` : 'Optional' },
  ]
}

const inOneLine = ([first = '', ...rest]: string[]): string =>
  [first, ...rest.map((each) => each.charAt(0).toLowerCase() + each.slice(1))].join(', ')

function priceLabel({ giftingRestrictionsPrice: { min, max }, currency }: SpendingRules): string {
  if (min === null && max === null) return 'Any'
  if (min === null) return `Up to ${formatMoney(max!, currency)}`
  if (max === null) return `From ${formatMoney(min, currency)}`
  return `${formatMoney(min, currency)} to ${formatMoney(max, currency)}`
}
