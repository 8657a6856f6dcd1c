import type { AllowanceMovement, AllowanceStatement } from '#contract/budgets/allowance-statement.ts'
import { plural } from '#web/ui/format.ts'

export const movementLabels: Record<AllowanceMovement, string> = {
  received: 'From the budget',
  given: 'Gifts, with fees and VAT',
  returned: 'Returned from gifts',
  'taken-back': 'Taken back by the budget',
  other: 'Other',
}

/** A coffee for Ada; a coffee, 3 gifts. */
export const giftLabel = ({
  name,
  recipient,
  count,
}: NonNullable<AllowanceStatement['lines'][number]['gift']>): string =>
  recipient ? `${name} for ${recipient}` : count > 1 ? `${name}, ${plural(count, 'gift')}` : name
