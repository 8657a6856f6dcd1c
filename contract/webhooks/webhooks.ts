import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { data, id, instant, page, pageQuery, success, text } from '../core/shapes.ts'
import { TEST_EVENT, webhookEventTypes } from './webhook-events.ts'

export const MAX_WEBHOOKS = 20

export const Webhook = z.object({
  id: z.uuid(),
  teamId: z.uuid(),
  url: z.string(),
  description: z.string(),
  /** Empty: every type. */
  eventTypes: z.array(z.string()),
  signature: z.enum(['hmac', 'ed25519']),
  isActive: z.boolean(),
  /** Why we stopped: `failing` for three days, or `gone` (the address answered 410). */
  disabledReason: z.enum(['failing', 'gone']).nullable(),
  failingSince: z.string().nullable(),
  /** Deliveries that wait for their turn or their next try. */
  waiting: z.int(),
  /** Until then the secret before the last rotation signs as well. */
  previousSecretUntil: z.string().nullable(),
  /** Who made the webhook or renewed its secret last, and so was shown it. Renew it once they are no longer an admin. */
  secretShownTo: z.object({ id: z.uuid(), name: z.string(), isAdmin: z.boolean() }),
  dateCreated: z.string(),
  dateModified: z.string(),
})
export type Webhook = z.infer<typeof Webhook>

/** `whsec_…` to verify HMAC signatures with, or `whpk_…`, the public key of ed25519 ones. Shown once. */
const WithSecret = Webhook.extend({ secret: z.string() })

export const WebhookDelivery = z.object({
  id: z.uuid(),
  /** The `webhook-id` header, the same for every attempt and replay. */
  eventId: z.uuid(),
  sequence: z.int(),
  type: z.string(),
  subjectId: z.uuid(),
  occurredAt: z.string(),
  state: z.enum(['waiting', 'delivered', 'given-up']),
  nextAttemptAt: z.string().nullable(),
  payload: z.record(z.string(), z.unknown()),
  attempts: z.array(
    z.object({
      at: z.string(),
      durationMs: z.int(),
      status: z.int().nullable(),
      error: z.string().nullable(),
      response: z.string(),
    }),
  ),
})
export type WebhookDelivery = z.infer<typeof WebhookDelivery>

const teamParams = z.object({ id: id('team') })
const webhookParams = teamParams.extend({ webhookId: id('webhook') })
const base = { tag: 'Webhooks', access: 'session', permission: 'team-admin' } as const

const fields = {
  url: z.url({ protocol: /^https?$/ }).max(2000),
  description: text(200),
  eventTypes: z.array(z.enum(webhookEventTypes)).max(webhookEventTypes.length),
}

export const listWebhooks = endpoint({
  ...base,
  id: 'listWebhooks',
  method: 'GET',
  path: '/v3/teams/{id}/webhooks',
  summary: 'The addresses that a team has events sent to.',
  params: teamParams,
  errors: ['not_found'],
  response: data(z.array(Webhook)),
})

export const createWebhook = endpoint({
  ...base,
  id: 'createWebhook',
  method: 'POST',
  path: '/v3/teams/{id}/webhooks',
  summary: `Has events of the team and its subteams sent to an address; the secret is shown once. At most ${MAX_WEBHOOKS}.`,
  params: teamParams,
  body: z.object({
    url: fields.url,
    description: fields.description.default(''),
    eventTypes: fields.eventTypes.default([]),
    signature: z.enum(['hmac', 'ed25519']).default('hmac'),
  }),
  status: 201,
  errors: ['not_found'],
  response: data(WithSecret),
})

export const updateWebhook = endpoint({
  ...base,
  id: 'updateWebhook',
  method: 'PATCH',
  path: '/v3/teams/{id}/webhooks/{webhookId}',
  summary: 'Changes an address or what is sent to it; `isActive: true` starts one again that was stopped.',
  params: webhookParams,
  body: z.object({ ...fields, isActive: z.boolean() }).partial(),
  errors: ['not_found'],
  response: data(Webhook),
})

export const deleteWebhook = endpoint({
  ...base,
  id: 'deleteWebhook',
  method: 'DELETE',
  path: '/v3/teams/{id}/webhooks/{webhookId}',
  summary: 'Deletes an address with what waits for it and its log.',
  params: webhookParams,
  errors: ['not_found'],
  response: data(success()),
})

export const rotateWebhookSecret = endpoint({
  ...base,
  id: 'rotateWebhookSecret',
  method: 'POST',
  path: '/v3/teams/{id}/webhooks/{webhookId}/secrets',
  summary: 'A new secret, shown once; for 24 hours the one before signs as well.',
  params: webhookParams,
  status: 201,
  errors: ['not_found'],
  response: data(WithSecret),
})

export const testWebhook = endpoint({
  ...base,
  id: 'testWebhook',
  method: 'POST',
  path: '/v3/teams/{id}/webhooks/{webhookId}/tests',
  summary: `Sends the event \`${TEST_EVENT}\`.`,
  params: webhookParams,
  status: 201,
  errors: ['not_found', 'wrong_state'],
  response: data(z.object({ eventId: z.uuid() })),
})

export const listWebhookDeliveries = endpoint({
  ...base,
  id: 'listWebhookDeliveries',
  method: 'GET',
  path: '/v3/teams/{id}/webhooks/{webhookId}/deliveries',
  summary: 'What was sent and what came back, newest first, for 30 days.',
  params: webhookParams,
  query: z.object({
    ...pageQuery,
    state: WebhookDelivery.shape.state.optional(),
    type: z.string().max(60).optional(),
  }),
  errors: ['not_found'],
  response: page(WebhookDelivery),
})

export const replayWebhook = endpoint({
  ...base,
  id: 'replayWebhook',
  method: 'POST',
  path: '/v3/teams/{id}/webhooks/{webhookId}/replays',
  summary: 'Sends events again, one by its id or all of a time range, each under the `webhook-id` it had.',
  params: webhookParams,
  body: z.union([
    z.object({ eventId: z.uuid().meta({ free: true }) }),
    z.object({ from: instant(), until: instant() }),
  ]),
  status: 202,
  errors: ['not_found', 'wrong_state'],
  response: data(z.object({ events: z.int() })),
})

export const webhookEndpoints = {
  listWebhooks,
  createWebhook,
  updateWebhook,
  deleteWebhook,
  rotateWebhookSecret,
  testWebhook,
  listWebhookDeliveries,
  replayWebhook,
}
