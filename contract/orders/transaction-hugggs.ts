import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { data, email, id, instant, page, pageQuery, phoneNumber, text } from '../core/shapes.ts'
import { correctsRecipients } from '../hugggs/correct-recipient.ts'
import { Huggg } from '../hugggs/hugggs.ts'
import { dayOrInstant, Receiver } from './purchase.ts'
import { transactionEmbed, transactionParams } from './transactions.ts'

const tag = 'Transactions'

export const listTransactionHugggs = endpoint({
  id: 'listTransactionHugggs',
  method: 'GET',
  path: '/api/v2/transactions/{id}/hugggs',
  tag,
  access: 'session',
  permission: 'view-huggg-status',
  summary: 'The gifts of a purchase, page by page.',
  params: transactionParams,
  query: z.object({ ...pageQuery, embed: transactionEmbed }),
  response: page(Huggg),
  errors: ['not_found'],
})

/** Gifts of a purchase that are picked in one request; screens pick as many. */
const MAX_PICKED_GIFTS = 200
/** Some gifts of the purchase; all of it unless given. */
const hugggIds = z.array(id('huggg')).min(1).max(MAX_PICKED_GIFTS).optional()

/** What happened to a bulk action, gift by gift where it was refused. */
export const BulkOutcome = z.object({
  changed: z.int(),
  refunded: z.int().optional(),
  refused: z.array(z.object({ huggg_id: z.string(), reason: z.string() })),
})

export const cancelTransactionHugggs = endpoint({
  id: 'cancelTransactionHugggs',
  method: 'POST',
  path: '/api/v2/transactions/{id}/hugggs/cancel',
  tag,
  access: 'session',
  permission: 'cancel-hugggs',
  scope: 'send',
  idempotent: true,
  summary:
    'Cancels the gifts of a purchase that have not been used, all or those that are named, and returns their money.',
  params: transactionParams,
  body: z.object({ hugggIds }),
  response: data(BulkOutcome),
  errors: ['not_found', 'wrong_state', 'conflict', 'idempotency_key_reused'],
})

export const sendTransactionHugggs = endpoint({
  id: 'sendTransactionHugggs',
  method: 'POST',
  path: '/api/v2/transactions/{id}/hugggs/send',
  tag,
  access: 'session',
  permission: ['send-email', 'send-sms'],
  scope: 'send',
  idempotent: true,
  summary: 'Gives gifts that no one has yet to receivers: by text where they were bought so, else by email.',
  params: transactionParams,
  body: z.object({
    receivers: z.array(Receiver).min(1).max(2000),
    /** When to send them; unset: at once, and what is scheduled already at its own time. */
    sendDate: instant().optional(),
  }),
  response: data(BulkOutcome),
  bodyLimitBytes: 2 * 1024 * 1024,
  errors: ['not_found', 'wrong_state', 'restricted', 'spend_cap_reached', 'conflict', 'idempotency_key_reused'],
})

export const sendTransactionHugggsNow = endpoint({
  id: 'sendTransactionHugggsNow',
  method: 'POST',
  path: '/api/v2/transactions/{id}/hugggs/send-now',
  tag,
  access: 'session',
  permission: 'edit-huggg-status',
  scope: 'send',
  idempotent: true,
  summary: 'Sends the gifts of a purchase that are scheduled for later at once.',
  params: transactionParams,
  response: data(BulkOutcome),
  errors: ['not_found', 'restricted', 'wrong_state', 'conflict', 'idempotency_key_reused'],
})

export const changeTransactionHugggs = endpoint({
  id: 'changeTransactionHugggs',
  method: 'PATCH',
  path: '/api/v2/transactions/{id}/hugggs',
  tag,
  access: 'session',
  permission: ['edit-huggg-expiry', 'edit-huggg-status'],
  scope: 'send',
  summary:
    'Moves the last day, or the date of sending, of the gifts of a purchase that are still open: all, or those named.',
  params: transactionParams,
  body: z
    .object({
      /** Needs edit-huggg-expiry. */
      expiry: dayOrInstant.optional(),
      /** Needs edit-huggg-status, as for one gift. */
      sentDate: instant().optional(),
      hugggIds,
    })
    .refine((body) => body.expiry ?? body.sentDate, { message: 'give expiry or sentDate', path: ['expiry'] }),
  response: data(BulkOutcome),
  errors: ['not_found', 'wrong_state', 'restricted'],
})

/** Gifts whose people can be changed in one request; screens show as many. */
export const MAX_CHANGED_PEOPLE = 200

const ChangedPerson = z
  .object({
    hugggId: id('huggg'),
    email: email().optional(),
    phoneNumber: phoneNumber().optional(),
    /** Unset keeps the name there was. */
    name: text(200).nullable().optional(),
  })
  .refine(({ email, phoneNumber }) => (email === undefined) !== (phoneNumber === undefined), {
    message: 'give either email or phoneNumber',
    path: ['email'],
  })
export type ChangedPerson = z.infer<typeof ChangedPerson>

export const changeTransactionPeople = endpoint({
  id: 'changeTransactionPeople',
  method: 'POST',
  path: '/v3/transactions/{id}/people',
  tag,
  access: 'session',
  permission: correctsRecipients,
  scope: 'send',
  idempotent: true,
  summary:
    'Changes who gets the scheduled gifts of a purchase: others, or (needs cancel-hugggs) no one, with the money returned. All or nothing.',
  params: transactionParams,
  body: z
    .object({
      changed: z.array(ChangedPerson).max(MAX_CHANGED_PEOPLE).default([]),
      /** Cancelled; what was paid for them comes back. */
      removed: z.array(id('huggg')).max(MAX_CHANGED_PEOPLE).default([]),
    })
    .refine(({ changed, removed }) => changed.length + removed.length > 0, {
      message: 'give at least one change',
      path: ['changed'],
    }),
  response: data(BulkOutcome),
  errors: ['not_found', 'wrong_state', 'restricted', 'spend_cap_reached', 'conflict', 'idempotency_key_reused'],
})

export const toggleTransactionHugggsSent = endpoint({
  id: 'toggleTransactionHugggsSent',
  impersonation: 'change',
  method: 'POST',
  path: '/api/v2/transactions/{id}/hugggs/toggleSent',
  tag,
  access: 'session',
  permission: 'edit-huggg-status',
  scope: 'send',
  summary: 'Marks the gifts of a purchase as handed over, or not, while they are unopened.',
  params: transactionParams,
  body: z.object({ sent: z.boolean() }),
  response: data(BulkOutcome),
  errors: ['not_found', 'wrong_state'],
})

export const transactionHugggEndpoints = {
  listTransactionHugggs,
  cancelTransactionHugggs,
  sendTransactionHugggs,
  sendTransactionHugggsNow,
  changeTransactionHugggs,
  changeTransactionPeople,
  toggleTransactionHugggsSent,
}
