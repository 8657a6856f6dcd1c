import type { AllowanceStatement } from '#contract/budgets/allowance-statement.ts'
import type { TransactionReportRow } from '#contract/reports/reports.ts'
import { formatMoney } from '#kit/money.ts'

/** What was spent in a month, as home shows it. */
export interface Spend {
  label: string
  pence: number
  currency: string
  notes: string[]
  hasReport: boolean
}

/** What a participant spent in a month and where it came back to, as their statement of the month says. */
export function allowanceSpend(
  { totals, currency }: Pick<AllowanceStatement, 'totals' | 'currency'>,
  month: string,
): Spend {
  const { given, returned, toBudget } = totals
  const notes = [
    ...(returned ? [`${formatMoney(returned, currency)} was returned to you.`] : []),
    ...(toBudget ? [`${formatMoney(toBudget, currency)} went back to the budget.`] : []),
  ]
  return { label: `You spent in ${month}`, pence: Math.abs(given), currency, notes, hasReport: false }
}

/** What a line of recent activity says of what came back for a purchase: ` · £3.90 came back`. */
export function cameBack({
  refundedValue,
  toBudgetValue,
  currency,
}: Pick<TransactionReportRow, 'refundedValue' | 'toBudgetValue' | 'currency'>): string {
  const returned = refundedValue - toBudgetValue
  return [
    returned ? ` · ${formatMoney(returned, currency)} came back` : '',
    toBudgetValue ? ` · ${formatMoney(toBudgetValue, currency)} went back to the budget` : '',
  ].join('')
}
