import type { ErrorDetail } from '#contract/core/errors.ts'
import { giftFields, type OrderFields, type OrderReceiver, type OrderType, superhugggFields } from '#contract/orders.ts'
import type { Receiver } from '#contract/transactions.ts'
import { type Draft, draftOf } from './purchase.ts'
import type { PurchaseProblem } from './purchase-rules.ts'

/** A saved order, with what is written to its recipients. */
export interface OrderRecord {
  id: string
  teamId: string
  userId: string
  type: OrderType
  /** The purchase it became. */
  transactionId: string | null
  fields: OrderFields
  createdAt: Date
  updatedAt: Date
}

/** Personal data: kept in the erasable place. */
export type OrderLetter = Pick<OrderFields, 'receivers' | 'message' | 'fromName' | 'notes'>

/** An order's fields as they are kept: columns that are looked for, the erasable letter, and the rest. */
export function partsOf(fields: OrderFields) {
  const { name, purchaseOrderNumber, productId, receivers, message, fromName, notes, ...details } = fields
  const letter: OrderLetter = { receivers, message, fromName, notes }
  return {
    columns: {
      name: name ?? null,
      purchase_order_number: purchaseOrderNumber ?? null,
      product_id: productId ?? null,
      details: JSON.stringify(withoutNulls(details)),
    },
    letter: JSON.stringify(withoutNulls(letter)),
  }
}

const withoutNulls = (record: object) =>
  Object.fromEntries(Object.entries(record).filter(([, value]) => value !== null && value !== undefined))

/** Fields that belong to the other kind of order. */
export function foreignFields(type: OrderType, fields: OrderFields, prefix: string): ErrorDetail[] {
  const others = type === 'superhuggg' ? giftFields : superhugggFields
  return others
    .filter((field) => fields[field] !== undefined && fields[field] !== null)
    .map((field) => ({ path: `${prefix}${field}`, message: `no field of a ${type} order`, code: 'other_type' }))
}

/** An order with changes: a field that is given wins, also when it is null. */
export const changed = (before: OrderFields, changes: OrderFields, { replace }: { replace: boolean }): OrderFields =>
  replace ? changes : { ...before, ...changes }

const toReceiver = ({ userId, email, phoneNumber, name, notes }: OrderReceiver): Receiver => ({
  ...(userId ? { user_id: userId } : {}),
  ...(email ? { email } : {}),
  ...(phoneNumber ? { phone_number: phoneNumber } : {}),
  ...(name ? { name } : {}),
  ...(notes ? { notes } : {}),
})

/** The purchase that buying an order makes. */
export function draftOfOrder({ id, type, fields }: OrderRecord): Draft {
  const { productId, name, receivers, limit, deliveryMethod, quantity, hugggExpiryDate, expiry, ...rest } = fields
  const { message, fromName, notes, coverImage, themeId, reasonCode, hugggMeta, purchaseOrderNumber } = rest
  const isSuper = type === 'superhuggg'
  const draft = draftOf({
    type: isSuper ? 'bulkHugggs' : type,
    reference: productId ?? undefined,
    title: name ?? undefined,
    receivers: receivers?.map(toReceiver),
    quantity: (isSuper ? limit : quantity) ?? undefined,
    deliveryMethod: isSuper ? 'superhuggg' : (deliveryMethod ?? undefined),
    expiry: (isSuper ? hugggExpiryDate : expiry) ?? undefined,
    sendDate: rest.sendDate ?? undefined,
    sendZone: rest.sendZone ?? undefined,
    message: message ?? undefined,
    fromName: fromName ?? undefined,
    notes: notes ?? undefined,
    coverImage: coverImage ?? undefined,
    themeId: themeId ?? undefined,
    reasonCode: reasonCode ?? undefined,
    hugggMeta: hugggMeta ?? undefined,
    purchaseOrderNumber: purchaseOrderNumber ?? undefined,
  })
  return { ...draft, order: { id, type } }
}

const ORDER_NAMES: Record<string, string> = {
  'purchase.reference': 'order.productId',
  'purchase.title': 'order.name',
}
const SUPERHUGGG_NAMES: Record<string, string> = {
  ...ORDER_NAMES,
  'purchase.deliveryMethod': 'order.type',
  'purchase.quantity': 'order.limit',
  'purchase.expiry': 'order.hugggExpiryDate',
}

/** A problem of a purchase, named after the order's own field that it comes from. */
export function asOrderProblem(type: OrderType, problem: PurchaseProblem): PurchaseProblem {
  const names = type === 'superhuggg' ? SUPERHUGGG_NAMES : ORDER_NAMES
  const path =
    names[problem.path] ??
    problem.path
      .replace(/^purchase\./, 'order.')
      .replace(/\.user_id$/, '.userId')
      .replace(/\.phone_number$/, '.phoneNumber')
  return { ...problem, path }
}
