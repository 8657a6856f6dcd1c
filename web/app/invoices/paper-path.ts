import type { VatSummary } from '#contract/orders/invoices.ts'
import { paths } from '#web/paths.ts'

/** Where a paper is kept: with its purchase, its budget’s months, or the plan’s invoice. */
export function paperPath({
  transactionId,
  budgetId,
  planInvoiceId,
}: Pick<VatSummary['lines'][number], 'transactionId' | 'budgetId' | 'planInvoiceId'>): string {
  if (transactionId) return paths.purchaseDocuments(transactionId)
  if (budgetId) return paths.budgetTab(budgetId, 'invoices')
  return planInvoiceId ? paths.invoice(planInvoiceId) : paths.invoices
}
