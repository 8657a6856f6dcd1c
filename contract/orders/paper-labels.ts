import type { VatSummary } from './invoices.ts'

/** What people read for each kind of paper that counts for VAT. */
export const paperLabels: Record<VatSummary['lines'][number]['kind'], string> = {
  receipt: 'Receipt',
  invoice: 'Invoice',
  'supplementary-invoice': 'Invoice',
  'credit-note': 'Credit note',
  'period-invoice': 'Budget’s invoice',
  'period-credit-note': 'Budget’s credit note',
}

/** A rate of VAT as people read it. */
export const rateLabel = (rate: number | null): string => (rate === null ? 'Outside the scope' : `${rate}%`)
