import { invoiceKinds, invoiceStatuses } from '#contract/orders/invoices.ts'
import { readPeriod } from '#web/http/period.server.ts'
import { choice, readForm } from '#web/http/read-form.ts'

/** Which invoices an address asks for; what it does not say is empty. */
export function readInvoiceFilter(url: string) {
  const { searchParams } = new URL(url)
  const { from, to } = readPeriod(searchParams, 'UTC')
  const { status, kind } = readForm(searchParams, { status: choice(...invoiceStatuses), kind: choice(...invoiceKinds) })
  return { from, to, status: status ?? '', kind: kind ?? '', isAny: Boolean(from || to || status || kind) } as const
}

export type InvoiceFilterWish = ReturnType<typeof readInvoiceFilter>

export const toListQuery = ({ from, to, status, kind }: InvoiceFilterWish) => ({
  ...(from && { from }),
  ...(to && { until: to }),
  ...(status && { status }),
  ...(kind && { kind }),
})
