import type { Input } from '#contract/core/endpoint.ts'
import type { createOrder, OrderFields, OrderType, updateOrder } from '#contract/orders/orders.ts'
import { newId } from '#kit/ids.ts'
import { productById } from '#server/domains/catalogue/index.ts'
import { hasTemplate } from '#server/domains/printables/index.ts'
import { findUpload, notUploaded, showUpload, type UploadRecord, uploadUrl } from '#server/domains/uploads/index.ts'
import type { Work } from '#server/platform/posy.ts'
import { member, type Principal } from '#server/platform/principal.ts'
import { invalidFields, Problem } from '#server/platform/problem/problem.ts'
import {
  addressesOfTeamUsers,
  findSegmentPictures,
  type LoadedFacts,
  type PurchaseRequest,
  type SegmentPictures,
  showSegmentPictures,
} from '../request/index.ts'
import {
  changed,
  closedFieldsChanged,
  foreignFields,
  type OrderRecord,
  splitOrderFields,
  toOrderFields,
} from './order.ts'
import { lockOrder } from './queries.ts'

/**
 * Saves a new order for the caller, in the team acted in.
 * @returns its id
 * @throws invalid_fields for a field of the other kind, a product or a user that is not there
 */
export async function saveOrder(
  work: Work,
  caller: Principal,
  { type, ...given }: Input<typeof createOrder>['body'],
): Promise<string> {
  const { userId, teamId } = member(caller)
  const { fields, cover, pictures } = await checkFields(work, caller, type, given, '')
  const id = newId()
  await showUpload(work, { purpose: 'order-cover', subjectId: id, upload: cover ?? null })
  await showSegmentPictures(work, { by: 'order', subjectId: id, pictures })
  refuseVisit(caller, {}, fields)
  const { columns, letter } = splitOrderFields(fields)
  await work.tx
    .insertInto('basket')
    .values({
      id,
      team_id: teamId,
      user_id: userId,
      type,
      ...columns,
      ...supportChange(work, caller),
      created_at: work.at,
      updated_at: work.at,
    })
    .execute()
  await work.tx.insertInto('basket_letter').values({ basket_id: id, team_id: teamId, content: letter }).execute()
  await work.audit('order.created', { kind: 'order', id }, { teamId, detail: { type } })
  return id
}

/** A purchase that was written out becomes an order of its buyer's. */
export async function saveRequest(
  work: Work,
  caller: Principal,
  request: PurchaseRequest,
  { cover, hugggMeta, pictures }: Pick<LoadedFacts, 'cover' | 'hugggMeta' | 'pictures'>,
): Promise<{ id: string; version: number }> {
  const { tx, at } = work
  const { userId, teamId } = member(caller)
  const id = newId()
  const { columns, letter } = splitOrderFields({ ...toOrderFields(request), hugggMeta })
  await showUpload(work, { purpose: 'order-cover', subjectId: id, upload: cover })
  await showSegmentPictures(work, { by: 'order', subjectId: id, pictures })
  await tx
    .insertInto('basket')
    .values({ id, team_id: teamId, user_id: userId, type: request.type, ...columns, created_at: at, updated_at: at })
    .execute()
  await tx.insertInto('basket_letter').values({ basket_id: id, team_id: teamId, content: letter }).execute()
  return { id, version: 1 }
}

/**
 * Changes an order that has not been bought.
 * @throws not_found; wrong_state when it was bought; invalid_fields as {@link saveOrder}
 */
export async function changeOrder(
  work: Work,
  caller: Principal,
  id: string,
  { entity: { type, ...changes }, replace }: Input<typeof updateOrder>['body'],
): Promise<void> {
  const order = await lockOpenOrder(work, caller, id)
  if (type && type !== order.type)
    throw invalidFields([{ path: 'entity.type', message: `stays ${order.type}: an order keeps its type` }])
  const { fields, cover, pictures } = await checkFields(work, caller, order.type, changes, 'entity.')
  const after = changed(order.fields, fields, { replace })
  refuseVisit(caller, order.fields, after)
  if (cover !== undefined || replace)
    await showUpload(work, { purpose: 'order-cover', subjectId: id, upload: cover ?? null })
  if (fields.hugggMeta !== undefined || replace)
    await showSegmentPictures(work, { by: 'order', subjectId: id, before: order.fields.hugggMeta ?? null, pictures })
  const { columns, letter } = splitOrderFields(after)
  await work.tx
    .updateTable('basket')
    .set({ ...columns, ...supportChange(work, caller), version: order.version + 1, updated_at: work.at })
    .where('id', '=', id)
    .execute()
  await work.tx
    .updateTable('basket_letter')
    // Recipients that are said now are those: what was typed before is put aside.
    .set({ content: letter, ...((replace || fields.receivers !== undefined) && { typed: null, typed_at: null }) })
    .where('basket_id', '=', id)
    .execute()
  await work.audit(
    'order.updated',
    { kind: 'order', id },
    { teamId: order.teamId, detail: { fields: changedFieldNames(changes), replace } },
  )
}

/** @throws impersonation_refused (403): a new address hands a gift to someone else */
function refuseVisit({ impersonation }: Principal, before: OrderRecord['fields'], after: OrderRecord['fields']): void {
  const [field] = impersonation ? closedFieldsChanged(before, after) : []
  if (field)
    throw new Problem('impersonation_refused', `Operators never change who gets a gift, or from whom: ${field}.`, {
      help: 'Ask the customer to change it themselves.',
    })
}

const supportChange = ({ at }: Work, { impersonation }: Principal) =>
  impersonation ? { support_changed_at: at, support_changed_by: impersonation.operator } : {}

/** Of the fields that are given. */
const changedFieldNames = (changes: object) =>
  Object.entries(changes).flatMap(([name, value]) => (value === undefined ? [] : [name]))

/** Throws an order away, with all it says about people. @throws not_found; wrong_state when it was bought */
export async function deleteOrder(work: Work, caller: Principal, id: string): Promise<void> {
  const order = await lockOpenOrder(work, caller, id)
  await showUpload(work, { purpose: 'order-cover', subjectId: id, upload: null })
  const before = order.fields.hugggMeta ?? null
  await showSegmentPictures(work, { by: 'order', subjectId: id, before, pictures: new Map() })
  await work.tx.deleteFrom('basket_letter').where('basket_id', '=', id).execute()
  await work.tx.updateTable('basket').set({ deleted_at: work.at, updated_at: work.at }).where('id', '=', id).execute()
  await work.audit('order.deleted', { kind: 'order', id }, { teamId: order.teamId })
}

/** What a leaver had not bought is thrown away: it was theirs alone, and holds addresses. */
export async function deleteUserDrafts(
  work: Work,
  { teamId, userId }: { teamId: string; userId: string },
): Promise<void> {
  const { tx, at } = work
  const drafts = await tx
    .updateTable('basket')
    .set({ deleted_at: at, updated_at: at })
    .where('team_id', '=', teamId)
    .where('user_id', '=', userId)
    .where('deleted_at', 'is', null)
    .where((e) => e.not(e.exists(e.selectFrom('transaction').select('id').whereRef('order_id', '=', 'basket.id'))))
    .returning('id')
    .execute()
  if (drafts.length === 0) return
  const ids = drafts.map(({ id }) => id)
  await tx.deleteFrom('basket_letter').where('basket_id', 'in', ids).execute()
  await work.audit('order.leavers-deleted', { kind: 'user', id: userId }, { teamId, detail: { count: ids.length } })
}

/**
 * An order no one else changes or buys until the transaction ends.
 * @throws not_found; wrong_state when it was bought, or waits for approval
 */
export async function lockOpenOrder(work: Work, caller: Principal, id: string): Promise<OrderRecord> {
  const order = await lockOrder(work.tx, caller, id)
  if (order.transactionId) throw alreadyBought(order.transactionId)
  if (order.approval === 'pending') throw stillWaiting()
  return order
}

/** A bought order is the paying team's from now on, and what it said to recipients is where every purchase has it. */
export async function closeOrder(work: Work, orderId: string, teamId: string): Promise<void> {
  await work.tx.deleteFrom('basket_letter').where('basket_id', '=', orderId).execute()
  await work.tx.updateTable('basket').set({ team_id: teamId, updated_at: work.at }).where('id', '=', orderId).execute()
}

/** What was not bought is a draft again, and asking for it again is another request. */
export const reopenOrder = ({ tx, at }: Work, id: string) =>
  tx
    .updateTable('basket')
    .set((e) => ({ version: e('version', '+', 1), updated_at: at }))
    .where('id', '=', id)
    .execute()

export const alreadyBought = (transactionId: string) =>
  new Problem('wrong_state', 'This order has been bought.', {
    help: `See transaction ${transactionId}. Save a new order to buy again.`,
  })

const stillWaiting = (): Problem =>
  new Problem('wrong_state', 'This order waits for approval, and stays as it is meanwhile.', {
    help: 'Withdraw it to change it. Nothing has been bought and no money has moved.',
  })

/**
 * The fields as they are kept, and the cover among them: undefined where none was said, null where it was removed.
 * @throws invalid_fields
 */
async function checkFields(
  { tx, posy }: Work,
  caller: Principal,
  type: OrderType,
  fields: OrderFields,
  prefix: string,
): Promise<{ fields: OrderFields; cover: UploadRecord | null | undefined; pictures: SegmentPictures }> {
  const wrong = foreignFields(type, fields, prefix)
  if (fields.productId && !(await productById(tx, fields.productId)))
    wrong.push({ path: `${prefix}productId`, message: 'no such product' })
  const { printableTemplateId } = fields
  if (printableTemplateId && !(await hasTemplate(tx, caller, printableTemplateId)))
    wrong.push({ path: `${prefix}printableTemplateId`, message: 'no such template' })
  const userIds = fields.receivers?.flatMap((receiver) => receiver.userId ?? []) ?? []
  const { emailOfUser: known } = await addressesOfTeamUsers(tx, caller.teamIds, userIds)
  fields.receivers?.forEach(({ userId }, row) => {
    if (userId && !known.has(userId))
      wrong.push({ path: `${prefix}receivers.${row}.userId`, message: 'no such user', row })
  })
  const { coverImage } = fields
  const cover = coverImage && (await findUpload(posy, tx, caller, coverImage))
  if (coverImage && !cover) wrong.push({ path: `${prefix}coverImage`, message: notUploaded, code: 'not_uploaded' })
  const { meta, pictures, missing } = await findSegmentPictures(posy, tx, caller, fields.hugggMeta)
  for (const path of missing)
    wrong.push({ path: `${prefix}hugggMeta.${path}`, message: notUploaded, code: 'not_uploaded' })
  if (wrong.length) throw invalidFields(wrong)
  const kept = meta === undefined ? fields : { ...fields, hugggMeta: meta }
  if (!cover) return { fields: kept, cover: coverImage === null ? null : undefined, pictures }
  return { fields: { ...kept, coverImage: uploadUrl(posy, cover) }, cover, pictures }
}
