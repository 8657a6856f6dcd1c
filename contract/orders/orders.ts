import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import {
  data,
  email,
  freeText,
  id,
  instant,
  listText,
  page,
  pageQuery,
  personalName,
  phoneNumber,
  text,
} from '../core/shapes.ts'
import { themeId } from '../themes/themes.ts'
import { uploadedPicture } from '../uploads/uploads.ts'
import {
  ClaimRestrictions,
  claimMethods,
  DeliveryMethod,
  dayOrInstant,
  deliveryMethods,
  GiftMeta,
  OrderPurchase,
  Payment,
  Purchase,
  PurchaseProblem,
  SuperhugggPurchase,
  tags,
} from './purchase.ts'

/** Who gets one gift of an order: by exactly one of user, address and number. */
export const OrderReceiver = z
  .object({
    userId: id('user').nullish(),
    email: email().nullish(),
    phoneNumber: phoneNumber().nullish(),
    name: text(200).nullish(),
    /** A message to this receiver alone. */
    notes: text(2000).nullish(),
  })
  .refine((receiver) => [receiver.userId, receiver.email, receiver.phoneNumber].filter(Boolean).length === 1, {
    message: 'give exactly one of userId, email and phoneNumber',
    path: ['email'],
  })
export type OrderReceiver = z.infer<typeof OrderReceiver>

const orderTypes = ['huggg', 'bulkHugggs', 'superhuggg'] as const
export type OrderType = (typeof orderTypes)[number]

const quantity = () => z.int().min(1).max(10_000)

/** What every order holds. All of it may be missing while it is a draft; null clears a field. */
const common = {
  name: text(255).nullish(),
  notes: text(2000).nullish(),
  purchaseOrderNumber: freeText(100).nullish(),
  productId: id('product').nullish(),
  /** Shown to every recipient. */
  message: text(2000).nullish(),
  fromName: personalName(100).nullish(),
  coverImage: uploadedPicture().nullish(),
  themeId: themeId().nullish(),
  previewShortcode: freeText(64).nullish(),
  reasonCode: text(100).nullish(),
  /** The purchase that it becomes keeps them. */
  tags: tags().nullish(),
  hugggMeta: GiftMeta.nullish(),
  /** Whether the sender confirms that everyone who gets it is 18 or over; for a product with `over18`. */
  over18: z.boolean().nullish(),
}

/** Only of a huggg or bulkHugggs order. */
const ofGifts = {
  quantity: quantity().nullish(),
  deliveryMethod: DeliveryMethod.nullish(),
  receivers: z.array(OrderReceiver).max(10_000).nullish(),
  /** Last day a gift can be used. */
  expiry: dayOrInstant.nullish(),
  sendDate: instant().nullish(),
  /** IANA zone of the sender's wall clock. */
  sendZone: text(64).nullish(),
  /** Whether people who do not use their gift are reminded by email; unset: as the team prefers. */
  reminders: z.boolean().nullish(),
  /** How printed cards are to look; it can be changed once they are bought. */
  printableTemplateId: id('printableTemplate').nullish(),
}

/** Only of a superhuggg order. */
const ofSuperhuggg = {
  /** Gifts in all. */
  limit: quantity().nullish(),
  perPerson: quantity().nullish(),
  claimMethod: z.enum(claimMethods).nullish(),
  hugggExpiryDate: dayOrInstant.nullish(),
  claimRestrictions: ClaimRestrictions.nullish(),
}

export const giftFields = Object.keys(ofGifts) as (keyof typeof ofGifts)[]
export const superhugggFields = Object.keys(ofSuperhuggg) as (keyof typeof ofSuperhuggg)[]

/** Who gets it, from whom, and with which picture: an operator who visits never changes these. */
export const fieldsClosedToVisits = [
  ...(['receivers', 'deliveryMethod', 'fromName', 'coverImage', 'hugggMeta'] as const),
  ...(['claimMethod', 'claimRestrictions'] as const),
] satisfies readonly (keyof OrderFields)[]

/** What a caller sets of an order. */
export const OrderFields = z.object({ ...common, ...ofGifts, ...ofSuperhuggg })
export type OrderFields = z.infer<typeof OrderFields>

const fixed = {
  id: z.string(),
  userId: z.string(),
  teamId: z.string(),
  /** The purchase it became; from then on it stays as it is. */
  transactionId: z.string().nullable(),
  /** Goes up with each change. */
  version: z.int(),
  /** Of the latest approval that was asked for; while it is pending the order stays as it is. */
  approval: z.enum(['pending', 'approved', 'declined', 'withdrawn', 'expired']).nullable(),
  /** Who of the operator's support changed it last in a visit, and when; null where no one did. */
  supportChange: z.object({ by: z.string(), at: z.string() }).nullable(),
  dateCreated: z.string(),
  dateModified: z.string(),
}
const answered = {
  ...fixed,
  name: z.string().nullable(),
  notes: z.string().nullable(),
  purchaseOrderNumber: z.string().nullable(),
  productId: z.string().nullable(),
  message: z.string().nullable(),
  fromName: z.string().nullable(),
  coverImage: z.string().nullable(),
  themeId: z.string().nullable(),
  previewShortcode: z.string().nullable(),
  reasonCode: z.string().nullable(),
  tags: z.array(z.string()),
  hugggMeta: GiftMeta.nullable(),
  over18: z.boolean().nullable(),
}

export const HugggOrder = z.object({
  type: z.enum(['huggg', 'bulkHugggs']),
  ...answered,
  quantity: z.int().nullable(),
  deliveryMethod: z.enum(deliveryMethods).nullable(),
  receivers: z.array(
    z.object({
      userId: z.string().nullable(),
      email: z.string().nullable(),
      phoneNumber: z.string().nullable(),
      name: z.string().nullable(),
      notes: z.string().nullable(),
    }),
  ),
  expiry: z.string().nullable(),
  sendDate: z.string().nullable(),
  sendZone: z.string().nullable(),
  reminders: z.boolean().nullable(),
  printableTemplateId: z.string().nullable(),
})
export type HugggOrder = z.infer<typeof HugggOrder>

export const SuperhugggOrder = z.object({
  type: z.literal('superhuggg'),
  ...answered,
  limit: z.int().nullable(),
  perPerson: z.int().nullable(),
  claimMethod: z.enum(claimMethods).nullable(),
  hugggExpiryDate: z.string().nullable(),
  claimRestrictions: ClaimRestrictions.nullable(),
})
export type SuperhugggOrder = z.infer<typeof SuperhugggOrder>

export const Order = z.discriminatedUnion('type', [HugggOrder, SuperhugggOrder])
export type Order = z.infer<typeof Order>

const params = z.object({ id: id('order') })
const orders = { tag: 'Orders', access: 'session', permission: 'purchase-hugggs' } as const
const LARGE_BODY_BYTES = 4 * 1024 * 1024

export const listOrders = endpoint({
  ...orders,
  id: 'listOrders',
  method: 'GET',
  path: '/api/v2/orders',
  permission: ['view-team-transactions', 'purchase-hugggs'],
  summary: 'Saved orders, newest first: all, those still open, or those that were bought.',
  query: z.object({ ...pageQuery, bought: z.enum(['true', 'false']).optional() }),
  response: page(Order),
})
export const createOrder = endpoint({
  ...orders,
  id: 'createOrder',
  impersonation: 'change',
  method: 'POST',
  path: '/api/v2/orders',
  summary: 'Saves an order. It may be incomplete; what is there must be right.',
  scope: 'send',
  body: OrderFields.extend({ type: z.enum(orderTypes) }),
  sentBack: { record: Order, creates: true },
  bodyLimitBytes: LARGE_BODY_BYTES,
  response: data(Order),
  status: 201,
})
export const getOrder = endpoint({
  ...orders,
  id: 'getOrder',
  method: 'GET',
  path: '/api/v2/orders/{id}',
  permission: ['view-team-transactions', 'purchase-hugggs'],
  summary: 'One order.',
  params,
  response: data(Order),
  errors: ['not_found'],
})
export const updateOrder = endpoint({
  ...orders,
  id: 'updateOrder',
  impersonation: 'change',
  method: 'PUT',
  path: '/api/v2/orders/{id}',
  summary: 'Changes an order that has not been bought: the fields given, or with `replace` all of it.',
  scope: 'send',
  params,
  body: z.object({
    /** An order keeps its type: given, it must be the same. A record may be sent back as it was read. */
    entity: OrderFields.extend({
      type: z.enum(orderTypes).optional(),
    }),
    /** Clears whatever `entity` does not hold. */
    replace: z.boolean().default(false),
  }),
  sentBack: { record: Order, at: 'entity' },
  bodyLimitBytes: LARGE_BODY_BYTES,
  response: data(Order),
  errors: ['not_found', 'wrong_state', 'conflict'],
})
export const deleteOrder = endpoint({
  ...orders,
  id: 'deleteOrder',
  impersonation: 'change',
  method: 'DELETE',
  path: '/api/v2/orders/{id}',
  summary: 'Throws an order away that has not been bought, with the addresses and messages in it.',
  scope: 'send',
  params,
  response: data(z.object({ id: z.string() })),
  errors: ['not_found', 'wrong_state'],
})

/** Any text that fits into a request. */
const looseCell = () => listText(LARGE_BODY_BYTES)

/** As typed or pasted: what is wrong with a receiver is told row by row instead of refusing the request. */
export const LooseReceiver = z.object({
  email: looseCell().nullish(),
  phone_number: looseCell().nullish(),
  user_id: id('user').nullish(),
  name: looseCell().nullish(),
  notes: looseCell().nullish(),
})
export type LooseReceiver = z.infer<typeof LooseReceiver>

export const QuoteRequest = z.object({
  purchase: z
    .discriminatedUnion('type', [
      Purchase.partial()
        .required({ type: true })
        .extend({ receivers: z.array(LooseReceiver).max(10_000).optional() }),
      SuperhugggPurchase.partial().required({ type: true }),
      OrderPurchase,
    ])
    .default({ type: 'bulkHugggs' }),
  /** Without it, funds are left out of the answer. */
  payment: Payment.optional(),
  /**
   * Receivers as a table with the columns email or phone, name and notes, or as addresses alone. Tab, semicolon and comma
   * all separate; headings may be those of address books and HR systems, in six languages. Work goes before personal, mobile
   * before home; what is a manager's is never read.
   */
  csv: listText(2_000_000).optional(),
})
export type QuoteRequest = z.infer<typeof QuoteRequest>

/** Pence. */
export const Quote = z.object({
  currency: z.string(),
  quantity: z.int(),
  perItem: z.object({
    /** The gift, VAT of a single-purpose voucher included. */
    face: z.int(),
    faceVat: z.int(),
    /** Without its VAT. */
    fee: z.int(),
    feeVat: z.int(),
    total: z.int(),
  }),
  /** `perItem` times `quantity`. `total` = `face` + `fees` + the VAT of the fees = `net` + `vat`. */
  face: z.int(),
  fees: z.int(),
  net: z.int(),
  vat: z.int(),
  total: z.int(),
  deliveryMethod: DeliveryMethod,
  /** The text each gift leaves by, part of the fee; null for every other way. */
  text: z
    .object({
      segments: z.int(),
      encoding: z.enum(['GSM-7', 'UCS-2']),
      /** Its letters, as networks count them. */
      units: z.int(),
      /** As it will be sent; where the codes of its links will be stand as many x. */
      sample: z.string(),
      /** Without VAT. */
      pencePerSegment: z.int(),
      perItem: z.int(),
    })
    .nullable(),
})
export type Quote = z.infer<typeof Quote>

export const quotePurchase = endpoint({
  ...orders,
  id: 'quotePurchase',
  impersonation: 'look',
  method: 'POST',
  path: '/v3/orders/quotes',
  summary: 'What a purchase would cost and all that stands against it, by the rules of the purchase. Changes nothing.',
  scope: 'send',
  body: QuoteRequest,
  bodyLimitBytes: LARGE_BODY_BYTES,
  response: data(
    z.object({
      /** Null until there is a product. */
      quote: Quote.nullable(),
      problems: z.array(PurchaseProblem),
      /**
       * What does not stand against it: addresses that will get no message (`blocked`), or much in one period (`over_cap`);
       * columns of the CSV that were not read (`unread_column`).
       */
      warnings: z.array(PurchaseProblem),
      canBuy: z.boolean(),
      /** Where it is above a limit of the team: buying it asks these people, and moves nothing yet. */
      approval: z
        .object({
          reason: z.enum(['order', 'day']),
          /** Pence. */
          limit: z.int(),
          /** What the caller has spent today without approval. */
          spentToday: z.int(),
          currency: z.string(),
          approvers: z.array(z.object({ id: z.string(), name: z.string() })),
        })
        .nullable(),
      /** Receivers who had a gift from the caller's teams in the last 30 days, each with the latest. */
      recent: z.array(
        z.object({
          row: z.int(),
          giftName: z.string(),
          /** Pence. */
          price: z.int(),
          currency: z.string(),
          senderName: z.string(),
          /** Whose gift it was, where that is not the team that buys. */
          teamName: z.string().nullable(),
          boughtAt: z.string(),
        }),
      ),
      /** What was read from the CSV. */
      receivers: z
        .array(
          z.object({
            email: z.string(),
            phone_number: z.string().nullable(),
            name: z.string().nullable(),
            notes: z.string().nullable(),
          }),
        )
        .optional(),
    }),
  ),
  errors: ['not_found', 'wrong_state'],
})

export const orderEndpoints = {
  listOrders,
  createOrder,
  getOrder,
  updateOrder,
  deleteOrder,
  quotePurchase,
}
