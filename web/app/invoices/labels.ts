import type { Invoice, VatSummary } from '#contract/orders/invoices.ts'
import { formatDay } from '#web/ui/format.ts'
import type { Tone } from '#web/ui/kit/status-badge.tsx'

/** A calendar day as people read it. */
export const invoiceDayLabel = (date: string): string => formatDay(`${date}T12:00:00Z`, 'UTC')

/** `2026-03` as March 2026. */
export const monthLabel = (month: string): string => invoiceDayLabel(`${month}-01`).replace(/^1 /, '')

/** The days of a period, which lies in one month: 1 to 28 February 2027. */
export const daysLabel = ({ from, until }: Pick<Invoice, 'from' | 'until'>): string =>
  from === until ? invoiceDayLabel(from) : `${Number(from.slice(8))} to ${invoiceDayLabel(until)}`

/** What an invoice is at: overdue from the day after it was due. */
export function invoiceState(
  { status, outstanding, dueDate }: Pick<Invoice, 'status' | 'outstanding' | 'dueDate'>,
  today: string,
): { word: string; tone: Tone } {
  if (status === 'paid') return { word: 'Paid', tone: 'success' }
  if (outstanding === 0) return { word: 'Nothing to pay', tone: 'plain' }
  if (dueDate && dueDate < today) return { word: 'Overdue', tone: 'danger' }
  return status === 'part-paid' ? { word: 'Part paid', tone: 'warning' } : { word: 'To pay', tone: 'warning' }
}

export const paperNames: Record<VatSummary['lines'][number]['kind'], string> = {
  receipt: 'Receipt',
  invoice: 'Invoice',
  'supplementary-invoice': 'Invoice',
  'credit-note': 'Credit note',
  'period-invoice': 'Budget’s invoice',
  'period-credit-note': 'Budget’s credit note',
}

/** A rate of VAT as people read it. */
export const rateLabel = (rate: number | null): string => (rate === null ? 'Outside the scope' : `${rate}%`)
