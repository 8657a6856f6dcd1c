import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { seesPurchases } from '../core/permissions.ts'
import { ReturnPlace } from '../core/return-place.ts'
import { data, e164, email, freeText, id, instant, text } from '../core/shapes.ts'
import { giftStates } from '../core/status-labels.ts'
import { DeliveryStatus } from '../delivery/delivery.ts'
import { HugggMeta, Reaction } from '../hugggs/hugggs.ts'
import { ClaimMethod, DeliveryMethod, PaymentMethod } from '../orders/purchase.ts'

/** As lists name the states, in the order of their ids 1 to 9. What is still being made, or being changed, is Pending. */
export const statusNames = [
  'Created',
  'Sent',
  'Claimed',
  'Redeemed',
  'Expired',
  'Cancelled',
  'Pending',
  'Scheduled',
  'Fetched',
] as const
const StatusName = z.enum(statusNames)
const StatusId = z.literal([1, 2, 3, 4, 5, 6, 7, 8, 9])
/** What people are told of a gift: its status, told apart by delivery, message and use. */
const State = z.enum(giftStates)

const Processing = z.enum(['creating', 'processing', 'sending', 'updating'])
const VoucherType = z.enum(['own', 'tillo', 'paypoint', 'post-office', 'pin4cash'])

const some = <S extends z.ZodType>(item: S) => z.array(item).min(1).max(1000).optional()
/** Moments from `from` (inclusive) to `to` (exclusive). What never happened is not between any two moments. */
const moments = z.strictObject({ from: instant().optional(), to: instant().optional() }).optional()
/** Whole numbers from `from` to `to`, both inclusive. */
const numbers = z.strictObject({ from: z.int().min(0).optional(), to: z.int().min(0).optional() }).optional()
/** Every word must begin a word of the field; case, accents and punctuation do not matter. */
const words = text(200).min(1).optional()
const flag = z.boolean().optional()

/** All that are given must hold; within a list, one of it. An id that is not the caller's to see is refused. */
export const HugggFilters = z.strictObject({
  hugggIds: some(id('huggg')),
  transactionIds: some(id('transaction')),
  senderIds: some(id('user')),
  receiverIds: some(id('receiver')),
  teamIds: some(id('team')),
  productIds: some(id('product')),
  brandIds: some(id('brand')),
  planIds: some(id('plan')),
  segmentIds: some(id('segment')),
  themeIds: some(freeText(100)),
  statusIds: some(StatusId),
  statusNames: some(StatusName),
  states: some(State),
  deliveryMethods: some(DeliveryMethod),
  deliveryStatuses: some(DeliveryStatus),
  /** Null: without a reason. */
  reasonCodes: some(text(100).nullable()),
  processing: some(Processing),
  voucherTypes: some(VoucherType),
  shortcodes: some(freeText(64)),
  viewedClients: some(text(500)),
  reactionEmojis: some(text(32)),
  receiverEmail: email().optional(),
  receiverPhoneNumber: e164().optional(),
  receiverName: words,
  senderEmail: email().optional(),
  senderName: words,
  fromName: words,
  /** The message to the recipient. */
  notes: words,
  /** The sender's own notes on the purchase. */
  transactionNotes: words,
  productLabel: words,
  teamName: words,
  reactionMessage: words,
  createdAt: moments,
  updatedAt: moments,
  sentDate: moments,
  assignedDate: moments,
  viewedDate: moments,
  expiryDate: moments,
  redeemedAt: moments,
  reactionAt: moments,
  deliveryStatusUpdatedAt: moments,
  transactionCreatedAt: moments,
  /** Pence: the price of the gift. */
  price: numbers,
  /** Pence: the purchase's total. */
  saleTotal: numbers,
  isSettled: flag,
  isViewed: flag,
  isRedeemed: flag,
  hasReceiver: flag,
  hasReaction: flag,
})
export type HugggFilters = z.infer<typeof HugggFilters>

export const hugggSortFields = [
  'createdAt',
  'updatedAt',
  'sentDate',
  'assignedDate',
  'viewedDate',
  'expiryDate',
  'redeemedAt',
  'reactionAt',
  'statusId',
  'status',
  'deliveryMethod',
  'deliveryStatus',
  'deliveryStatusUpdatedAt',
  'price',
  'saleTotal',
  'reasonCode',
  'shortcode',
  'notes',
  'fromName',
  'themeId',
  'viewedClient',
  'transactionId',
  'transactionNotes',
  'transactionCreatedAt',
  'planId',
  'processing',
  'senderId',
  'senderFirstName',
  'senderSurname',
  'senderEmail',
  'receiverId',
  'receiverName',
  'receiverEmail',
  'receiverPhoneNumber',
  'productId',
  'productLabel',
  'voucherType',
  'teamId',
  'teamName',
  'isSettled',
  'reactionEmoji',
  'reactionMessage',
] as const
export type HugggSortField = (typeof hugggSortFields)[number]

const direction = z.enum(['asc', 'desc']).default('asc')
const sortBy = <const F extends readonly [string, ...string[]]>(fields: F) =>
  z.array(z.strictObject({ field: z.enum(fields), direction })).max(3)
/** Up to three fields; what is equal in all comes in the order of ids, what a hit does not have comes last. Newest first unless told. */
export const HugggSort = sortBy(hugggSortFields)
export type HugggSort = z.infer<typeof HugggSort>

const freeSearch = text(200).optional()
const window = {
  from: z.int().min(0).max(10_000).default(0),
  size: z.int().min(1).max(1000).default(10),
}

export const HugggQuery = z.strictObject({
  /**
   * Each word must begin a word of the receiver's name, address or number, the sender's name or address, the product or
   * its brand, the reason code or the messages; or be the shortcode.
   */
  text: freeSearch,
  filters: HugggFilters.default({}),
  sort: HugggSort.default([]),
  ...window,
})
export type HugggQuery = z.infer<typeof HugggQuery>

const person = { id: z.string(), first_name: z.string(), surname: z.string() }
const Sender = z.object({ ...person, email: z.string() })
const Images = z.record(z.string(), z.array(z.string()))
const ProductPart = z.object({ id: z.string(), label: z.string(), images: Images })
const TeamPart = z.object({ id: z.string(), name: z.string() })

/** A gift with all that lists show beside it. */
export const HugggHit = z.object({
  huggg: z.object({
    id: z.string(),
    receiver_id: z.string().nullable(),
    status_id: z.int(),
    /** Of gifts that were sent to someone, null: `GET /api/v2/hugggs/{id}` shows it to who may send. */
    shortcode: z.string().nullable(),
    expiry_date: z.string(),
    created_at: z.string(),
    updated_at: z.string(),
    assigned_date: z.string().nullable(),
    notes: z.string().nullable(),
    /** When it was sent; of a scheduled one, when it will be. */
    sent_date: z.string().nullable(),
    viewed_date: z.string().nullable(),
    viewed_client: z.string().nullable(),
    from_name: z.string().nullable(),
    /** Of a printed one: whom its card is for. */
    name_on_card: z.string().nullable(),
    meta: HugggMeta,
    theme_id: z.string(),
    transaction_id: z.string(),
  }),
  transaction: z.object({
    id: z.string(),
    notes: z.string().nullable(),
    delivery_method: DeliveryMethod.nullable(),
    payment_method: PaymentMethod,
    created_at: z.string(),
    sale_per_item: z.int(),
    sale_total: z.int(),
    currency: z.string(),
    reason_code: z.string().nullable(),
    plan_id: z.string(),
    processing: Processing.nullable(),
  }),
  sender: Sender,
  receiver: z.object({ ...person, email: z.string().nullable(), phone_number: z.string().nullable() }).nullable(),
  purchase: ProductPart,
  /** The shared link's code only for people who may send. */
  superhuggg: z.object({ claim_method: ClaimMethod.nullable(), shortcode: z.string().nullable() }).nullable(),
  status: StatusName,
  state: State,
  /** Pence that are left of one that is partly used; null of any other. */
  left: z.int().nullable(),
  /** Pence that would come back if it were cancelled now, fees and VAT with it; 0 where it cannot be. */
  returns: z.int(),
  /** Where it would go. */
  returnsTo: ReturnPlace,
  deliveryStatus: DeliveryStatus,
  deliveryStatusUpdatedAt: z.string().nullable(),
  /** Those that stand. */
  redemptions: z.array(z.object({ created_at: z.string() })),
  isSettled: z.boolean(),
  team: TeamPart,
  reaction: Reaction.nullable(),
  voucherV2: z.object({ _id: z.string(), voucherType: VoucherType }),
})
export type HugggHit = z.infer<typeof HugggHit>

/** `total` is exact up to 10,000; beyond that it says 10,000 and `totalIsExact` is false. */
const hits = <S extends z.ZodType>(hit: S) =>
  data(z.object({ hits: z.array(hit), total: z.int(), totalIsExact: z.boolean(), from: z.int(), size: z.int() }))

const search = { method: 'POST', tag: 'Search', access: 'session' } as const

export const searchHugggs = endpoint({
  ...search,
  id: 'searchHugggs',
  impersonation: 'look',
  path: '/v3/searches/hugggs',
  permission: 'view-huggg-status',
  scope: 'read',
  summary: 'Gifts of the team and its subteams by words, filters and order; participants find their own.',
  body: z.strictObject({ index: z.literal('huggg').default('huggg'), query: HugggQuery.prefault({}) }),
  response: hits(HugggHit),
  errors: ['not_found'],
})

export const TransactionFilters = z.strictObject({
  transactionIds: some(id('transaction')),
  senderIds: some(id('user')),
  teamIds: some(id('team')),
  productIds: some(id('product')),
  brandIds: some(id('brand')),
  planIds: some(id('plan')),
  /** Of whose gifts at least one is in such a state. */
  statusIds: some(StatusId),
  statusNames: some(StatusName),
  states: some(State),
  deliveryMethods: some(DeliveryMethod),
  reasonCodes: some(text(100).nullable()),
  processing: some(Processing),
  /** As they are written; one of them is enough. */
  tags: some(text(100)),
  outcomes: some(z.enum(['successful', 'failed'])),
  /** Finds top-ups of wallets (`charge`: by card) in place of purchases. */
  topupTypes: some(text(50)),
  /** Of its receipt, invoice or a credit note, as they are printed. */
  documentNumbers: some(text(40)),
  /** A receiver of one of its gifts. */
  receiverEmail: email().optional(),
  senderEmail: email().optional(),
  senderName: words,
  title: words,
  notes: words,
  productLabel: words,
  teamName: words,
  createdAt: moments,
  updatedAt: moments,
  price: numbers,
  saleTotal: numbers,
  quantity: numbers,
  isSettled: flag,
})
export type TransactionFilters = z.infer<typeof TransactionFilters>

export const transactionSortFields = [
  'createdAt',
  'updatedAt',
  'title',
  'notes',
  'reasonCode',
  'deliveryMethod',
  'processing',
  'status',
  'price',
  'saleTotal',
  'quantity',
  'topupType',
  'planId',
  'senderId',
  'senderFirstName',
  'senderSurname',
  'senderEmail',
  'productId',
  'productLabel',
  'teamId',
  'teamName',
  'isSettled',
] as const
export type TransactionSortField = (typeof transactionSortFields)[number]

export const TransactionQuery = z.strictObject({
  /** Each word must begin a word of its title, notes, message, reason code, product, brand or sender, or of a receiver. */
  text: freeSearch,
  filters: TransactionFilters.default({}),
  sort: sortBy(transactionSortFields).default([]),
  ...window,
})
export type TransactionQuery = z.infer<typeof TransactionQuery>

/** A purchase or top-up with all that lists show beside it. */
export const TransactionHit = z.object({
  /** It has gifts, and the supplier of each has been paid. */
  isSettled: z.boolean(),
  transaction: z.object({
    id: z.string(),
    title: z.string().nullable(),
    notes: z.string().nullable(),
    processing: Processing.nullable(),
    reason_code: z.string().nullable(),
    tags: z.array(z.string()),
    delivery_method: DeliveryMethod.nullable(),
    payment_method: PaymentMethod,
    team_id: z.string(),
    sale_per_item: z.int(),
    sale_quantity: z.int(),
    sale_total: z.int(),
    currency: z.string(),
    /** As on the transaction. */
    status: z.enum(['successful', 'failed']),
    topup_type: z.string().nullable(),
    created_at: z.string(),
    updated_at: z.string(),
    user_id: z.string(),
    plan_id: z.string(),
    client_id: z.string().nullable(),
  }),
  product: ProductPart.nullable(),
  sender: Sender,
  team: TeamPart,
  /** The wallet that holds the money of its gifts. */
  wallet: z.object({ id: z.string(), name: z.string() }),
  /** How many of its gifts are in each state; those still to be made are Pending. */
  hugggStatuses: z.array(z.object({ id: z.int(), name: StatusName, count: z.int() })),
  /** The same gifts as people are told of them. */
  states: z.array(z.object({ state: State, count: z.int(), returns: z.int() })),
  /** Where what they return would go. */
  returnsTo: ReturnPlace,
})
export type TransactionHit = z.infer<typeof TransactionHit>

/** Without `view-team-transactions` only the caller's own are found. */
export const searchTransactions = endpoint({
  ...search,
  id: 'searchTransactions',
  impersonation: 'look',
  path: '/v3/searches/transactions',
  permission: seesPurchases,
  scope: 'read',
  summary: 'Purchases of the team and its subteams by words, filters and order; or the caller’s own.',
  body: z.strictObject({
    index: z.literal('transactions').default('transactions'),
    query: TransactionQuery.prefault({}),
  }),
  response: hits(TransactionHit),
  errors: ['not_found'],
})

export const searchEndpoints = {
  searchHugggs,
  searchTransactions,
}
