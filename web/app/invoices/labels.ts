import type { AccountStatement } from '#contract/orders/account-statements.ts'
import type { Invoice, invoiceKinds, invoiceStatuses } from '#contract/orders/invoices.ts'
import type { AccountRole, AccountsHolds, AccountsPackage, BillsMap } from '#contract/reports/accounts-packages.ts'
import { formatMoney } from '#kit/money.ts'
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

/** How the list of invoices is filtered; empty is all. */
export const invoiceStatusLabels: Record<'' | (typeof invoiceStatuses)[number], string> = {
  '': 'Any status',
  open: 'To pay',
  overdue: 'Overdue',
  paid: 'Paid, or nothing to pay',
}

export const invoiceKindLabels: Record<'' | (typeof invoiceKinds)[number], string> = {
  '': 'Gifts and plan',
  gifts: 'Gifts',
  plan: 'Plan',
}

/** £100.00 on 3 March 2027, £198.80 on 9 March 2027; empty where nothing came in. */
export const paymentsLabel = (
  lines: AccountStatement['lines'],
  { id, currency }: Pick<Invoice, 'id' | 'currency'>,
): string =>
  lines
    .filter(({ kind, invoiceId }) => kind === 'payment' && invoiceId === id)
    .map(({ amount, date }) => `${formatMoney(0 - amount, currency)} on ${invoiceDayLabel(date)}`)
    .join(', ')

export const accountsPackageNames: Record<AccountsPackage, string> = {
  xero: 'Xero',
  sage50: 'Sage 50',
  quickbooks: 'QuickBooks Online',
  'sage-accounting': 'Sage Accounting',
}

/** What a file for an accounts package holds. */
export const holdsLabels: Record<AccountsHolds, string> = {
  journals: 'Journals of everything',
  bills: 'Bills, with VAT by rate',
}

/** How bills name us and VAT. */
export const billLabels: Record<keyof BillsMap, { label: string; description: string }> = {
  supplier: { label: 'Supplier', description: 'Us, as your package calls us' },
  standard: { label: 'VAT of 20%', description: 'Its code in your package' },
  reduced: { label: 'VAT of 5%', description: 'Its code in your package' },
  zero: { label: 'VAT of 0%', description: 'Its code in your package' },
  outside: { label: 'Outside the scope of VAT', description: 'Its code in your package' },
}

export const currencyNames = { GBX: 'Pounds', EUX: 'Euros' }

/** What money of a team is booked to. */
export const accountRoleLabels: Record<AccountRole, { label: string; description: string }> = {
  gifts: { label: 'Gifts', description: 'What gifts cost without VAT, less what came back' },
  fees: { label: 'Fees', description: 'Handling and texts, without VAT' },
  plans: { label: 'Plan', description: 'Your plan, without VAT' },
  vat: { label: 'VAT', description: 'VAT that you were charged' },
  wallets: { label: 'Wallets', description: 'Money in your wallets and budgets, paid before it is spent' },
  owed: { label: 'Owed to us', description: 'Invoices that are still to be paid' },
  card: { label: 'Paid by card', description: 'Where card payments are booked from' },
  bank: { label: 'Paid by bank', description: 'Where bank transfers are booked from, and paid back to' },
}
