import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { data, id } from '../core/shapes.ts'

const base = {
  tag: 'Operator',
  access: 'operator',
  operator: { permission: 'view-console' },
  params: z.object({ id: id('invoice') }),
  errors: ['not_found'],
} as const

/** A paper of a customer's, as it was printed: businesses and figures, no recipients. */
export const OperatorDocument = z.object({
  id: z.string(),
  kind: z.string(),
  number: z.string(),
  customer: z.object({ id: z.string(), name: z.string() }),
  currency: z.string(),
  issuedAt: z.string(),
  /** The last day to pay an invoice. */
  dueOn: z.string().nullable(),
  /** When an invoice was paid, or nothing was owed on it otherwise. */
  paidAt: z.string().nullable(),
  /** What it is for; null for a plan, and for months of a budget. */
  purchaseId: z.string().nullable(),
  lines: z.array(
    z.object({
      description: z.string(),
      detail: z.string().nullable(),
      quantity: z.int(),
      netPence: z.int(),
      vatPence: z.int(),
      /** Hundredths of a per cent; null: outside the scope of VAT. */
      vatBasisPoints: z.int().nullable(),
    }),
  ),
  netPence: z.int(),
  vatPence: z.int(),
  totalPence: z.int(),
  /** Of an invoice or a receipt: what credit notes took off it. */
  creditedPence: z.int(),
  /** Of an invoice: what came in for it, the oldest first; by a line of the bank, by a card, or as someone booked it by hand. */
  payments: z.array(
    z.object({
      at: z.string(),
      amountPence: z.int(),
      bankLineId: z.string().nullable(),
      chargeId: z.string().nullable(),
      /** It was taken back. */
      isReversed: z.boolean(),
    }),
  ),
  /** Of an invoice: what is still to be paid; null for all else. */
  leftPence: z.int().nullable(),
  isOverdue: z.boolean(),
  /** Of an invoice that is not paid: when its next reminder leaves, or who stopped them and why; with neither, all have been sent. */
  reminders: z
    .object({
      nextAt: z.string().nullable(),
      stopped: z.object({ at: z.string(), by: z.string(), reason: z.string().nullable() }).nullable(),
    })
    .nullable(),
  /** Papers about the same, in the order they were issued: an invoice, its credit notes. */
  others: z.array(
    z.object({ id: z.string(), kind: z.string(), number: z.string(), totalPence: z.int(), issuedAt: z.string() }),
  ),
})
export type OperatorDocument = z.infer<typeof OperatorDocument>

export const getOperatorDocument = endpoint({
  ...base,
  id: 'getOperatorDocument',
  method: 'GET',
  path: '/v3/operator/documents/{id}',
  summary: 'An invoice, a receipt or a credit note with its lines, its VAT, and what was credited of it.',
  response: data(OperatorDocument),
})

export const getOperatorDocumentFile = endpoint({
  ...base,
  id: 'getOperatorDocumentFile',
  method: 'GET',
  path: '/v3/operator/documents/{id}/pdf',
  summary: 'The same as its customer gets it: a PDF.',
  response: data(z.object({ fileName: z.string(), contentType: z.string(), base64: z.string() })),
})

export const operatorDocumentEndpoints = { getOperatorDocument, getOperatorDocumentFile }
