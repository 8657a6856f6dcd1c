import type { BudgetFields } from '#contract/budgets/budgets.ts'

const names: Record<keyof BudgetFields, string> = {
  name: 'Name',
  budgetAmount: 'Amount',
  isVariable: 'Amount',
  unspentParticipantBalanceAction: 'Unspent money',
  frequency: 'How often',
  scheduledStartDate: 'First run',
  recurrenceDate: 'How often',
  numberOfRuns: 'Number of runs',
  scheduledEndDate: 'End',
  deliveryMethods: 'How gifts are sent',
  deliveryEmailDomains: 'To whom',
  giftingRestrictionsPrice: 'Price of a gift',
  giftingRestrictionsCategories: 'Kinds of gifts',
  maximumHugggExpiryDays: 'How long gifts last',
  reasonCodes: 'Reasons',
  walletId: 'Paid from',
  billingMethod: 'Paid from',
}

/** What changes are about, each once. */
export const changedNames = (fields: BudgetFields): string[] => [
  ...new Set(Object.keys(fields).map((field) => names[field as keyof BudgetFields])),
]
