import type { AllowanceMovement, AllowanceStatement } from '#contract/budgets/allowance-statement.ts'
import { formatMoney } from '#kit/money.ts'
import { formatCount, plural } from '#web/ui/format.ts'

export const movementLabels: Record<AllowanceMovement, string> = {
  received: 'From the budget',
  given: 'Gifts, with fees and VAT',
  returned: 'Returned from gifts',
  'taken-back': 'Taken back by the budget',
  other: 'Other',
}

type Line = AllowanceStatement['lines'][number]

/** A coffee for Ada; a coffee, 3 gifts. */
export const giftLabel = ({
  name,
  recipient,
  count,
}: Pick<NonNullable<Line['gift']>, 'name' | 'recipient' | 'count'>): string =>
  recipient ? `${name} for ${recipient}` : count > 1 ? `${name}, ${plural(count, 'gift')}` : name

const becauseLabels = {
  expired: 'Expired, and returned',
  cancelled: 'Cancelled, and returned',
  choice: 'Left over from a choice',
}

/** What moved: why it came back, or what became since of what was given. */
export function movementLabel(
  { movement, because, gift }: Pick<Line, 'movement' | 'because' | 'gift'>,
  currency: string,
): string {
  if (because) return becauseLabels[because]
  if (movement !== 'given' || !gift) return movementLabels[movement]
  const { count, expired, cancelled, toBudget } = gift
  const since = [
    ...(expired ? [count === 1 ? 'expired since' : `${formatCount(expired)} expired since`] : []),
    ...(cancelled ? [count === 1 ? 'cancelled since' : `${formatCount(cancelled)} cancelled since`] : []),
    ...(toBudget ? [`${formatMoney(toBudget, currency)} went back to the budget`] : []),
  ]
  return [movementLabels.given, ...since].join('; ')
}
