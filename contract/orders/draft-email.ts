import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { data, id } from '../core/shapes.ts'

const ofDraft = {
  tag: 'Orders',
  access: 'session',
  permission: 'purchase-hugggs',
  params: z.object({ id: id('order') }),
  errors: ['not_found', 'wrong_state'],
} as const

export const previewOrderEmail = endpoint({
  ...ofDraft,
  id: 'previewOrderEmail',
  method: 'GET',
  path: '/v3/orders/{id}/email',
  summary:
    'The email that a draft would send to its first recipient if it left now. Its button leads to a preview, for there is no gift yet.',
  response: data(z.object({ subject: z.string(), html: z.string() })),
})

export const sendOrderTestEmail = endpoint({
  ...ofDraft,
  id: 'sendOrderTestEmail',
  method: 'POST',
  path: '/v3/orders/{id}/test-email',
  scope: 'send',
  idempotent: true,
  summary:
    'Sends the caller that email, marked as a test, to the confirmed address that they sign in with and to no one else: ten times an hour at most. Nothing is bought.',
  body: z.object({}),
  response: data(z.object({ sentTo: z.string() })),
  status: 202,
  errors: ['not_found', 'wrong_state', 'restricted', 'conflict', 'idempotency_key_reused'],
})

export const draftEmailEndpoints = { previewOrderEmail, sendOrderTestEmail }
