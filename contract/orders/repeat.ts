import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { data, id } from '../core/shapes.ts'
import { Order } from './orders.ts'

export const repeatTransaction = endpoint({
  id: 'repeatTransaction',
  method: 'POST',
  path: '/v3/transactions/{id}/repeat',
  tag: 'Orders',
  access: 'session',
  permission: 'purchase-hugggs',
  scope: 'send',
  idempotent: true,
  summary:
    'A new draft of what was bought: gift, recipients, message, look and delivery, without its dates, and without people whose gift was cancelled. It buys nothing.',
  params: z.object({ id: id('transaction') }),
  body: z.object({}),
  response: data(
    z.object({
      order: Order,
      /** Recipients who are not in it: they were erased, or have left the team. */
      leftOut: z.int(),
      /** Recipients who are not in it because their gift was cancelled. Where all were, everyone is in it. */
      leftOutCancelled: z.int(),
      /** Not sold any longer: the draft has no gift. */
      isGiftGone: z.boolean(),
      /** Pence, of one gift: then, and now where it is sold. */
      price: z.object({ before: z.int(), now: z.int().nullable(), currency: z.string() }),
    }),
  ),
  status: 201,
  errors: ['not_found', 'conflict', 'idempotency_key_reused'],
})

export const repeatEndpoints = { repeatTransaction }
