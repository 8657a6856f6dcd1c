import type { AllowanceMovement } from '#contract/budgets/allowance-statement.ts'

export const movementLabels: Record<AllowanceMovement, string> = {
  received: 'From the budget',
  given: 'Gifts, with fees and VAT',
  returned: 'Returned from gifts',
  'taken-back': 'Taken back by the budget',
  other: 'Other',
}
