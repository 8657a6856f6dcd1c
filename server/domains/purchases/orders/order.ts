import { isDeepStrictEqual } from 'node:util'
import type { ErrorDetail } from '#contract/core/errors.ts'
import type { ApprovalStatus } from '#contract/orders/approvals.ts'
import {
  fieldsClosedToVisits,
  giftFields,
  type OrderFields,
  type OrderReceiver,
  type OrderType,
  superhugggFields,
} from '#contract/orders/orders.ts'
import type { DeliveryMethod, Receiver } from '#contract/orders/purchase.ts'
import {
  type FieldNames,
  fieldsIn,
  type PurchaseRequest,
  shareableFieldsIn,
  toPurchaseRequest,
} from '../request/index.ts'

/** A saved order, with what is written to its recipients. */
export interface OrderRecord {
  id: string
  teamId: string
  userId: string
  type: OrderType
  /** The purchase it became. */
  transactionId: string | null
  /** Goes up with each change. */
  version: number
  /** Of the latest approval that was asked for. */
  approval: ApprovalStatus | null
  /** Also what a purchase that waits for approval has said. */
  fields: OrderFields & { notifyOnComplete?: boolean | null | undefined }
  /** By an operator in a visit, the last time. */
  supportChange: { by: string; at: Date } | null
  createdAt: Date
  updatedAt: Date
}

/** Personal data: kept in the erasable place. */
export type OrderLetter = Pick<OrderFields, 'receivers' | 'message' | 'fromName' | 'notes'>

/** Recipients as they were typed, right and wrong ones. Personal data, kept beside the letter. */
export interface TypedRecipients {
  deliveryMethod: DeliveryMethod
  rows: { address: string; name: string; notes: string }[]
  at: Date
}

/** Whether recipients as typed say no more than an order does. */
export function isInOrder({ fields }: OrderRecord, { deliveryMethod, rows }: Omit<TypedRecipients, 'at'>): boolean {
  const said = rows.map(({ address, name, notes }) => [address, name, notes]).filter((cells) => cells.some(Boolean))
  const isByList = deliveryMethod === 'email' || deliveryMethod === 'sms'
  if (!isByList || fields.deliveryMethod !== deliveryMethod)
    return said.length === 0 && (!isByList || !fields.receivers?.length)
  const saved = (fields.receivers ?? []).map(({ email, phoneNumber, name, notes }) => [
    (deliveryMethod === 'sms' ? phoneNumber : email) ?? '',
    name ?? '',
    notes ?? '',
  ])
  return isDeepStrictEqual(said, saved)
}

/** An order's fields as they are kept: columns that are looked for, the erasable letter, and the rest. */
export function splitOrderFields(fields: OrderRecord['fields']) {
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

type WithoutNulls<T> = { [K in keyof T]?: NonNullable<T[K]> }

const withoutNulls = <T extends object>(record: T) =>
  Object.fromEntries(
    Object.entries(record).filter(([, value]) => value !== null && value !== undefined),
  ) as WithoutNulls<T>

/** Fields that belong to the other kind of order. */
export function foreignFields(type: OrderType, fields: OrderFields, prefix: string): ErrorDetail[] {
  const others = type === 'superhuggg' ? giftFields : superhugggFields
  // What holds in any case, and programs say all the same.
  const isSaid = (field: (typeof others)[number]) =>
    type === 'superhuggg' &&
    ((field === 'deliveryMethod' && fields.deliveryMethod === 'superhuggg') ||
      (field === 'quantity' && fields.quantity === fields.limit))
  return others
    .filter((field) => fields[field] !== undefined && fields[field] !== null && !isSaid(field))
    .map((field) => ({ path: `${prefix}${field}`, message: `no field of a ${type} order`, code: 'other_type' }))
}

/** Which fields that are closed to visits differ between two states of an order; what is empty is as what is not there. */
export const closedFieldsChanged = (before: OrderRecord['fields'], after: OrderRecord['fields']): string[] =>
  fieldsClosedToVisits.filter((field) => !isDeepStrictEqual(plain(before[field]), plain(after[field])))

/** As it would be kept. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.length ? value.map(plain) : null
  if (typeof value !== 'object' || value === null) return value ?? null
  const entries = Object.entries(withoutNulls(value)).map(([name, each]) => [name, plain(each)] as const)
  return Object.fromEntries(entries.filter(([, each]) => each !== null))
}

/** An order with changes: a field that is given wins, also when it is null. */
export const changed = (
  before: OrderRecord['fields'],
  changes: OrderFields,
  { replace }: { replace: boolean },
): OrderRecord['fields'] => (replace ? changes : { ...before, ...changes })

const toReceiver = ({ userId, email, phoneNumber, name, notes }: OrderReceiver): Receiver => ({
  ...(userId ? { user_id: userId } : {}),
  ...(email ? { email } : {}),
  ...(phoneNumber ? { phone_number: phoneNumber } : {}),
  ...(name ? { name } : {}),
  ...(notes ? { notes } : {}),
})

/** What an order and a purchase call alike. */
const shared = [
  ...(['message', 'fromName', 'notes', 'coverImage', 'themeId', 'reasonCode', 'tags'] as const),
  ...(['hugggMeta', 'purchaseOrderNumber', 'over18', 'reminders', 'notifyOnComplete'] as const),
]
const ofGifts = ['quantity', 'deliveryMethod', 'expiry', 'sendDate', 'sendZone'] as const
const ofShareable = ['limit', 'perPerson', 'claimMethod', 'claimRestrictions', 'hugggExpiryDate'] as const

const pick = <T extends object, K extends keyof T>(from: T, keys: readonly K[]) =>
  Object.fromEntries(keys.map((key) => [key, from[key]])) as Pick<T, K>

const giftNames: FieldNames = {
  ...fieldsIn('order'),
  ...{ reference: 'order.productId', user_id: 'userId', phone_number: 'phoneNumber' },
}
const shareableNames = shareableFieldsIn('order', giftNames)

/** The purchase that buying an order makes. */
export function requestFromOrder({ id, type, version, fields }: OrderRecord): PurchaseRequest {
  const said = withoutNulls(fields)
  const common = { ...pick(said, shared), reference: said.productId, title: said.name }
  const order = { id, type, version }
  if (type === 'superhuggg')
    return { ...toPurchaseRequest({ ...common, ...pick(said, ofShareable), type }), order, names: shareableNames }
  const receivers = said.receivers?.map(toReceiver)
  return { ...toPurchaseRequest({ ...common, ...pick(said, ofGifts), type, receivers }), order, names: giftNames }
}

/** The order that a purchase which was written out becomes; {@link requestFromOrder} makes the same purchase of it again. */
export function toOrderFields(request: PurchaseRequest): OrderRecord['fields'] {
  const common = { ...pick(request, shared), productId: request.reference, name: request.title }
  if (request.claims) return { ...common, ...request.claims, limit: request.quantity, hugggExpiryDate: request.expiry }
  const receivers = request.receivers.map(({ user_id: userId, phone_number: phoneNumber, ...receiver }) => ({
    ...receiver,
    ...(userId && { userId }),
    ...(phoneNumber && { phoneNumber }),
  }))
  return { ...common, ...pick(request, ofGifts), receivers }
}
