import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { civilDate, currency, data, freeText, id, success } from '../core/shapes.ts'
import { TillRedemption, voucherKey } from './hugggs.ts'

/** The till that asks. */
export const OwnTill = z.object({
  id: z.string(),
  name: z.string(),
  merchant: z.object({ id: z.string(), name: z.string() }),
  /** Where a till of the till page stands; null for a program, which says so itself. */
  location: z.object({ id: z.string(), name: z.string() }).nullable(),
})
export type OwnTill = z.infer<typeof OwnTill>

/** What a till may hand out for a gift. */
export const TillVoucher = z.object({
  product: z.object({ id: z.string(), name: z.string() }),
  /** What was typed or scanned, as it is printed or shown. */
  code: z.string(),
  currency: currency(),
  /** Pence that are left. */
  balance: z.int(),
  /** Pence that it was worth as a whole. */
  price: z.int(),
  /** Whether a till may take a part of what is left. */
  allowsParts: z.boolean(),
  /** The last moment at which it can be redeemed. */
  expiresAt: z.string(),
})
export type TillVoucher = z.infer<typeof TillVoucher>

export const TillEntry = z.object({
  id: z.string(),
  at: z.string(),
  till: z.object({ id: z.string(), name: z.string() }),
  location_id: z.string().nullable(),
  product: z.object({ id: z.string(), name: z.string() }),
  /** The last characters of the gift’s code, so that two of one name are told apart. */
  code_ending: z.string(),
  /** Pence. */
  amount: z.int(),
  currency: currency(),
  /** Null where it stands. */
  undone_at: z.string().nullable(),
  /** It is on the merchant’s statement: it can no longer be undone. */
  is_settled: z.boolean(),
})
export type TillEntry = z.infer<typeof TillEntry>

export const TillDay = z.object({
  /** London. */
  day: z.string(),
  /** The tills that redeemed that day. */
  tills: z.array(z.object({ id: z.string(), name: z.string() })),
  /** The latest first. */
  redemptions: z.array(TillEntry),
  /** What stands of them, by currency; what was undone is in no sum. */
  totals: z.array(z.object({ currency: currency(), count: z.int(), amount: z.int() })),
})
export type TillDay = z.infer<typeof TillDay>

const till = { tag: 'Tills', access: 'merchant' } as const

export const signInTill = endpoint({
  id: 'signInTill',
  method: 'POST',
  path: '/v3/till/sign-in',
  tag: 'Tills',
  access: 'public',
  summary: 'Signs a browser in as a till, by the code that the operator made for it. A code works once.',
  body: z.object({ code: freeText(64) }),
  response: data(z.object({ token: z.string() })),
  errors: ['invalid_grant'],
})

export const signOutTill = endpoint({
  ...till,
  id: 'signOutTill',
  method: 'POST',
  path: '/v3/till/sign-out',
  summary: 'Ends what the till page’s browser was signed in by; a program’s tokens end by their own time.',
  body: z.object({}),
  response: data(success()),
})

export const getOwnTill = endpoint({
  ...till,
  id: 'getOwnTill',
  method: 'GET',
  path: '/v3/till',
  summary: 'Which till asks: its name, its merchant and where it stands.',
  response: data(OwnTill),
})

export const getTillVoucher = endpoint({
  ...till,
  id: 'getTillVoucher',
  method: 'GET',
  path: '/v3/till/vouchers/{id}',
  summary:
    'What a gift is good for at this merchant, before it is redeemed. Unknown gifts and those of other merchants are refused alike.',
  params: z.object({ id: voucherKey }),
  response: data(TillVoucher),
  errors: ['not_found', 'already_redeemed', 'wrong_state'],
})

export const getTillRedemption = endpoint({
  ...till,
  id: 'getTillRedemption',
  method: 'GET',
  path: '/v3/till/redemptions/{id}',
  summary: 'One redemption of this merchant, with what is left on its gift now.',
  params: z.object({ id: id('redemption') }),
  response: data(TillRedemption),
  errors: ['not_found'],
})

export const listTillRedemptions = endpoint({
  ...till,
  id: 'listTillRedemptions',
  method: 'GET',
  path: '/v3/till/redemptions',
  summary:
    'What was redeemed on one day in London: at the store of a till of the till page, or at all stores of a program’s merchant.',
  query: z.object({
    /** Unset: today. */
    day: civilDate().optional(),
    /** Of one till only. */
    till: freeText(100).optional(),
  }),
  response: data(TillDay),
})

export const tillPageEndpoints = {
  signInTill,
  signOutTill,
  getOwnTill,
  getTillVoucher,
  getTillRedemption,
  listTillRedemptions,
}
