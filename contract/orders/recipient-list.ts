import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { data, id, listText } from '../core/shapes.ts'
import { DeliveryMethod } from './purchase.ts'

const MAX_LIST_BYTES = 4 * 1024 * 1024
const cell = () => listText(MAX_LIST_BYTES)

/** Someone as typed: whatever is wrong with it is told when the list is checked. */
const TypedRecipient = z.object({
  /** An email address or a mobile number, by how the gifts leave. */
  address: cell(),
  name: cell(),
  notes: cell(),
})

const list = {
  deliveryMethod: DeliveryMethod,
  rows: z.array(TypedRecipient).max(10_000),
}

/** Recipients as they were typed, right and wrong ones: no purchase has them before they are an order's `receivers`. */
export const RecipientList = z.object({ ...list, dateModified: z.string() })
export type RecipientList = z.infer<typeof RecipientList>

const drafts = { tag: 'Orders', access: 'session', permission: 'purchase-hugggs' } as const
const params = z.object({ id: id('order') })

export const listRecipientLists = endpoint({
  ...drafts,
  id: 'listRecipientLists',
  method: 'GET',
  path: '/v3/orders/recipient-lists',
  summary: 'The caller’s drafts whose recipients were typed and are not its receivers yet, with the first two of each.',
  response: data(z.array(z.object({ orderId: z.string(), count: z.int(), names: z.array(z.string()) }))),
})

export const getRecipientList = endpoint({
  ...drafts,
  id: 'getRecipientList',
  method: 'GET',
  path: '/v3/orders/{id}/recipient-list',
  summary: 'The recipients of a draft as they were typed; null where all of them are its receivers.',
  params,
  errors: ['not_found'],
  response: data(RecipientList.nullable()),
})

export const putRecipientList = endpoint({
  ...drafts,
  id: 'putRecipientList',
  method: 'PUT',
  path: '/v3/orders/{id}/recipient-list',
  summary:
    'Keeps recipients with a draft as they were typed, right or wrong. They are bought for once the order has them as receivers.',
  scope: 'send',
  params,
  body: z.object({
    ...list,
    /** Of the order that they were typed for: where it has changed since, nothing is kept (409). */
    version: z.int().min(1),
  }),
  bodyLimitBytes: MAX_LIST_BYTES,
  errors: ['not_found', 'wrong_state', 'conflict'],
  response: data(RecipientList.nullable()),
})

export const recipientListEndpoints = { listRecipientLists, getRecipientList, putRecipientList }
