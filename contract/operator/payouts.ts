import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { reason } from '../core/operators.ts'
import { data, freeText, id, page, pence } from '../core/shapes.ts'

const payoutStates = ['requested', 'refused', 'released', 'paid', 'returned'] as const

export const Payout = z.object({
  id: z.string(),
  /** What the bank's statement will say. */
  reference: z.string(),
  state: z.enum(payoutStates),
  amountPence: z.int(),
  currency: z.string(),
  wallet: z.object({ id: z.string(), reference: z.string() }),
  team: z.object({ id: z.string(), name: z.string() }),
  /** The last digits of the account it goes to. */
  accountHint: z.string(),
  /** As it goes into the payment file, while it is asked for or released. */
  payment: z
    .object({
      payee: z.string(),
      sortCode: z.string(),
      accountNumber: z.string(),
      /** To be named by the release: it says what was looked at. */
      version: z.string(),
      /** Whether the name on the account reads like the customer’s own. */
      isOwnName: z.boolean(),
    })
    .nullable(),
  reason: z.string(),
  requestedBy: z.string(),
  requestedAt: z.string(),
  endedBy: z.string().nullable(),
  endedAt: z.string().nullable(),
  /** By the one who asked, a day later, for there was no one else. */
  releasedAlone: z.boolean(),
  fileId: z.string().nullable(),
})
export type Payout = z.infer<typeof Payout>

const payouts = { tag: 'Operator', access: 'operator' } as const

export const listPayouts = endpoint({
  ...payouts,
  id: 'listPayouts',
  method: 'GET',
  path: '/v3/operator/payouts',
  summary: 'Payouts: those that wait for someone before all others, the newest first.',
  operator: { permission: 'view-payouts' },
  query: z.object({
    page: z.coerce.number().int().min(1).max(10_000).default(1),
    per_page: z.coerce.number().int().min(1).max(100).default(50),
  }),
  response: page(Payout),
})

export const requestPayout = endpoint({
  ...payouts,
  id: 'requestPayout',
  method: 'POST',
  path: '/v3/operator/payouts',
  summary: 'Asks for money of a wallet to be paid to its customer’s bank account. Another operator releases it.',
  operator: { permission: 'manage-payouts', needsReason: true },
  body: z.object({
    walletReference: freeText(40),
    amountPence: pence().min(1),
    payee: freeText(100),
    sortCode: freeText(20),
    accountNumber: freeText(20),
    reason: reason(),
  }),
  response: data(z.object({ id: z.string(), reference: z.string() })),
  errors: ['not_found', 'insufficient_funds'],
})

const onPayout = {
  ...payouts,
  method: 'POST',
  params: z.object({ id: id('payout') }),
  body: z.object({ reason: reason() }),
  response: data(z.object({ reference: z.string(), state: z.enum(payoutStates) })),
} as const

export const releasePayout = endpoint({
  ...onPayout,
  id: 'releasePayout',
  path: '/v3/operator/payouts/{id}/release',
  summary: 'Takes the money out of the wallet; the payout goes into the next payment file.',
  body: z.object({
    /** The version of the payment that was looked at. */
    seen: freeText(64).min(1, 'is needed'),
    reason: reason(),
  }),
  operator: { permission: 'manage-payouts', needsReason: true },
  errors: ['not_found', 'wrong_state', 'insufficient_funds'],
})

export const refusePayout = endpoint({
  ...onPayout,
  id: 'refusePayout',
  path: '/v3/operator/payouts/{id}/refuse',
  summary: 'Says no to a payout that was asked for.',
  operator: { permission: 'manage-payouts', needsReason: true },
  errors: ['not_found', 'wrong_state'],
})

const PayoutFile = z.object({
  id: z.string(),
  fileName: z.string(),
  payouts: z.int(),
  totalPence: z.int(),
  sha256: z.string(),
})
export type PayoutFile = z.infer<typeof PayoutFile>

export const makePayoutFile = endpoint({
  ...payouts,
  id: 'makePayoutFile',
  method: 'POST',
  path: '/v3/operator/payout-files',
  summary: 'Puts every released payout that is in no file yet into one.',
  operator: { permission: 'manage-payouts', needsReason: true },
  body: z.object({ reason: reason() }),
  response: data(PayoutFile),
  errors: ['wrong_state'],
})

export const getPayoutFile = endpoint({
  ...payouts,
  id: 'getPayoutFile',
  method: 'GET',
  path: '/v3/operator/payout-files/{id}',
  summary: 'A payment file as it was made.',
  operator: { permission: 'manage-payouts' },
  params: z.object({ id: id('payoutFile') }),
  response: data(PayoutFile.extend({ text: z.string() })),
  errors: ['not_found'],
})

export const payoutEndpoints = {
  listPayouts,
  requestPayout,
  releasePayout,
  refusePayout,
  makePayoutFile,
  getPayoutFile,
}
