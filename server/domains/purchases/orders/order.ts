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
import type { Receiver } from '#contract/orders/purchase.ts'
import { draftOfShareable, type PurchaseRequest, toPurchaseRequest } from '../request/index.ts'

/** What an order keeps beside what is set separately: a purchase that waits for approval has said it. */
export type KeptFields = OrderFields & { notifyOnComplete?: boolean | null | undefined }

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
  fields: KeptFields
  /** By an operator in a visit, the last time. */
  supportChange: { by: string; at: Date } | null
  createdAt: Date
  updatedAt: Date
}

/** Personal data: kept in the erasable place. */
export type OrderLetter = Pick<OrderFields, 'receivers' | 'message' | 'fromName' | 'notes'>

/** An order's fields as they are kept: columns that are looked for, the erasable letter, and the rest. */
export function splitOrderFields(fields: KeptFields) {
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
export const closedFieldsChanged = (before: KeptFields, after: KeptFields): string[] =>
  fieldsClosedToVisits.filter((field) => !isDeepStrictEqual(plain(before[field]), plain(after[field])))

/** As it would be kept. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.length ? value.map(plain) : null
  if (typeof value !== 'object' || value === null) return value ?? null
  const entries = Object.entries(withoutNulls(value)).map(([name, each]) => [name, plain(each)] as const)
  return Object.fromEntries(entries.filter(([, each]) => each !== null))
}

/** An order with changes: a field that is given wins, also when it is null. */
export const changed = (before: KeptFields, changes: OrderFields, { replace }: { replace: boolean }): KeptFields =>
  replace ? changes : { ...before, ...changes }

const toReceiver = ({ userId, email, phoneNumber, name, notes }: OrderReceiver): Receiver => ({
  ...(userId ? { user_id: userId } : {}),
  ...(email ? { email } : {}),
  ...(phoneNumber ? { phone_number: phoneNumber } : {}),
  ...(name ? { name } : {}),
  ...(notes ? { notes } : {}),
})

/** The purchase that buying an order makes. */
export function draftOfOrder({ id, type, version, fields }: OrderRecord): PurchaseRequest {
  const { message, fromName, notes, coverImage, themeId, reasonCode, hugggMeta, purchaseOrderNumber, over18 } = fields
  const common = {
    reference: fields.productId ?? undefined,
    title: fields.name ?? undefined,
    message: message ?? undefined,
    fromName: fromName ?? undefined,
    notes: notes ?? undefined,
    coverImage: coverImage ?? undefined,
    themeId: themeId ?? undefined,
    reasonCode: reasonCode ?? undefined,
    hugggMeta: hugggMeta ?? undefined,
    purchaseOrderNumber: purchaseOrderNumber ?? undefined,
    over18: over18 ?? undefined,
    reminders: fields.reminders ?? undefined,
    notifyOnComplete: fields.notifyOnComplete ?? undefined,
  }
  const order = { id, type, version }
  if (type === 'superhuggg') {
    const { limit, perPerson, claimMethod, claimRestrictions, hugggExpiryDate } = fields
    const draft = draftOfShareable({
      ...common,
      limit: limit ?? undefined,
      perPerson: perPerson ?? undefined,
      claimMethod: claimMethod ?? undefined,
      claimRestrictions: claimRestrictions ?? undefined,
      hugggExpiryDate: hugggExpiryDate ?? undefined,
    })
    return { ...draft, order }
  }
  const { receivers, quantity, deliveryMethod, expiry, sendDate, sendZone } = fields
  const draft = toPurchaseRequest({
    ...common,
    type,
    receivers: receivers?.map(toReceiver),
    quantity: quantity ?? undefined,
    deliveryMethod: deliveryMethod ?? undefined,
    expiry: expiry ?? undefined,
    sendDate: sendDate ?? undefined,
    sendZone: sendZone ?? undefined,
  })
  return { ...draft, order }
}

/** The order that a purchase which was written out becomes; {@link draftOfOrder} makes the same purchase of it again. */
export function fieldsOfDraft(draft: PurchaseRequest): KeptFields {
  const { message, fromName, notes, coverImage, themeId, reasonCode, hugggMeta, purchaseOrderNumber, over18 } = draft
  const common = {
    ...{ productId: draft.reference, name: draft.title, message, fromName, notes, coverImage, themeId, reasonCode },
    ...{ hugggMeta, purchaseOrderNumber, over18, reminders: draft.reminders, notifyOnComplete: draft.notifyOnComplete },
  }
  const { claims, quantity, expiry } = draft
  if (claims) return { ...common, ...claims, limit: quantity, hugggExpiryDate: expiry }
  const { deliveryMethod, sendDate, sendZone } = draft
  const receivers = draft.receivers.map(({ user_id: userId, phone_number: phoneNumber, ...receiver }) => ({
    ...receiver,
    ...(userId && { userId }),
    ...(phoneNumber && { phoneNumber }),
  }))
  return { ...common, quantity, deliveryMethod, receivers, expiry, sendDate, sendZone }
}

const ORDER_NAMES: Record<string, string> = {
  'purchase.reference': 'order.productId',
  'purchase.title': 'order.name',
}
const SUPERHUGGG_NAMES: Record<string, string> = {
  'purchase.quantity': 'purchase.limit',
  'purchase.expiry': 'purchase.hugggExpiryDate',
  'purchase.deliveryMethod': 'purchase.type',
}

/** A problem of a shareable gift's purchase, named after the field that it comes from. */
const asShareableProblem = <P extends ErrorDetail>(problem: P): P => ({
  ...problem,
  path: SUPERHUGGG_NAMES[problem.path] ?? problem.path,
})

/** A problem of a purchase, named after the order's own field that it comes from. */
function asOrderProblem<P extends ErrorDetail>(type: OrderType, problem: P): P {
  const { path: given } = type === 'superhuggg' ? asShareableProblem(problem) : problem
  const path =
    ORDER_NAMES[given] ??
    given
      .replace(/^purchase\./, 'order.')
      .replace(/\.user_id$/, '.userId')
      .replace(/\.phone_number$/, '.phoneNumber')
  return { ...problem, path }
}

/** A problem under the name the caller knows the field by. */
export function asCallersProblem<P extends ErrorDetail>(draft: PurchaseRequest, problem: P): P {
  if (draft.order) return asOrderProblem(draft.order.type, problem)
  return draft.type === 'superhuggg' ? asShareableProblem(problem) : problem
}
