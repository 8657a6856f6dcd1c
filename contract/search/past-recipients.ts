import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { data, freeText, id } from '../core/shapes.ts'

/** The most people in one answer. */
export const MOST_PAST_RECIPIENTS = 200

export const listPastRecipients = endpoint({
  id: 'listPastRecipients',
  // Whom else it could go to is none of support's business.
  impersonation: 'never',
  method: 'GET',
  path: '/v3/past-recipients',
  tag: 'Searches',
  access: 'session',
  permission: 'purchase-hugggs',
  summary:
    'People whom the caller’s teams have sent gifts to by email or text, each once, the latest first; without those who want no more messages. Who sees only their own purchases is shown only the people of those.',
  query: z.object({
    channel: z.enum(['email', 'sms']).default('email'),
    /** A name or an address, or how it begins. */
    text: freeText(200).optional(),
    /** Only the people of this purchase. */
    transactionId: id('transaction').optional(),
    /** Only the people of purchases for this reason. */
    reasonCode: freeText(100).optional(),
  }),
  response: data(
    z.object({
      people: z.array(z.object({ address: z.string(), name: z.string().nullable(), lastAt: z.string() })),
      /** There are more than could be answered: of everyone, only the people of the latest purchases are. */
      hasMore: z.boolean(),
      /** The latest purchases that went to people in this way. */
      purchases: z.array(
        z.object({
          id: z.string(),
          title: z.string().nullable(),
          giftName: z.string().nullable(),
          /** The name or else the address of one of its people. */
          first: z.string(),
          count: z.int(),
          boughtAt: z.string(),
        }),
      ),
    }),
  ),
  errors: ['not_found'],
})

export const pastRecipientEndpoints = { listPastRecipients }
