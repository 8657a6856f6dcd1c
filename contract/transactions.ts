import { z } from 'zod'
import { endpoint } from './core/endpoint.ts'
import {
  civilDate,
  data,
  email,
  freeText,
  id,
  instant,
  list,
  page,
  pageQuery,
  pence,
  personalName,
  phoneNumber,
  text,
} from './core/shapes.ts'
import { Huggg, type HugggMeta } from './hugggs.ts'
import { themeId } from './themes.ts'
import { uploadedPicture } from './uploads.ts'

export const deliveryMethods = ['email', 'sms', 'links', 'superhuggg', 'printable', 'inline-redeem'] as const
export const DeliveryMethod = z.enum(deliveryMethods)
export type DeliveryMethod = z.infer<typeof DeliveryMethod>

/** Those that a purchase can name by itself; the others have endpoints of their own. */
export const purchasableMethods = [
  'email',
  'sms',
  'links',
  'printable',
  'inline-redeem',
] as const satisfies readonly DeliveryMethod[]

/**
 * Relations a read can bring along, under `embedded`: hugggs, message, purchase, purchase.brand, purchase.brand.stores,
 * purchase.segments; of purchases also wallet; of gifts also choice, voucher, redemptions, sender, receiver, reaction and transaction, which asked of a
 * purchase bring its gifts along with them. Unknown names are ignored, as they always were.
 */
const embed = list(z.string().max(100))

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
export const dayOrInstant = z.union([civilDate(), instant()])

/** What a purchase may say of the choice it gives; see HugggMeta. */
export const GiftMeta = z.object({
  gwcSegments: z
    .array(
      z.object({
        id: id('segment'),
        image: z
          .url({ protocol: /^https$/ })
          .max(2000)
          .nullish(),
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

export const Transaction = z.object({
  id: z.string(),
  title: z.string().nullable(),
  notes: z.string().nullable(),
  message: z.string().nullable(),
  from_name: z.string().nullable(),
  /** `creating` until all gifts are made, `sending` until the last of their emails and texts has left, then null. */
  processing: z.enum(['creating', 'processing', 'sending', 'updating']).nullable(),
  /** `failed` when none of its gifts could be given: every one was cancelled by Posy, and its money returned. */
  status: z.enum(['successful', 'failed']),
  reason_code: z.string().nullable(),
  delivery_method: DeliveryMethod.nullable(),
  /** `charge` where it is a top-up of a wallet by card, and no purchase. */
  topup_type: z.string().nullable(),
  team_id: z.string(),
  user_id: z.string(),
  /** Empty for a top-up made without a plan. */
  plan_id: z.string(),
  client_id: z.string().nullable(),
  order_id: z.string().nullable(),
  /** The shareable gift (superhuggg) whose gifts it bought. */
  super_url_id: z.string().nullable(),
  /** The wallet that holds the money of its gifts. */
  wallet_id: z.string(),
  payment_method: z.enum(['walletCommitment', 'charge', 'invoice']),
  purchase_order_number: z.string().nullable(),
  product_id: z.string().nullable(),
  theme_id: z.string(),
  currency: z.string(),
  /** Pence: the price of one gift. */
  sale_per_item: z.int(),
  sale_quantity: z.int(),
  /** Gifts made so far; all of them when `processing` is not `creating`. */
  created_quantity: z.int(),
  /** Pence: the fee for one gift, without its VAT. */
  fee_per_item: z.int(),
  fee_total: z.int(),
  /** Pence: all VAT in `sale_total`. */
  sale_vat: z.int(),
  /** Pence: all that was paid, gifts, fees and VAT. */
  sale_total: z.int(),
  /** Pence: what of `sale_total` went back, to the wallet for gifts, to the card for a top-up. */
  refunded_total: z.int(),
  is_bulk: z.boolean(),
  send_date: z.string().nullable(),
  send_zone: z.string(),
  notify_on_complete: z.boolean(),
  reminders: z.boolean(),
  /** Whether its sender confirmed that everyone who gets it is 18 or over. */
  over18_confirmed: z.boolean(),
  /** Pounds as text: all that was paid. */
  retail: z.string(),
  /** Ids of its gifts; of more than a thousand the first thousand. */
  hugggs: z.array(z.string()),
  /** London day and time of the purchase. */
  purchased_at_date: z.string(),
  purchased_at_time: z.string(),
  created_at: z.string(),
  updated_at: z.string(),
  embedded: z
    .object({
      hugggs: z.array(Huggg).optional(),
      purchase: z.looseObject({}).optional(),
      message: z.string().nullable().optional(),
      /** The wallet that holds the money of its gifts. */
      wallet: z.object({ id: z.string(), name: z.string() }).optional(),
    })
    .optional(),
})
export type Transaction = z.infer<typeof Transaction>

/** What is above a limit of the team waits for another person: nothing has been bought, and no money has moved. */
export const PendingApproval = z.object({ orderId: z.string(), approval: z.literal('pending') })
export type PendingApproval = z.infer<typeof PendingApproval>

export const isPending = (bought: Transaction | PendingApproval): bought is PendingApproval => 'approval' in bought

const params = z.object({ id: id('transaction') })
const tag = 'Transactions'

export const createTransaction = endpoint({
  id: 'createTransaction',
  method: 'POST',
  path: '/api/v2/transactions',
  tag,
  access: 'session',
  permission: ['purchase-hugggs', 'top-up-wallet'],
  scope: ['send', 'manage'],
  idempotent: true,
  status: 201,
  summary:
    'Buys gifts (or tops up a wallet), from a wallet, a card charge or by invoice: money moves once, then the gifts are made and sent. All problems come back at once. What is above a limit of the team waits for approval (202), and nothing moves.',
  query: z.object({ embed }),
  body: TransactionRequest,
  response: data(z.union([Transaction, PendingApproval])),
  acceptedWhen: ({ data: bought }: { data: Transaction | PendingApproval }) => isPending(bought),
  bodyLimitBytes: 4 * 1024 * 1024,
  errors: [
    'insufficient_funds',
    'credit_limit_reached',
    'plan_limit_reached',
    'restricted',
    'spend_cap_reached',
    'not_found',
    'wrong_state',
    'price_changed',
    'conflict',
    'idempotency_key_reused',
  ],
})
export const getTransaction = endpoint({
  id: 'getTransaction',
  method: 'GET',
  path: '/api/v2/transactions/{id}',
  tag,
  access: 'session',
  permission: ['view-team-transactions', 'purchase-hugggs'],
  summary: 'One purchase, or one top-up of a wallet by card.',
  params,
  query: z.object({ embed }),
  response: data(Transaction),
  errors: ['not_found'],
})
export const updateTransaction = endpoint({
  id: 'updateTransaction',
  impersonation: 'change',
  method: 'PATCH',
  path: '/api/v2/transactions/{id}',
  tag,
  access: 'session',
  permission: 'update-transaction-details',
  scope: 'send',
  sentBack: { record: Transaction },
  summary:
    'Changes what a purchase is called and filed under, and what its gifts say until one is sent; never its money.',
  params,
  body: z.object({
    title: text(255).nullish(),
    notes: text(2000).nullish(),
    reason_code: text(100).nullish(),
    notify_on_complete: z.boolean().optional(),
    /** What the gifts say, until the first of them is sent; words to one recipient alone stay. */
    message: text(2000).nullable().optional(),
    /** In whose name they come; until the first of them is sent. */
    from_name: personalName(100).min(1).optional(),
  }),
  response: data(Transaction),
  errors: ['not_found', 'wrong_state'],
})
export const listTransactionHugggs = endpoint({
  id: 'listTransactionHugggs',
  method: 'GET',
  path: '/api/v2/transactions/{id}/hugggs',
  tag,
  access: 'session',
  permission: 'view-huggg-status',
  summary: 'The gifts of a purchase, page by page.',
  params,
  query: z.object({ ...pageQuery, embed }),
  response: page(Huggg),
  errors: ['not_found'],
})

/** What became of a bulk action, gift by gift where it was refused. */
export const BulkOutcome = z.object({
  changed: z.int(),
  refunded: z.int().optional(),
  refused: z.array(z.object({ huggg_id: z.string(), reason: z.string() })),
})

export const cancelTransactionHugggs = endpoint({
  id: 'cancelTransactionHugggs',
  method: 'POST',
  path: '/api/v2/transactions/{id}/hugggs/cancel',
  tag,
  access: 'session',
  permission: 'cancel-hugggs',
  scope: 'send',
  idempotent: true,
  summary: 'Cancels every gift of a purchase that has not been used, and returns its money.',
  params,
  response: data(BulkOutcome),
  errors: ['not_found', 'wrong_state', 'conflict', 'idempotency_key_reused'],
})
export const sendTransactionHugggs = endpoint({
  id: 'sendTransactionHugggs',
  method: 'POST',
  path: '/api/v2/transactions/{id}/hugggs/send',
  tag,
  access: 'session',
  permission: ['send-email', 'send-sms'],
  scope: 'send',
  idempotent: true,
  summary: 'Gives gifts that no one has yet to receivers: by text where they were bought so, else by email.',
  params,
  body: z.object({
    receivers: z.array(Receiver).min(1).max(2000),
    /** When to send them; unset: at once, and what is scheduled already at its own time. */
    sendDate: instant().optional(),
  }),
  response: data(BulkOutcome),
  bodyLimitBytes: 2 * 1024 * 1024,
  errors: ['not_found', 'wrong_state', 'restricted', 'spend_cap_reached', 'conflict', 'idempotency_key_reused'],
})
export const sendTransactionHugggsNow = endpoint({
  id: 'sendTransactionHugggsNow',
  method: 'POST',
  path: '/api/v2/transactions/{id}/hugggs/send-now',
  tag,
  access: 'session',
  permission: 'edit-huggg-status',
  scope: 'send',
  idempotent: true,
  summary: 'Sends at once what of a purchase is scheduled for later.',
  params,
  response: data(BulkOutcome),
  errors: ['not_found', 'restricted', 'wrong_state', 'conflict', 'idempotency_key_reused'],
})
export const changeTransactionHugggs = endpoint({
  id: 'changeTransactionHugggs',
  method: 'PATCH',
  path: '/api/v2/transactions/{id}/hugggs',
  tag,
  access: 'session',
  permission: 'edit-huggg-expiry',
  scope: 'send',
  summary: 'Moves the last day, or the date of sending, of all gifts of a purchase that are still open.',
  params,
  body: z
    .object({ expiry: dayOrInstant.optional(), sentDate: instant().optional() })
    .refine((body) => body.expiry ?? body.sentDate, { message: 'give expiry or sentDate', path: ['expiry'] }),
  response: data(BulkOutcome),
  errors: ['not_found', 'wrong_state', 'restricted'],
})
/** Gifts whose people can be changed in one request; screens show as many. */
export const MAX_CHANGED_PEOPLE = 200

const ChangedPerson = z
  .object({
    hugggId: id('huggg'),
    email: email().optional(),
    phoneNumber: phoneNumber().optional(),
    /** Unset keeps the name there was. */
    name: text(200).nullable().optional(),
  })
  .refine(({ email, phoneNumber }) => (email === undefined) !== (phoneNumber === undefined), {
    message: 'give either email or phoneNumber',
    path: ['email'],
  })
export type ChangedPerson = z.infer<typeof ChangedPerson>

export const changeTransactionPeople = endpoint({
  id: 'changeTransactionPeople',
  method: 'POST',
  path: '/v3/transactions/{id}/people',
  tag,
  access: 'session',
  permission: 'edit-huggg-status',
  scope: 'send',
  idempotent: true,
  summary:
    'Changes who gets the scheduled gifts of a purchase: others, or (needs cancel-hugggs) no one, with the money returned. All or nothing.',
  params,
  body: z
    .object({
      changed: z.array(ChangedPerson).max(MAX_CHANGED_PEOPLE).default([]),
      /** Cancelled; what was paid for them comes back. */
      removed: z.array(id('huggg')).max(MAX_CHANGED_PEOPLE).default([]),
    })
    .refine(({ changed, removed }) => changed.length + removed.length > 0, {
      message: 'give at least one change',
      path: ['changed'],
    }),
  response: data(BulkOutcome),
  errors: ['not_found', 'wrong_state', 'restricted', 'spend_cap_reached', 'conflict', 'idempotency_key_reused'],
})
export const toggleTransactionHugggsSent = endpoint({
  id: 'toggleTransactionHugggsSent',
  impersonation: 'change',
  method: 'POST',
  path: '/api/v2/transactions/{id}/hugggs/toggleSent',
  tag,
  access: 'session',
  permission: 'edit-huggg-status',
  scope: 'send',
  summary: 'Marks the gifts of a purchase as handed over, or not, while they are unopened.',
  params,
  body: z.object({ sent: z.boolean() }),
  response: data(BulkOutcome),
  errors: ['not_found', 'wrong_state'],
})

export const transactionEndpoints = {
  createTransaction,
  getTransaction,
  updateTransaction,
  listTransactionHugggs,
  cancelTransactionHugggs,
  sendTransactionHugggs,
  sendTransactionHugggsNow,
  changeTransactionHugggs,
  changeTransactionPeople,
  toggleTransactionHugggsSent,
}
