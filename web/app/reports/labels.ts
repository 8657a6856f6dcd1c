import type { SpendingDimension, SpendingReport } from '#contract/reports/reports.ts'
import { stepLabel } from '#web/app/budgets/reports/period.ts'

export type SpendingRow = SpendingReport['rows'][number]

export const dimensionLabels: Record<SpendingDimension, string> = {
  month: 'By month',
  person: 'By person',
  reason: 'By reason',
  wallet: 'By wallet',
  product: 'By gift',
}

export const dimensions = Object.keys(dimensionLabels) as SpendingDimension[]

export const dimensionHeaders: Record<SpendingDimension, string> = {
  month: 'Month',
  person: 'Bought by',
  reason: 'Reason',
  wallet: 'Wallet',
  product: 'Gift',
}

const withoutKey: Record<SpendingDimension, string> = {
  month: '',
  person: 'No person',
  reason: 'No reason given',
  wallet: 'No wallet',
  product: 'No gift',
}

export const rowLabel = (by: SpendingDimension, { key, label }: Pick<SpendingRow, 'key' | 'label'>): string =>
  by === 'month' && key ? stepLabel(`${key}-01`, 'month') : label || withoutKey[by]
