import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { seesShareables } from '../core/permissions.ts'
import { data, email, id, page, pageQuery, text } from '../core/shapes.ts'
import { shortcode } from '../hugggs/recipient.ts'
import { ClaimMethod, ClaimRestrictions, Payment } from '../orders/purchase.ts'
import { Transaction } from '../orders/transactions.ts'
import { Look } from '../themes/themes.ts'

/**
 * Whether people can claim at a shareable gift's link:
 * open · paused (by its sender) · preparing (its gifts are still being made) · claimed (none is left) · ended (by its
 * sender) · expired (the last day is over).
 */
export const ClaimState = z.enum(['open', 'paused', 'preparing', 'claimed', 'ended', 'expired'])
export type ClaimState = z.infer<typeof ClaimState>

/** A shareable gift as its sender sees it. */
export const SuperHuggg = z.object({
  id: z.string(),
  /** The page where people claim. Null for who may not send, and for an operator who looks on; the shortcode too. */
  launch_url: z.string().nullable(),
  shortcode: z.string().nullable(),
  team_id: z.string(),
  user_id: z.string(),
  state: ClaimState,
  claim_method: ClaimMethod,
  claim_restrictions: ClaimRestrictions,
  per_person: z.int(),
  /** Gifts bought for it, over all its purchases. */
  limit: z.int(),
  claimed: z.int(),
  /** Gifts that can still be claimed. */
  unclaimed: z.int(),
  /** Pence: what would come back if it ended now. */
  refundable: z.int(),
  currency: z.string(),
  /** The first is the one it was made by; each of the others raised the limit. */
  transaction_ids: z.array(z.string()),
  product: z.object({ id: z.string(), label: z.string(), brand_name: z.string() }),
  theme_id: z.string(),
  title: z.string().nullable(),
  from_name: z.string(),
  message: z.string().nullable(),
  /** Codes that were asked for and can be used (ten minutes): past `most` people are put off, last at `refused_at`. */
  codes: z.object({ open: z.int(), most: z.int(), refused_at: z.string().nullable() }),
  /** The last moment of the gifts bought first; a claimed gift may have a later one. */
  expiry_date: z.string().nullable(),
  last_claimed_at: z.string().nullable(),
  paused_at: z.string().nullable(),
  ended_at: z.string().nullable(),
  created_at: z.string(),
})
export type SuperHuggg = z.infer<typeof SuperHuggg>

export const SuperHugggClaim = z.object({
  huggg_id: z.string(),
  /** Null for who may not send, and for an operator who looks on. */
  shortcode: z.string().nullable(),
  status_id: z.int(),
  receiver: z.object({ id: z.string(), email: z.string().nullable(), phone_number: z.string().nullable() }),
  claimed_at: z.string(),
})
export type SuperHugggClaim = z.infer<typeof SuperHugggClaim>

const params = z.object({ id: id('superhuggg') })
const base = { tag: 'Shareable gifts', access: 'session', params } as const
const manages = { ...base, method: 'POST', permission: 'use-superhuggg', response: data(SuperHuggg) } as const

export const getSuperHuggg = endpoint({
  ...base,
  id: 'getSuperHuggg',
  method: 'GET',
  path: '/api/v2/super-hugggs/{id}',
  permission: seesShareables,
  scope: 'send',
  summary: 'A shareable gift: its link, what it allows, and how many have claimed.',
  query: z.object({ platform: z.enum(['app', 'web']).default('app') }),
  response: data(SuperHuggg),
  errors: ['not_found'],
})
export const listSuperHugggClaims = endpoint({
  ...base,
  id: 'listSuperHugggClaims',
  method: 'GET',
  path: '/api/v2/super-hugggs/{id}/claims',
  permission: seesShareables,
  summary: 'Who has claimed, the latest first.',
  query: z.object(pageQuery),
  response: page(SuperHugggClaim),
  errors: ['not_found'],
})
/** The link to print and hand on: a QR code as a drawing and as a picture, and a poster of one A4 page. */
export const ShareFile = z.enum(['qr.svg', 'qr.png', 'poster.pdf'])
export type ShareFile = z.infer<typeof ShareFile>

export const downloadSuperHugggFile = endpoint({
  ...base,
  id: 'downloadSuperHugggFile',
  impersonation: 'never',
  method: 'GET',
  path: '/api/v2/super-hugggs/{id}/files/{file}',
  permission: 'use-superhuggg',
  scope: 'send',
  summary: 'The link as a QR code (SVG, PNG) or on an A4 poster (PDF).',
  params: params.extend({ file: ShareFile }),
  response: data(z.object({ fileName: z.string(), contentType: z.string(), /** Base64. */ content: z.string() })),
  errors: ['not_found'],
})
export const pauseSuperHuggg = endpoint({
  ...manages,
  id: 'pauseSuperHuggg',
  impersonation: 'change',
  path: '/api/v2/super-hugggs/{id}/pause',
  summary: 'Stops claims until they are resumed. Gifts that were claimed are not touched.',
  scope: 'send',
  errors: ['not_found', 'wrong_state'],
})
export const resumeSuperHuggg = endpoint({
  ...manages,
  id: 'resumeSuperHuggg',
  impersonation: 'change',
  path: '/api/v2/super-hugggs/{id}/resume',
  summary: 'Lets people claim again.',
  scope: 'send',
  errors: ['not_found', 'wrong_state'],
})
export const clearClaimCodes = endpoint({
  ...manages,
  id: 'clearClaimCodes',
  impersonation: 'change',
  path: '/api/v2/super-hugggs/{id}/codes/clear',
  summary: 'Lets people ask for codes again although many are open. Codes that were sent stay good.',
  scope: 'send',
  errors: ['not_found', 'wrong_state'],
})
export const endSuperHuggg = endpoint({
  ...manages,
  id: 'endSuperHuggg',
  path: '/api/v2/super-hugggs/{id}/end',
  permission: 'cancel-hugggs',
  scope: 'send',
  idempotent: true,
  summary: 'Ends claims for good: every gift no one has claimed is cancelled and its money returned.',
  response: data(z.object({ cancelled: z.int(), refunded: z.int(), superhuggg: SuperHuggg })),
  errors: ['not_found', 'wrong_state', 'conflict', 'idempotency_key_reused'],
})
export const raiseSuperHugggLimit = endpoint({
  ...manages,
  id: 'raiseSuperHugggLimit',
  path: '/api/v2/super-hugggs/{id}/limit',
  permission: 'use-superhuggg',
  scope: 'send',
  idempotent: true,
  status: 201,
  summary: 'Buys more gifts for a shareable gift, at today’s price: a purchase of its own.',
  body: z.object({
    /** Gifts in all from now on; the difference is bought. */
    limit: z.int().min(1).max(10_000),
    payment: Payment,
  }),
  response: data(Transaction),
  errors: [
    'insufficient_funds',
    'credit_limit_reached',
    'plan_limit_reached',
    'restricted',
    'not_found',
    'wrong_state',
    'conflict',
    'idempotency_key_reused',
  ],
})

/** What anyone who has the link may see, and nothing else: no prices, no counts, no other people. */
export const ShareableGift = z.object({
  shortcode: z.string(),
  state: ClaimState,
  claimMethod: ClaimMethod,
  /** Address endings or number prefixes that may claim; empty: all. */
  allowed: z.array(z.string()),
  perPerson: z.int(),
  fromName: z.string(),
  message: z.string().nullable(),
  coverImageUrl: z.string().nullable(),
  product: z.object({
    name: z.string(),
    brandName: z.string(),
    description: z.string(),
    imageUrl: z.string(),
    over18: z.boolean(),
    faceValuePence: z.int().nullable(),
    currency: z.string(),
  }),
  expiresAt: z.string().nullable(),
  theme: Look.extend({ teamName: z.string() }),
})
export type ShareableGift = z.infer<typeof ShareableGift>

const claims = { tag: 'Recipient', access: 'public', params: z.object({ shortcode }) } as const

export const getShareableGift = endpoint({
  ...claims,
  id: 'getShareableGift',
  method: 'GET',
  path: '/public/shareable-gifts/{shortcode}',
  summary: 'What the page of a shareable gift shows. Changes nothing.',
  response: data(ShareableGift),
  errors: ['not_found'],
})
export const requestClaimCode = endpoint({
  ...claims,
  id: 'requestClaimCode',
  method: 'POST',
  path: '/public/shareable-gifts/{shortcode}/codes',
  summary: 'Sends a six-digit code to an address or number, which proves it within ten minutes.',
  body: z
    .object({
      email: email().optional(),
      /** As people write it; without a country code it is one of the gift's own territory. */
      phone_number: text(40).optional(),
    })
    .refine((body) => Boolean(body.email) !== Boolean(body.phone_number), {
      message: 'give an email address or a phone number',
      path: ['email'],
    }),
  response: data(
    z.object({
      /** Kept by the browser that asked; the code works together with it only. */
      claim: z.string(),
      expiresAt: z.string(),
    }),
  ),
  status: 201,
  errors: ['not_found', 'wrong_state', 'restricted'],
})
export const claimShareableGift = endpoint({
  ...claims,
  id: 'claimShareableGift',
  method: 'POST',
  path: '/public/shareable-gifts/{shortcode}/claims',
  summary:
    'Claims a gift with the code that was sent. The gift then opens at a link of its own. Who has claimed all of theirs is answered with the last one.',
  body: z.object({
    claim: z.string().max(200).meta({ free: true }),
    /** Six digits; spaces are forgiven. */
    code: z
      .string()
      .max(20)
      .transform((value) => value.replace(/\s/g, ''))
      .pipe(z.string().regex(/^\d{6}$/, 'must be the six digits that were sent')),
  }),
  response: data(
    z.object({
      shortcode: z.string(),
      /** They had claimed it before, and get no other. */
      again: z.boolean().optional(),
    }),
  ),
  status: 201,
  errors: ['not_found', 'wrong_state', 'restricted'],
})

export const superHugggEndpoints = {
  getSuperHuggg,
  listSuperHugggClaims,
  downloadSuperHugggFile,
  pauseSuperHuggg,
  resumeSuperHuggg,
  clearClaimCodes,
  endSuperHuggg,
  raiseSuperHugggLimit,
  getShareableGift,
  requestClaimCode,
  claimShareableGift,
}
