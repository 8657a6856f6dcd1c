import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { data, id, personalName, text } from '../core/shapes.ts'
import { Look } from '../themes/themes.ts'
import { RefusalOutcome, RefusalReason } from './code-refusals.ts'

/**
 * The public code in a gift's link: unguessable, the only key a recipient has. Whatever is no code of ours, malformed
 * or merely unknown, gets the same 404.
 */
export const shortcode = z.string().meta({ free: true })

/**
 * What a recipient may see of a gift, and nothing else: no ids of the sender's team, no fees, no other recipients.
 * The state says which page to show:
 * scheduled (not yet to be opened) · wrapped · opened (seen; next step is claim, or choose where `choices` are offered) ·
 * claimed (chosen or accepted; the code can be revealed) · revealed (`voucher` is there) · redeemed · expired · cancelled.
 */
export const Gift = z.object({
  shortcode: z.string(),
  state: z.enum(['scheduled', 'wrapped', 'opened', 'claimed', 'revealed', 'redeemed', 'expired', 'cancelled']),
  fromName: z.string(),
  message: z.string().nullable(),
  /** Sender's cover picture, or null: the giftwrap then carries the page. */
  coverImageUrl: z.string().nullable(),
  product: z.object({
    name: z.string(),
    brandName: z.string(),
    description: z.string(),
    imageUrl: z.string(),
    /** Small print of the voucher; shown before and after claiming. */
    terms: z.string(),
    over18: z.boolean(),
    /** Formatted by the page: whole pence and its currency; null where the sender paid for a thing rather than an amount. */
    faceValuePence: z.int().nullable(),
    /** The part of it that is left, where it may be used in parts or was; else null. */
    balancePence: z.int().nullable(),
    currency: z.string(),
    stores: z.array(z.object({ name: z.string(), address: z.string() })),
  }),
  /** For a choice-of-gift: what may be chosen, nothing dearer than what was paid. Empty when there is no choice or it has been made. */
  choices: z.array(
    z.object({
      segmentName: z.string(),
      /** What its sender says of it, and the picture they put beside it. */
      description: z.string().nullable(),
      imageUrl: z.string().nullable(),
      options: z.array(
        z.object({
          productId: z.string(),
          name: z.string(),
          brandName: z.string(),
          description: z.string(),
          imageUrl: z.string(),
          /** What it is worth: it costs so much of the gift. */
          pricePence: z.int(),
        }),
      ),
    }),
  ),
  /** For what is to be chosen: what may be chosen for at most. What a cheaper choice leaves over goes back to the sender. */
  choice: z
    .object({
      worthPence: z.int(),
      /** What its sender says of what may be chosen. */
      description: z.string().nullable(),
    })
    .nullable(),
  /** For `cancelled`: true where its code could not be had, false where its sender took it back. */
  isUnavailable: z.boolean(),
  /** ISO instant; the end of this day in Europe/London is the last moment. Of a code that its shop made: the shop's own date, null where it named none. */
  expiresAt: z.string().nullable(),
  /** For `scheduled`: when it can be opened. */
  opensAt: z.string().nullable(),
  voucher: z
    .object({
      /** Null where the issuer gives a link only. */
      code: z.string().nullable(),
      pin: z.string().nullable(),
      url: z.string().nullable(),
      barcode: z.object({ kind: z.enum(['qrcode', 'code128']), text: z.string() }),
      /** For a code that its shop made, which our date does not end: until when the shop takes it (null: it did not say), and whether that is over. */
      shop: z.object({ takesUntil: z.string().nullable(), isOver: z.boolean() }).nullable(),
    })
    .nullable(),
  /** What the recipient said last of a shop that would not take the code, and what came of it: null while it waits for us. */
  refusal: z.object({ at: z.string(), outcome: RefusalOutcome.nullable() }).nullable(),
  reaction: z
    .object({ emoji: z.string().nullable(), message: z.string().nullable(), name: z.string().nullable() })
    .nullable(),
  /** Exactly five, from the sender's branding. */
  quickEmojis: z.array(z.string()).length(5),
  theme: Look.extend({ teamName: z.string() }),
})
export type Gift = z.infer<typeof Gift>

const giftParams = z.object({ shortcode })
const base = {
  tag: 'Recipient',
  access: 'public',
  params: giftParams,
  response: data(Gift),
  errors: ['not_found'],
} as const

export const getGift = endpoint({
  ...base,
  id: 'getGift',
  method: 'GET',
  path: '/public/gifts/{shortcode}',
  summary: 'What a recipient sees of a gift. Changes nothing.',
})
export const openGift = endpoint({
  ...base,
  id: 'openGift',
  method: 'POST',
  path: '/public/gifts/{shortcode}/open',
  summary: 'Unwraps the gift: records that it was seen.',
  errors: ['not_found', 'wrong_state'],
})
export const chooseGift = endpoint({
  ...base,
  id: 'chooseGift',
  method: 'POST',
  path: '/public/gifts/{shortcode}/choose',
  summary: 'Chooses one product of a choice-of-gift, once.',
  body: z.object({ productId: id('product') }),
  errors: ['not_found', 'wrong_state', 'conflict'],
})
export const claimGift = endpoint({
  ...base,
  id: 'claimGift',
  method: 'POST',
  path: '/public/gifts/{shortcode}/claim',
  summary:
    'Accepts the gift (or the choice made). What is for adults only is accepted by who says that they are 18 or over.',
  body: z.object({ over18: z.literal(true).optional() }),
  errors: ['not_found', 'wrong_state'],
})
export const revealGift = endpoint({
  ...base,
  id: 'revealGift',
  method: 'POST',
  path: '/public/gifts/{shortcode}/reveal',
  summary: 'Shows the voucher code; an issuer’s code is fetched at this moment, exactly once.',
  errors: ['not_found', 'wrong_state', 'unavailable'],
})
export const reactToGift = endpoint({
  ...base,
  id: 'reactToGift',
  method: 'POST',
  path: '/public/gifts/{shortcode}/reaction',
  summary: 'Says thank you: a quick emoji, a message, or both. Replaces an earlier reaction.',
  body: z
    .object({ emoji: text(16).nullish(), message: text(1000).nullish(), name: personalName(100).nullish() })
    .refine((value) => value.emoji || value.message, { message: 'send an emoji or a message', path: ['emoji'] }),
  errors: ['not_found', 'wrong_state'],
})

export const refuseCode = endpoint({
  ...base,
  id: 'refuseCode',
  method: 'POST',
  path: '/public/gifts/{shortcode}/refusal',
  summary:
    'Says that a shop would not take the code. The gift stays as it is; its sender and the operator are told, once until it is settled.',
  body: z.object({
    reason: RefusalReason,
    shop: text(100).min(1, 'is needed'),
    words: text(300).nullish(),
  }),
  errors: ['not_found', 'wrong_state'],
})

export const recipientEndpoints = { getGift, openGift, chooseGift, claimGift, revealGift, reactToGift, refuseCode }
