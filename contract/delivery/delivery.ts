import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { data, email, freeText, id, phoneNumber, success } from '../core/shapes.ts'
import { shortcode } from '../hugggs/recipient.ts'
import { BulkOutcome } from '../orders/transaction-hugggs.ts'

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

/** A gift whose message the team's rules hold back: it leaves when they let it, or goes back with its money at the end. */
export const HeldGift = z.object({
  hugggId: z.string(),
  /** Which rule of the team: how it sends, to which domains, at what price, of which categories, how much one person may get. */
  why: z.enum(['method', 'domain', 'price', 'category', 'cap']),
  since: z.string(),
  /** It is cancelled and refunded then. */
  until: z.string(),
})
export type HeldGift = z.infer<typeof HeldGift>

/** How a gift's messages fared. Addresses are not in it: they may have been erased or corrected since. */
export const Delivery = z.object({
  hugggId: z.string(),
  /** Of the latest message: email-sent, sms-pending, email-bounce and so on; unsent where there is none. */
  deliveryStatus: z.string(),
  deliveryStatusUpdatedAt: z.string().nullable(),
  /** Null where nothing holds it back. */
  held: HeldGift.nullable(),
  /** Why nothing is sent to the address or number that it has now; null where something is. */
  unreachable: z.enum(['opted-out', 'bounce', 'complaint']).nullable(),
  /** Every message, the newest first. */
  messages: z.array(
    z.object({
      id: z.string(),
      channel: z.enum(['email', 'sms']),
      /** The gift itself, or a reminder of it. */
      kind: z.enum(['gift', 'reminder']),
      /** The address or number it went to; null once the person was erased. */
      to: z.string().nullable(),
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

export const listHeldGifts = endpoint({
  id: 'listHeldGifts',
  method: 'GET',
  path: '/v3/transactions/{id}/held-gifts',
  tag: 'Transactions',
  access: 'session',
  permission: 'view-huggg-status',
  summary: 'Gifts of a purchase that wait because the team’s rules of today do not let them leave, and why.',
  params: z.object({ id: id('transaction') }),
  response: data(z.array(HeldGift)),
  errors: ['not_found'],
})

export const resendHuggg = endpoint({
  ...base,
  id: 'resendHuggg',
  impersonation: 'change',
  method: 'POST',
  path: '/api/v2/hugggs/{id}/resend',
  permission: ['send-email', 'send-sms'],
  scope: 'send',
  idempotent: true,
  summary:
    'Sends a gift’s email or text once more to its recipient, at most once an hour. One that still waits is tried at once instead.',
  errors: ['not_found', 'restricted', 'wrong_state', 'conflict', 'idempotency_key_reused'],
})

export const remindTransactionHugggs = endpoint({
  id: 'remindTransactionHugggs',
  impersonation: 'change',
  method: 'POST',
  path: '/api/v2/transactions/{id}/hugggs/remind',
  tag: 'Transactions',
  access: 'session',
  permission: 'send-email',
  scope: 'send',
  idempotent: true,
  summary: 'Reminds everyone of a purchase who has not opened their gift, by email; no one twice in 24 hours.',
  params: z.object({ id: id('transaction') }),
  response: data(BulkOutcome),
  errors: ['not_found', 'restricted', 'conflict', 'idempotency_key_reused'],
})

/** Gifts picked from a list: of one purchase or several. */
const picked = z.object({ hugggIds: z.array(id('huggg')).min(1).max(200) })
const ofPicked = {
  tag: 'Hugggs',
  method: 'POST',
  access: 'session',
  scope: 'send',
  idempotent: true,
  body: picked,
  response: data(BulkOutcome),
  errors: ['not_found', 'restricted', 'conflict', 'idempotency_key_reused'],
} as const

export const remindHugggs = endpoint({
  ...ofPicked,
  id: 'remindHugggs',
  impersonation: 'change',
  path: '/v3/hugggs/remind',
  permission: 'send-email',
  summary: 'Reminds the recipients of up to 200 gifts who have not opened theirs, by email; no one twice in 24 hours.',
})

export const resendHugggs = endpoint({
  ...ofPicked,
  id: 'resendHugggs',
  impersonation: 'change',
  path: '/v3/hugggs/resend',
  permission: ['send-email', 'send-sms'],
  summary: 'Sends the emails or texts of up to 200 gifts once more, each at most once an hour.',
})

export const stopGiftReminders = endpoint({
  id: 'stopGiftReminders',
  method: 'POST',
  path: '/public/gifts/{shortcode}/reminders/stop',
  tag: 'Recipient',
  access: 'public',
  summary: 'Ends the reminders of a gift, for good.',
  params: z.object({ shortcode }),
  body: z.object({}),
  response: success(),
  errors: ['not_found'],
})

const emailOrNumber = z
  .object({ email: email().optional(), phone_number: phoneNumber().optional() })
  .refine((body) => (body.email === undefined) !== (body.phone_number === undefined), {
    message: 'give either email or phone_number',
    path: ['email'],
  })

export const askForGifts = endpoint({
  id: 'askForGifts',
  method: 'POST',
  path: '/public/gifts/not-received',
  tag: 'Recipient',
  access: 'public',
  summary:
    'Someone did not get a gift: what was sent to their address or number is sent there again, and its sender told. The answer never says whether there was one.',
  body: emailOrNumber,
  response: success(),
})

export const findGifts = endpoint({
  id: 'findGifts',
  method: 'POST',
  path: '/public/gifts/find',
  tag: 'Recipient',
  access: 'public',
  summary:
    'Someone has lost the links of their gifts: those that were sent to their address or number and can still be used are sent there in one message. The answer never says whether there are any.',
  body: emailOrNumber,
  response: success(),
})

/** The public code in a text's opt-out link; whatever is none of ours gets the same 404. */
const texts = {
  tag: 'Recipient',
  access: 'public',
  params: z.object({ code: freeText(100) }),
  response: data(z.object({ stopped: z.boolean() })),
  errors: ['not_found'],
} as const

export const getTextPreference = endpoint({
  ...texts,
  id: 'getTextPreference',
  method: 'GET',
  path: '/public/texts/{code}',
  summary: 'Whether texts to the number behind an opt-out link are stopped.',
})
export const setTextPreference = endpoint({
  ...texts,
  id: 'setTextPreference',
  method: 'POST',
  path: '/public/texts/{code}',
  summary: 'Stops texts from every team to the number behind an opt-out link, or lets them come again.',
  body: z.object({ stopped: z.boolean() }),
})

const signed = {
  tag: 'Hugggs',
  access: 'public',
  body: z.looseObject({}),
  bodyKind: 'form',
  status: 204,
  response: z.null(),
  errors: ['unauthenticated', 'not_found'],
} as const

export const receiveTextReport = endpoint({
  ...signed,
  id: 'receiveTextReport',
  method: 'POST',
  path: '/webhooks/twilio/status/{messageId}',
  summary: 'The status of a text, as Twilio reports it, signed in the header X-Twilio-Signature.',
  params: z.object({ messageId: id('message') }),
})
export const receiveTextReply = endpoint({
  ...signed,
  id: 'receiveTextReply',
  method: 'POST',
  path: '/webhooks/twilio/replies',
  summary: 'A text to our reply number, as Twilio passes it on: STOP ends texts, START lets them come again.',
})

export const receiveEmailEvents = endpoint({
  id: 'receiveEmailEvents',
  method: 'POST',
  path: '/webhooks/sendgrid',
  tag: 'Hugggs',
  access: 'public',
  summary: 'The status of emails, as SendGrid reports it, signed with ECDSA.',
  body: z.array(z.looseObject({})).max(5000),
  bodyLimitBytes: 4 * 1024 * 1024,
  status: 204,
  response: z.null(),
  errors: ['unauthenticated', 'not_found'],
})

export const deliveryEndpoints = {
  getDelivery,
  listHeldGifts,
  resendHuggg,
  remindTransactionHugggs,
  remindHugggs,
  resendHugggs,
  stopGiftReminders,
  askForGifts,
  findGifts,
  getTextPreference,
  setTextPreference,
  receiveTextReport,
  receiveTextReply,
  receiveEmailEvents,
}
