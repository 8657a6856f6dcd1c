import { z } from 'zod'
import { Reason } from '../core/reasons.ts'
import { civilDate, email, freeText, id, instant, pence, personalName, phoneNumber, text } from '../core/shapes.ts'
import type { HugggMeta } from '../hugggs/hugggs.ts'
import { themeId } from '../themes/themes.ts'
import { uploadedPicture } from '../uploads/uploads.ts'

export const deliveryMethods = ['email', 'sms', 'links', 'superhuggg', 'printable', 'inline-redeem'] as const
export const DeliveryMethod = z.enum(deliveryMethods)
export type DeliveryMethod = z.infer<typeof DeliveryMethod>

/** How a purchase was paid. */
export const PaymentMethod = z.enum(['walletCommitment', 'charge', 'invoice'])
export type PaymentMethod = z.infer<typeof PaymentMethod>

/** Those that a purchase can name directly; the others have endpoints of their own. */
export const purchasableMethods = [
  'email',
  'sms',
  'links',
  'printable',
  'inline-redeem',
] as const satisfies readonly DeliveryMethod[]

/** Who gets one gift: by exactly one of address, number or user. */
export const Receiver = z
  .object({
    email: email().optional(),
    phone_number: phoneNumber().optional(),
    user_id: id('user').optional(),
    name: text(200).optional(),
    /** A message to this receiver alone, shown instead of the purchase's. */
    notes: text(2000).optional(),
  })
  .refine((receiver) => [receiver.email, receiver.phone_number, receiver.user_id].filter(Boolean).length === 1, {
    message: 'give exactly one of email, phone_number and user_id',
    path: ['email'],
  })
export type Receiver = z.infer<typeof Receiver>

/** A calendar day (its end in Europe/London) or an instant. */
export const dayOrInstant = z.union([civilDate(), instant()], {
  error: 'must be a day such as 2026-03-31, or a moment',
})

/** What a purchase may say of the choice it gives; see HugggMeta. */
export const GiftMeta = z.object({
  gwcSegments: z
    .array(
      z.object({
        id: id('segment'),
        image: uploadedPicture().nullish(),
        description: text(300).nullish(),
      }),
    )
    .max(50)
    .optional(),
  customDescription: text(2000).optional(),
}) satisfies z.ZodType<HugggMeta>
export type GiftMeta = z.infer<typeof GiftMeta>

export const claimMethods = ['email', 'sms'] as const
export const ClaimMethod = z.enum(claimMethods)
export type ClaimMethod = z.infer<typeof ClaimMethod>

/** Address endings such as `@acme.test` or `.ac.uk`, and number prefixes such as `+44`. */
export const ClaimRestrictions = z.object({
  emailEndings: z.array(text(254).min(2)).max(200).optional(),
  numberPrefixes: z
    .array(z.string().regex(/^\+\d{1,14}$/, 'must be the beginning of an international number such as +44'))
    .max(200)
    .optional(),
})
export type ClaimRestrictions = z.infer<typeof ClaimRestrictions>

/** Words that a sender finds purchases by. */
export const MOST_TAGS = 100
export const tags = () => z.array(text(100).min(1)).max(MOST_TAGS)

/** Gifts of one purchase. */
const quantity = () => z.int().min(1).max(10_000)

export const Purchase = z.object({
  type: z.enum(['huggg', 'bulkHugggs']),
  /** The product. */
  reference: id('product'),
  title: text(255).optional(),
  /** Shown to every recipient. */
  message: text(2000).optional(),
  fromName: personalName(100).optional(),
  /** For the sender's own records. */
  notes: text(2000).optional(),
  /** Gifts to make; the number of receivers where there are some, else 1. */
  quantity: quantity().optional(),
  /** `email` where there are receivers, or `sms` where all are given by number; else `links`. */
  deliveryMethod: z.enum(purchasableMethods).optional(),
  receivers: z.array(Receiver).max(10_000).optional(),
  /** A theme of the team’s, or one that everyone has. Unset: the team’s default. */
  themeId: themeId().optional(),
  /** An uploaded picture. Others' addresses are refused: a recipient's page asks no one else for anything. */
  coverImage: uploadedPicture().optional(),
  reasonCode: text(100).optional(),
  /** The sender's own, to find it by. */
  tags: tags().optional(),
  /** Last day a gift can be used; unset: as long as product and team allow. */
  expiry: dayOrInstant.optional(),
  /** When to send; unset or past-free: at once. */
  sendDate: instant().optional(),
  /** IANA zone of the sender's wall clock, for showing the date again. */
  sendZone: text(64).optional(),
  notifyOnComplete: z.boolean().optional(),
  /** Whether people who do not use their gift are reminded by email; unset: as the team prefers. */
  reminders: z.boolean().optional(),
  /** Of a choice-of-gift: which segments to offer, and in which words. */
  hugggMeta: GiftMeta.optional(),
  /** The sender's own, printed on receipt and invoice. */
  purchaseOrderNumber: freeText(100).optional(),
  /** Whether the sender confirms that everyone who gets it is 18 or over: needed for a product with `over18`, and kept. */
  over18: z.boolean().optional(),
})
export type Purchase = z.infer<typeof Purchase>

/** One link for many: people claim a gift each, with a code sent to their address or number, until none is left. */
export const SuperhugggPurchase = Purchase.pick({
  reference: true,
  title: true,
  message: true,
  fromName: true,
  notes: true,
  themeId: true,
  coverImage: true,
  reasonCode: true,
  tags: true,
  notifyOnComplete: true,
  reminders: true,
  hugggMeta: true,
  purchaseOrderNumber: true,
  over18: true,
}).extend({
  type: z.literal('superhuggg'),
  /** Gifts in all, every one of them paid now. */
  limit: quantity(),
  /** Gifts that one address or number can claim. */
  perPerson: z.int().min(1).max(10_000).default(1),
  claimMethod: ClaimMethod.default('email'),
  claimRestrictions: ClaimRestrictions.optional(),
  /** Last day a gift can be claimed or used; unset: as long as product and team allow. */
  hugggExpiryDate: dayOrInstant.optional(),
})
export type SuperhugggPurchase = z.infer<typeof SuperhugggPurchase>

/** Puts the money of a charge into a wallet; the same as `POST /api/v2/wallets/{id}/top-up`. */
export const WalletTopUpPurchase = z.object({
  type: z.literal('walletTopUp'),
  reference: id('wallet'),
  /** Pence. */
  amount: z.int().min(1).max(1_000_000_000),
})
export type WalletTopUpPurchase = z.infer<typeof WalletTopUpPurchase>

/** Buys a saved order, as it stands. */
export const OrderPurchase = z.object({ type: z.literal('order'), reference: id('order') })
export type OrderPurchase = z.infer<typeof OrderPurchase>

export const Payment = z.discriminatedUnion('method', [
  z.object({
    method: z.literal('walletCommitment'),
    /** The wallet that pays. The gifts belong to its team. */
    reference: id('wallet'),
  }),
  z.object({
    method: z.literal('charge'),
    /** A charge of the caller's that nothing has used. Its money passes through the default wallet of the team acted in. */
    reference: id('charge'),
  }),
  z.object({
    method: z.literal('invoice'),
    /** The wallet that holds the money of the gifts, and so whose team is invoiced; the default wallet of the team acted in. */
    reference: id('wallet').optional(),
  }),
])
export type Payment = z.infer<typeof Payment>

/** `limit` is `quantity` under the name that programs written for the original send. */
const GiftPurchase = Purchase.extend({ limit: quantity().optional() })
  .refine(({ limit, quantity }) => limit === undefined || quantity === undefined || limit === quantity, {
    message: 'must equal quantity: both say how many gifts to make',
    path: ['limit'],
  })
  .overwrite(({ limit, ...purchase }) => (limit === undefined ? purchase : { ...purchase, quantity: limit }))

const ShareableGiftPurchase = SuperhugggPurchase.extend({
  limit: quantity().optional(),
  quantity: quantity().optional(),
  /** What it is in any case. */
  deliveryMethod: z.literal('superhuggg').optional(),
})
  .refine(({ limit, quantity }) => (limit ?? quantity) !== undefined, { message: 'must be given', path: ['limit'] })
  .refine(({ limit, quantity }) => limit === undefined || quantity === undefined || limit === quantity, {
    message: 'must equal quantity: both say how many gifts to make',
    path: ['limit'],
  })
  .transform(
    ({ quantity, deliveryMethod: _, ...purchase }): SuperhugggPurchase => ({
      ...purchase,
      limit: (purchase.limit ?? quantity)!,
    }),
  )

export const TransactionRequest = z.object({
  purchase: z.discriminatedUnion('type', [GiftPurchase, ShareableGiftPurchase, OrderPurchase, WalletTopUpPurchase]),
  payment: Payment,
  /**
   * The total that was shown to the person who pays, in pence. Where it would cost anything else (the order has
   * changed, or a price), the purchase is refused with `price_changed`.
   */
  quotedTotal: pence().optional(),
  /** Must be the caller, where given. */
  userId: id('user').optional(),
})
export type TransactionRequest = z.infer<typeof TransactionRequest>

/** What stands against a purchase, as a quote tells it. */
export const PurchaseProblem = z.object({
  /** `invalid`, or the code of the error that the purchase would be refused with. */
  code: z.string(),
  path: z.string(),
  message: z.string(),
  /** Zero-based row of the receivers or the CSV. */
  row: z.int().optional(),
  reason: Reason.optional(),
  /** Line of the CSV, from 1. */
  line: z.int().optional(),
})
