import { z } from 'zod'
import { endpoint } from './core/endpoint.ts'
import { data, id } from './core/shapes.ts'

const outcomes = [
  'sent',
  'bounce',
  'blocked',
  'spam',
  'dropped',
  'unknown',
  'pending',
  'undefined',
  'delivered',
  'expired',
  'failed',
  'rejected',
] as const

/** How the latest message of a gift fared. */
export const DeliveryStatus = z.enum([
  ...outcomes.map((outcome) => `email-${outcome}` as const),
  ...outcomes.map((outcome) => `sms-${outcome}` as const),
  ...outcomes.map((outcome) => `links-${outcome}` as const),
  'unsent',
])
export type DeliveryStatus = z.infer<typeof DeliveryStatus>

/** How a gift's messages fared. Addresses are not in it: they may have been erased or corrected since. */
export const Delivery = z.object({
  hugggId: z.string(),
  /** Of the latest message: email-sent, email-pending, email-bounce and so on; unsent where there is none. */
  deliveryStatus: z.string(),
  deliveryStatusUpdatedAt: z.string().nullable(),
  /** Every message, the newest first. */
  messages: z.array(
    z.object({
      id: z.string(),
      channel: z.enum(['email', 'sms']),
      status: z.string(),
      /** Tries so far. */
      attempts: z.int(),
      createdAt: z.string(),
      sentAt: z.string().nullable(),
    }),
  ),
})
export type Delivery = z.infer<typeof Delivery>

const base = {
  tag: 'Hugggs',
  access: 'session',
  params: z.object({ id: id('huggg') }),
  response: data(Delivery),
} as const

export const getDelivery = endpoint({
  ...base,
  id: 'getDelivery',
  method: 'GET',
  path: '/v3/hugggs/{id}/delivery',
  permission: 'view-huggg-status',
  summary: 'Whether a gift’s message has left, is waiting, or came back.',
  errors: ['not_found'],
})

export const resendHuggg = endpoint({
  ...base,
  id: 'resendHuggg',
  method: 'POST',
  path: '/api/v2/hugggs/{id}/resend',
  permission: 'send-email',
  idempotent: true,
  summary: 'Sends a gift’s email once more to its recipient. One that is still waiting is tried at once instead.',
  errors: ['not_found', 'wrong_state', 'conflict', 'idempotency_key_reused'],
})

export const deliveryEndpoints = { getDelivery, resendHuggg }
