import type { Input } from '#contract/core/endpoint.ts'
import type { createOrder, OrderFields, OrderType, updateOrder } from '#contract/orders.ts'
import { productById } from '#server/domains/catalogue/index.ts'
import { newId } from '#server/kit/ids.ts'
import { invalidFields, Problem } from '#server/kit/problem.ts'
import type { Work } from '#server/platform/posy.ts'
import { member, type Principal } from '#server/platform/principal.ts'
import { changed, foreignFields, type OrderRecord, partsOf } from './order.ts'
import { lockOrder } from './order-queries.ts'
import { emailsOfTeamUsers } from './queries.ts'

/**
 * Saves a new order for the caller, in the team acted in.
 * @returns its id
 * @throws invalid_fields for a field of the other kind, a product or a user that is not there
 */
export async function saveOrder(
  work: Work,
  caller: Principal,
  { type, ...fields }: Input<typeof createOrder>['body'],
): Promise<string> {
  const { userId, teamId } = member(caller)
  await checkFields(work, caller, type, fields, '')
  const id = newId()
  const { columns, letter } = partsOf(fields)
  await work.tx
    .insertInto('basket')
    .values({ id, team_id: teamId, user_id: userId, type, ...columns, created_at: work.at, updated_at: work.at })
    .execute()
  await work.tx.insertInto('basket_letter').values({ basket_id: id, team_id: teamId, content: letter }).execute()
  await work.audit('order.created', { kind: 'order', id }, { teamId, detail: { type } })
  return id
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
  await checkFields(work, caller, order.type, changes, 'entity.')
  const { columns, letter } = partsOf(changed(order.fields, changes, { replace }))
  await work.tx
    .updateTable('basket')
    .set({ ...columns, updated_at: work.at })
    .where('id', '=', id)
    .execute()
  await work.tx.updateTable('basket_letter').set({ content: letter }).where('basket_id', '=', id).execute()
  await work.audit(
    'order.updated',
    { kind: 'order', id },
    { teamId: order.teamId, detail: { fields: Object.keys(changes), replace } },
  )
}

/** Throws an order away, with all it says about people. @throws not_found; wrong_state when it was bought */
export async function deleteOrder(work: Work, caller: Principal, id: string): Promise<void> {
  const order = await lockOpenOrder(work, caller, id)
  await work.tx.deleteFrom('basket_letter').where('basket_id', '=', id).execute()
  await work.tx.updateTable('basket').set({ deleted_at: work.at, updated_at: work.at }).where('id', '=', id).execute()
  await work.audit('order.deleted', { kind: 'order', id }, { teamId: order.teamId })
}

/** An order nobody else changes or buys until the transaction ends. @throws not_found; wrong_state when it was bought */
export async function lockOpenOrder(work: Work, caller: Principal, id: string): Promise<OrderRecord> {
  const order = await lockOrder(work.tx, caller, id)
  if (order.transactionId) throw alreadyBought(order.transactionId)
  return order
}

export const alreadyBought = (transactionId: string) =>
  new Problem('wrong_state', 'This order has been bought.', {
    help: `See transaction ${transactionId}. Save a new order to buy again.`,
  })

async function checkFields(
  { tx }: Work,
  caller: Principal,
  type: OrderType,
  fields: OrderFields,
  prefix: string,
): Promise<void> {
  const wrong = foreignFields(type, fields, prefix)
  if (fields.productId && !(await productById(tx, fields.productId)))
    wrong.push({ path: `${prefix}productId`, message: 'no such product' })
  const userIds = fields.receivers?.flatMap((receiver) => receiver.userId ?? []) ?? []
  const known = userIds.length ? await emailsOfTeamUsers(tx, caller.teamIds, userIds) : new Map()
  fields.receivers?.forEach(({ userId }, row) => {
    if (userId && !known.has(userId))
      wrong.push({ path: `${prefix}receivers.${row}.userId`, message: 'no such user', row })
  })
  if (wrong.length) throw invalidFields(wrong)
}
