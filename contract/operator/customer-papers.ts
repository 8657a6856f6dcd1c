import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { reason } from '../core/operators.ts'
import { cursorPage, cursorQuery, data, freeText, id, instant } from '../core/shapes.ts'

const base = { tag: 'Operator', access: 'operator' } as const
const view = {
  ...base,
  operator: { permission: 'view-console' },
  method: 'GET',
  params: z.object({ id: id('team') }),
  errors: ['not_found'],
} as const

export const CustomerDocument = z.object({
  id: z.string(),
  kind: z.string(),
  number: z.string(),
  team: z.string(),
  currency: z.string(),
  totalPence: z.int(),
  issuedAt: z.string(),
  /** What it is for; null for a plan, and for months of a budget. */
  purchaseId: z.string().nullable(),
  /** The last day to pay an invoice. */
  dueOn: z.string().nullable(),
  /** When an invoice was paid, or nothing was owed on it otherwise. */
  paidAt: z.string().nullable(),
  /** When its team is reminded next of an invoice that is not paid by then; null where no reminder is left to send. */
  remindAt: z.string().nullable(),
})
export type CustomerDocument = z.infer<typeof CustomerDocument>

export const listCustomerDocuments = endpoint({
  ...view,
  id: 'listCustomerDocuments',
  path: '/v3/operator/customers/{id}/documents',
  summary:
    'Invoices, receipts and credit notes of a customer and its subteams, the newest first: all, overdue invoices alone, or by number or days.',
  query: z.object({
    ...cursorQuery,
    overdue: z.enum(['true']).optional(),
    /** As it is printed, or a part of it. */
    number: freeText(20).optional(),
    /** Inclusive. */
    from: instant().optional(),
    /** Exclusive. */
    to: instant().optional(),
  }),
  response: cursorPage(CustomerDocument),
})

export const CustomerBankPayment = z.object({
  id: z.string(),
  at: z.string(),
  team: z.string(),
  currency: z.string(),
  amountPence: z.int(),
  /** Where it went: a wallet by its name and reference, or an invoice by its number. */
  target: z.object({ kind: z.enum(['wallet', 'invoice']), name: z.string(), reference: z.string().nullable() }),
  /** The booking was taken back since. */
  isReversed: z.boolean(),
})
export type CustomerBankPayment = z.infer<typeof CustomerBankPayment>

export const listCustomerBankPayments = endpoint({
  ...view,
  id: 'listCustomerBankPayments',
  path: '/v3/operator/customers/{id}/bank-payments',
  summary: 'What came in by bank for a customer and its subteams, the newest first: into wallets, and for invoices.',
  query: z.object(cursorQuery),
  response: cursorPage(CustomerBankPayment),
})

export const AwaitedPayment = z.object({
  id: z.string(),
  at: z.string(),
  team: z.string(),
  wallet: z.string(),
  reference: z.string(),
  currency: z.string(),
  amountPence: z.int(),
  /** Who announced it; null for anyone who has been erased. */
  by: z.string().nullable(),
  /** Whether a line of that amount came by bank and waits for someone to say whose it is. */
  lineWaits: z.boolean(),
})
export type AwaitedPayment = z.infer<typeof AwaitedPayment>

export const listCustomerAwaitedPayments = endpoint({
  ...view,
  id: 'listCustomerAwaitedPayments',
  path: '/v3/operator/customers/{id}/awaited-payments',
  summary: 'Bank payments that a customer and its subteams announced and that have not arrived, the newest first.',
  response: data(z.array(AwaitedPayment)),
})

export const changeInvoiceReminders = endpoint({
  ...base,
  id: 'changeInvoiceReminders',
  method: 'PUT',
  path: '/v3/operator/invoices/{id}/reminders',
  summary: 'Sends no more reminders of an invoice that is not paid, or those again that are still to come.',
  operator: { permission: 'set-credit', needsReason: true },
  params: z.object({ id: id('invoice') }),
  body: z.object({ isOn: z.boolean(), reason: reason() }),
  response: data(z.object({ number: z.string(), remindAt: z.string().nullable() })),
  errors: ['not_found', 'wrong_state'],
})

export const customerPaperEndpoints = {
  listCustomerDocuments,
  listCustomerBankPayments,
  listCustomerAwaitedPayments,
  changeInvoiceReminders,
}
