import type { OrderReceiver } from '#contract/orders/orders.ts'
import type { GiftMeta } from '#contract/orders/purchase.ts'
import { drawnGiftwraps } from '#contract/themes/themes.ts'
import { type ProductRecord, productById } from '#server/domains/catalogue/index.ts'
import { isConnected } from '#server/domains/hugggs/recipient/index.ts'
import { hasTemplate } from '#server/domains/printables/index.ts'
import { superHugggInScope } from '#server/domains/superhugggs/index.ts'
import { brandTeams, findTheme } from '#server/domains/themes/index.ts'
import { findUpload } from '#server/domains/uploads/index.ts'
import type { Tx } from '#server/platform/database/database.ts'
import type { Work } from '#server/platform/posy.ts'
import type { Principal } from '#server/platform/principal.ts'
import { lettersOfPurchases, type TransactionRecord, transactionInScope } from '../record/index.ts'
import { addressesOfTeamUsers, findSegmentPictures } from '../request/index.ts'
import type { OrderRecord } from './order.ts'
import { cancelledRecipients, orderInScope } from './queries.ts'
import { saveOrder } from './save-order.ts'

/**
 * Saves what was bought as a new draft of the caller's, as far as it can be had again: without its dates, without people who
 * have been erased, have left or whose gift was cancelled, without a gift that is not sold any longer.
 * @throws not_found for another team's, and for a colleague's where the caller sees only their own
 */
export async function repeatPurchase(work: Work, caller: Principal, id: string) {
  const bought = await transactionInScope(work.tx, caller, id)
  const product = bought.product_id ? await productById(work.tx, bought.product_id) : undefined
  const sold = product?.active && isConnected(work.posy, product) ? product : null
  const { fields, leftOut, leftOutCancelled } = bought.superhuggg_id
    ? await shareableFields(work, caller, bought, bought.superhuggg_id)
    : await giftFields(work, caller, bought)
  const orderId = await saveOrder(work, caller, {
    type: bought.superhuggg_id ? 'superhuggg' : 'bulkHugggs',
    ...(await commonFields(work, caller, bought, sold)),
    ...fields,
  })
  await work.audit('transaction.repeated', { kind: 'transaction', id }, { teamId: bought.team_id, detail: { orderId } })
  return {
    order: await orderInScope(work.tx, caller, orderId),
    leftOut,
    leftOutCancelled,
    isGiftGone: sold === null,
    price: { before: bought.face_pence, now: sold?.senderPricePence ?? null, currency: bought.currency },
  }
}

async function commonFields(
  work: Work,
  caller: Principal,
  bought: TransactionRecord,
  sold: ProductRecord | null,
): Promise<OrderRecord['fields']> {
  const { posy, tx } = work
  const { theme_id: themeId, cover_image_url: coverImage } = bought
  const isNamed = themeId === 'default' || (drawnGiftwraps as readonly string[]).includes(themeId)
  const isThere = isNamed || (await findTheme(tx, await brandTeams(tx, caller), themeId)) !== undefined
  const cover = coverImage && (await findUpload(posy, tx, caller, coverImage))
  return {
    name: bought.title,
    productId: sold?.id ?? null,
    message: bought.message,
    fromName: bought.from_name,
    themeId: isThere ? themeId : 'default',
    reasonCode: bought.reason_code,
    tags: bought.tags,
    ...(cover ? { coverImage } : {}),
    ...(sold ? { hugggMeta: await saidOfChoice(work, caller, bought) } : {}),
  }
}

/** Without the pictures that are not the caller's. */
async function saidOfChoice(
  { posy, tx }: Pick<Work, 'posy' | 'tx'>,
  caller: Principal,
  { huggg_meta }: TransactionRecord,
) {
  const { meta, missing } = await findSegmentPictures(posy, tx, caller, huggg_meta as GiftMeta)
  if (missing.length === 0) return meta
  const without = (segment: { id: string }, index: number) =>
    missing.includes(`gwcSegments.${index}.image`) ? { ...segment, image: null } : segment
  return { ...meta, gwcSegments: meta.gwcSegments?.map(without) }
}

/** Whom a purchase went to, without those whose gift was cancelled; and where colleagues who are still there are reached. */
async function recipientsOfPurchase(tx: Tx, caller: Principal, bought: TransactionRecord) {
  const everyone = (await lettersOfPurchases(tx, [bought.id])).get(bought.id)!.recipients
  const cancelled = await cancelledRecipients(tx, bought.id)
  const recipients = everyone.filter(({ id }) => !cancelled.has(id))
  const colleagues = recipients.flatMap(({ user_id }) => user_id ?? [])
  return { everyone, recipients, ...(await addressesOfTeamUsers(tx, caller.teamIds, colleagues)) }
}

export interface RepeatRecipient {
  email: string | null
  phoneNumber: string | null
  name: string | null
}

/** Whom a purchase went to, as far as they may be sent to again: no one who claimed from a link. Each has one address. */
export async function recipientsToRepeat(
  tx: Tx,
  caller: Principal,
  bought: TransactionRecord,
): Promise<RepeatRecipient[]> {
  if (bought.superhuggg_id) return []
  const { recipients, emailOfUser } = await recipientsOfPurchase(tx, caller, bought)
  return recipients.flatMap(({ user_id, email: given, phone_number, name }): RepeatRecipient[] => {
    const email = given ?? (user_id ? (emailOfUser.get(user_id) ?? null) : null)
    if (email) return [{ email, phoneNumber: null, name: name || null }]
    return phone_number ? [{ email: null, phoneNumber: phone_number, name: name || null }] : []
  })
}

async function giftFields({ tx }: Work, caller: Principal, bought: TransactionRecord) {
  const { everyone, recipients, emailOfUser } = await recipientsOfPurchase(tx, caller, bought)
  const receivers = recipients.flatMap(({ name, notes, ...recipient }): OrderReceiver[] => {
    const { user_id: userId, email, phone_number: phoneNumber } = recipient
    if (userId) return emailOfUser.has(userId) ? [{ userId, name, notes }] : []
    if (email) return [{ email, name, notes }]
    return phoneNumber ? [{ phoneNumber, name, notes }] : []
  })
  const printableTemplateId = await cardDesign(tx, caller, bought)
  const fields: OrderRecord['fields'] = {
    ...(printableTemplateId ? { printableTemplateId } : {}),
    deliveryMethod: bought.delivery_method,
    reminders: bought.reminders,
    ...(recipients.length ? { receivers } : { quantity: bought.quantity }),
  }
  return {
    fields,
    leftOut: recipients.length - receivers.length,
    leftOutCancelled: everyone.length - recipients.length,
  }
}

/** Of the draft that became it, where its design is still there. */
async function cardDesign(tx: Tx, caller: Principal, { delivery_method, order_id }: TransactionRecord) {
  if (delivery_method !== 'printable' || !order_id) return null
  const { printableTemplateId } = (await orderInScope(tx, caller, order_id)).fields
  return printableTemplateId && (await hasTemplate(tx, caller, printableTemplateId)) ? printableTemplateId : null
}

async function shareableFields(
  { tx, at }: Work,
  caller: Principal,
  { quantity }: TransactionRecord,
  superHugggId: string,
) {
  const shared = await superHugggInScope(tx, caller, superHugggId, at)
  const fields: OrderRecord['fields'] = {
    limit: quantity,
    perPerson: shared.per_person,
    claimMethod: shared.claim_method,
    claimRestrictions: { emailEndings: shared.email_endings, numberPrefixes: shared.number_prefixes },
  }
  return { fields, leftOut: 0, leftOutCancelled: 0 }
}
