import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { reason } from '../core/operators.ts'
import { contactAddress, cursorPage, cursorQuery, data, freeText, id } from '../core/shapes.ts'

/** `scheduled`: it is to leave later, such as a summary in the morning; `waiting`: its time has come, and it has not left. */
export const messageStates = ['waiting', 'scheduled', 'sent', 'delivered', 'failed', 'cancelled'] as const

/** By state; `still-failed`: it did not arrive, and nothing of its gift left since. */
export const messageFilters = [...messageStates, 'still-failed'] as const

/** An email or text that was to leave. Never what it said. */
export const OperatorMessage = z.object({
  id: z.string(),
  at: z.string(),
  channel: z.enum(['email', 'sms']),
  template: z.string(),
  /** Null where its receiver was erased, and of a message to a person who is helped, whose address is their team’s alone. */
  to: z.string().nullable(),
  status: z.string(),
  state: z.enum(messageStates),
  attempts: z.int(),
  /** Of one that has not left: when it is to be tried. */
  nextTryAt: z.string().nullable(),
  sentAt: z.string().nullable(),
  /** The mail server's reply code, or where it went wrong. */
  error: z.string().nullable(),
  team: z.object({ id: z.string(), name: z.string() }).nullable(),
  purchaseId: z.string().nullable(),
  /** The gift it is of; null for all others. */
  giftId: z.string().nullable(),
  /** The award it is about, by its case; null for all others. */
  award: z.object({ id: z.string(), caseReference: z.string() }).nullable(),
})
export type OperatorMessage = z.infer<typeof OperatorMessage>

export const listOperatorMessages = endpoint({
  id: 'listOperatorMessages',
  method: 'GET',
  path: '/v3/operator/messages',
  tag: 'Operator',
  summary:
    'Emails and texts, the newest first: all, those of a state, of a customer and its subteams, of a purchase and its gifts, or to one address or number.',
  access: 'operator',
  operator: { permission: 'view-console' },
  query: z.object({
    ...cursorQuery,
    state: z.enum(messageFilters).optional(),
    to: freeText(254).optional(),
    teamId: id('team').optional(),
    purchaseId: id('transaction').optional(),
  }),
  response: cursorPage(OperatorMessage),
  errors: ['not_found'],
})

export const allowMessagesTo = endpoint({
  id: 'allowMessagesTo',
  method: 'POST',
  path: '/v3/operator/addresses/allow',
  tag: 'Operator',
  access: 'operator',
  summary:
    'Gifts to an email address or number that came back or complained go out again. Who stopped messages themselves lets them come again themselves.',
  operator: { permission: 'retry-work', needsReason: true },
  body: z.object({ address: contactAddress(), reason: reason() }),
  response: data(z.object({ was: z.string() })),
  errors: ['not_found', 'wrong_state'],
})

export const operatorMessageEndpoints = { listOperatorMessages, allowMessagesTo }
