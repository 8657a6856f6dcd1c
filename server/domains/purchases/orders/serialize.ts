import type { Order } from '#contract/orders/orders.ts'
import type { RecipientList } from '#contract/orders/recipient-list.ts'
import { iso } from '#kit/time.ts'
import type { OrderRecord, TypedRecipients } from './order.ts'

/** An order on the wire. */
export function serializeOrder({ id, type, teamId, userId, transactionId, fields, ...order }: OrderRecord): Order {
  const common = {
    id,
    userId,
    teamId,
    transactionId,
    version: order.version,
    approval: order.approval,
    name: fields.name ?? null,
    notes: fields.notes ?? null,
    purchaseOrderNumber: fields.purchaseOrderNumber ?? null,
    productId: fields.productId ?? null,
    message: fields.message ?? null,
    fromName: fields.fromName ?? null,
    coverImage: fields.coverImage ?? null,
    themeId: fields.themeId ?? null,
    previewShortcode: fields.previewShortcode ?? null,
    reasonCode: fields.reasonCode ?? null,
    tags: fields.tags ?? [],
    hugggMeta: fields.hugggMeta ?? null,
    over18: fields.over18 ?? null,
    supportChange: order.supportChange && { by: order.supportChange.by, at: iso(order.supportChange.at) },
    dateCreated: iso(order.createdAt),
    dateModified: iso(order.updatedAt),
  }
  if (type === 'superhuggg') {
    return {
      type,
      ...common,
      limit: fields.limit ?? null,
      perPerson: fields.perPerson ?? null,
      claimMethod: fields.claimMethod ?? null,
      hugggExpiryDate: fields.hugggExpiryDate ?? null,
      claimRestrictions: fields.claimRestrictions ?? null,
    }
  }
  return {
    type,
    ...common,
    quantity: fields.quantity ?? null,
    deliveryMethod: fields.deliveryMethod ?? null,
    receivers: (fields.receivers ?? []).map((receiver) => ({
      userId: receiver.userId ?? null,
      email: receiver.email ?? null,
      phoneNumber: receiver.phoneNumber ?? null,
      name: receiver.name ?? null,
      notes: receiver.notes ?? null,
    })),
    expiry: fields.expiry ?? null,
    sendDate: fields.sendDate ?? null,
    sendZone: fields.sendZone ?? null,
    reminders: fields.reminders ?? null,
    printableTemplateId: fields.printableTemplateId ?? null,
  }
}

export const serializeRecipientList = (typed: TypedRecipients | null): RecipientList | null =>
  typed && { deliveryMethod: typed.deliveryMethod, rows: typed.rows, dateModified: iso(typed.at) }
