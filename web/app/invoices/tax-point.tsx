import type { VatSummary } from '#contract/orders/invoices.ts'
import { StatusBadge } from '#web/ui/kit/status-badge.tsx'
import { invoiceDayLabel } from './labels.ts'

/** Of a late paper also the day from which it counts. */
export const TaxPoint = ({ date, late, countsOn }: Pick<VatSummary['lines'][number], 'date' | 'late' | 'countsOn'>) =>
  late ? (
    <>
      {invoiceDayLabel(date)} <StatusBadge status="Late" tone="warning" />
      <br />
      <span className="muted small">counts from {invoiceDayLabel(countsOn)}</span>
    </>
  ) : (
    invoiceDayLabel(date)
  )
