import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { reason } from '../core/operators.ts'
import { data, freeText, id, innerPage, innerPageQuery, page, pence } from '../core/shapes.ts'
import { waits } from './waiting-acts.ts'

export const merchantFileFormats = ['csv', 'pain.001'] as const
const merchantStatementStates = ['drawn', 'filed', 'released', 'paid', 'nothing-due'] as const
const merchantFileStates = ['built', 'released', 'discarded'] as const

const MerchantBalance = z.object({
  currency: z.string(),
  /** Used and on no statement yet, with corrections. */
  openPence: z.int(),
  /** On statements that are not paid yet. */
  statedPence: z.int(),
})

export const Merchant = MerchantBalance.extend({
  id: z.string(),
  name: z.string(),
  /** The last digits of the account that is paid. */
  accountHint: z.string().nullable(),
  isProposed: z.boolean(),
})
export type Merchant = z.infer<typeof Merchant>

export const MerchantStatement = z.object({
  id: z.string(),
  number: z.string(),
  merchant: z.object({ id: z.string(), name: z.string() }),
  currency: z.string(),
  /** YYYY-MM-DD, the last day that it covers. */
  lastDay: z.string(),
  lines: z.int(),
  totalPence: z.int(),
  state: z.enum(merchantStatementStates),
  fileNumber: z.string().nullable(),
  drawnBy: z.string(),
  drawnAt: z.string(),
  paidAt: z.string().nullable(),
  mailedAt: z.string().nullable(),
  mailRefused: z.boolean(),
})
export type MerchantStatement = z.infer<typeof MerchantStatement>

export const MerchantFile = z.object({
  id: z.string(),
  number: z.string(),
  format: z.enum(merchantFileFormats),
  state: z.enum(merchantFileStates),
  payments: z.int(),
  totalPence: z.int(),
  currency: z.string(),
  payOn: z.string(),
  sha256: z.string(),
  builtBy: z.string(),
  builtAt: z.string(),
  releasedBy: z.string().nullable(),
  releasedAt: z.string().nullable(),
  releasedAlone: z.boolean(),
  /** Who is paid, as it stands in the file, while it waits for its release. */
  payees: z.array(
    z.object({
      merchant: z.object({ id: z.string(), name: z.string() }),
      statement: z.object({ id: z.string(), number: z.string() }),
      payee: z.string(),
      sortCode: z.string(),
      accountNumber: z.string(),
      amountPence: z.int(),
    }),
  ),
})
export type MerchantFile = z.infer<typeof MerchantFile>

const settlement = { tag: 'Operator', access: 'operator' } as const
const view = { ...settlement, method: 'GET', operator: { permission: 'view-settlements' } } as const
const manage = {
  ...settlement,
  method: 'POST',
  operator: { permission: 'manage-settlements', needsReason: true },
} as const
const paged = z.object({
  page: z.coerce.number().int().min(1).max(10_000).default(1),
  per_page: z.coerce.number().int().min(1).max(100).default(50),
})
const merchant = z.object({ id: id('brand') })
const only = z.object({ reason: reason() })
const done = data(z.object({ success: z.literal(true) }))

export const listMerchants = endpoint({
  ...view,
  id: 'listMerchants',
  path: '/v3/operator/merchants',
  summary: 'Every merchant that is or was owed anything, or has bank details, by name.',
  response: data(z.array(Merchant)),
})

export const getMerchant = endpoint({
  ...view,
  id: 'getMerchant',
  path: '/v3/operator/merchants/{id}',
  summary: 'One merchant: what it is owed, where it is paid, and its latest statements.',
  params: merchant,
  response: data(
    z.object({
      id: z.string(),
      name: z.string(),
      balances: z.array(MerchantBalance),
      accountHint: z.string().nullable(),
      /** What waits for a second operator, who compares it with the merchant’s own word. */
      proposed: z
        .object({
          id: z.string(),
          accountName: z.string(),
          sortCode: z.string(),
          accountNumber: z.string(),
          email: z.string(),
          proposedBy: z.string(),
          proposedAt: z.string(),
          reason: z.string(),
        })
        .nullable(),
      statements: z.array(MerchantStatement),
    }),
  ),
  errors: ['not_found'],
})

export const proposeBankDetails = endpoint({
  ...manage,
  id: 'proposeBankDetails',
  path: '/v3/operator/merchants/{id}/bank-details',
  summary: 'Proposes where a merchant is paid and emailed. Another operator approves it.',
  params: merchant,
  body: z.object({
    accountName: freeText(70),
    sortCode: freeText(20),
    accountNumber: freeText(20),
    email: freeText(254),
    reason: reason(),
  }),
  response: done,
  errors: ['not_found'],
})

export const approveBankDetails = endpoint({
  ...manage,
  id: 'approveBankDetails',
  path: '/v3/operator/merchants/{id}/bank-details/approve',
  summary: 'Another operator approves the bank details that they looked at.',
  params: merchant,
  body: z.object({ detailsId: id('bankDetails'), reason: reason() }),
  response: done,
  errors: ['not_found', 'wrong_state'],
})

export const correctMerchant = endpoint({
  ...manage,
  id: 'correctMerchant',
  path: '/v3/operator/merchants/{id}/corrections',
  summary: 'A line on the merchant’s next statement; below zero it gets less. A large one waits for another operator.',
  params: merchant,
  body: z.object({
    amountPence: z.int('must be whole pence').min(-100_000_000).max(100_000_000),
    /** The redemption that it corrects, where it is one. */
    redemptionId: id('redemption').optional(),
    reason: reason(),
  }),
  response: data(z.object({ success: z.literal(true), waits: waits() })),
  errors: ['not_found', 'wrong_state'],
})

export const drawMerchantStatements = endpoint({
  ...manage,
  id: 'drawMerchantStatements',
  path: '/v3/operator/merchant-statements',
  summary: 'Draws statements of what was used up to a day, and freezes it: of one merchant, or of all.',
  body: z.object({ until: freeText(10), merchantId: id('brand').optional(), reason: reason() }),
  response: data(z.object({ merchants: z.int() })),
})

export const listMerchantStatements = endpoint({
  ...view,
  id: 'listMerchantStatements',
  path: '/v3/operator/merchant-statements',
  summary: 'Statements of merchants, the latest first.',
  query: paged,
  response: page(MerchantStatement),
})

export const MerchantStatementLine = z.object({
  ordinal: z.int(),
  kind: z.enum(['redemption', 'supplied-code', 'correction', 'carried']),
  what: z.string(),
  place: z.string().nullable(),
  at: z.string(),
  amountPence: z.int(),
})
export type MerchantStatementLine = z.infer<typeof MerchantStatementLine>

const statement = z.object({ id: id('merchantStatement') })

export const getMerchantStatement = endpoint({
  ...view,
  id: 'getMerchantStatement',
  path: '/v3/operator/merchant-statements/{id}',
  summary: 'One statement, and its lines page by page.',
  params: statement,
  query: z.object(innerPageQuery),
  response: data(MerchantStatement.extend({ rows: z.array(MerchantStatementLine), pages: innerPage })),
  errors: ['not_found'],
})

export const getMerchantStatementPaper = endpoint({
  ...view,
  id: 'getMerchantStatementPaper',
  path: '/v3/operator/merchant-statements/{id}/paper',
  summary: 'A statement as the merchant gets it: its PDF, or every line as CSV.',
  params: statement,
  query: z.object({ format: z.enum(['pdf', 'csv']) }),
  response: data(z.object({ fileName: z.string(), contentType: z.string(), base64: z.string() })),
  errors: ['not_found', 'unavailable'],
})

export const listMerchantFiles = endpoint({
  ...view,
  id: 'listMerchantFiles',
  path: '/v3/operator/merchant-files',
  summary: 'Payment files to merchants: those that wait for their release, then the latest first.',
  query: paged,
  response: page(MerchantFile),
})

export const buildMerchantFile = endpoint({
  ...manage,
  id: 'buildMerchantFile',
  path: '/v3/operator/merchant-files',
  summary: 'Builds one payment file of every statement to pay. Another operator releases it.',
  body: z.object({
    format: z.enum(merchantFileFormats).default('csv'),
    payOn: freeText(10).optional(),
    reason: reason(),
  }),
  response: data(
    z.object({
      number: z.string(),
      payments: z.int(),
      totalPence: z.int(),
      payOn: z.string(),
      sha256: z.string(),
      /** Merchants without approved bank details: their statements wait. */
      waiting: z.array(z.object({ number: z.string(), merchant: z.string() })),
    }),
  ),
  errors: ['wrong_state', 'unavailable'],
})

const file = z.object({ id: id('merchantFile') })

export const releaseMerchantFile = endpoint({
  ...manage,
  id: 'releaseMerchantFile',
  path: '/v3/operator/merchant-files/{id}/release',
  summary:
    'An operator other than those who drew and built it releases a file; merchants are emailed their statements.',
  params: file,
  body: z.object({
    /** Of the file that was looked at. */
    sha256: freeText(64).min(1, 'is needed'),
    reason: reason(),
  }),
  response: done,
  errors: ['not_found', 'wrong_state'],
})

export const discardMerchantFile = endpoint({
  ...manage,
  id: 'discardMerchantFile',
  path: '/v3/operator/merchant-files/{id}/discard',
  summary: 'Gives up a file that was not released; its statements wait for another.',
  params: file,
  body: only,
  response: done,
  errors: ['not_found', 'wrong_state'],
})

export const getMerchantFile = endpoint({
  ...settlement,
  id: 'getMerchantFile',
  method: 'GET',
  path: '/v3/operator/merchant-files/{id}',
  summary: 'A released file as it was built. Each look is written down.',
  operator: { permission: 'manage-settlements' },
  params: file,
  response: data(z.object({ fileName: z.string(), sha256: z.string(), text: z.string() })),
  errors: ['not_found', 'wrong_state'],
})

export const bookMerchantPayment = endpoint({
  ...manage,
  id: 'bookMerchantPayment',
  path: '/v3/operator/merchant-payments',
  summary:
    'Books the bank line that paid a statement (MST-…) or a whole file (MPF-…), where the bank’s file is not imported.',
  body: z.object({
    paymentReference: freeText(60).min(1, 'is needed'),
    amountPence: pence().min(1),
    /** The bank’s own name of the line: each is booked once. */
    bankLine: freeText(100).min(1, 'is needed'),
    paidOn: z.iso.date('must be a day, like 2026-03-31').optional(),
    reason: reason(),
  }),
  response: data(z.object({ statements: z.array(z.string()) })),
  errors: ['not_found', 'wrong_state', 'conflict'],
})

export const settlementEndpoints = {
  listMerchants,
  getMerchant,
  proposeBankDetails,
  approveBankDetails,
  correctMerchant,
  drawMerchantStatements,
  listMerchantStatements,
  getMerchantStatement,
  getMerchantStatementPaper,
  listMerchantFiles,
  buildMerchantFile,
  releaseMerchantFile,
  discardMerchantFile,
  getMerchantFile,
  bookMerchantPayment,
}
