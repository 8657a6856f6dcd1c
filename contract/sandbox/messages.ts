import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { data, freeText, id } from '../core/shapes.ts'
import { sandboxBase } from './base.ts'

/** What the sandbox's mail server or phone network received. */
export const SandboxMessage = z.object({
  id: z.string(),
  channel: z.enum(['email', 'sms']),
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  /** The hrefs of the HTML, then the addresses in the text: each once, in order. */
  links: z.array(z.string()),
  messageId: z.string().nullable(),
  /** By the business clock. */
  sentAt: z.string(),
})
export type SandboxMessage = z.infer<typeof SandboxMessage>

export const listSandboxMessages = endpoint({
  ...sandboxBase,
  id: 'listSandboxMessages',
  method: 'GET',
  path: '/sandbox/messages',
  summary: 'What was sent to an address or a phone number, or to anyone; newest first. Exists in the sandbox only.',
  query: z.object({ to: freeText().optional(), limit: z.coerce.number().int().min(1).max(10_000).default(1000) }),
  response: data(z.array(SandboxMessage)),
})

export const getSandboxMessage = endpoint({
  ...sandboxBase,
  id: 'getSandboxMessage',
  method: 'GET',
  path: '/sandbox/messages/{id}',
  summary: 'One message that was sent. Exists in the sandbox only.',
  params: z.object({ id: id('message') }),
  response: data(SandboxMessage),
  errors: ['not_found'],
})

export const mailEvents = ['delivered', 'bounce', 'blocked', 'dropped', 'spam'] as const
export type SandboxMailEvent = (typeof mailEvents)[number]

export const reportSandboxMessage = endpoint({
  ...sandboxBase,
  id: 'reportSandboxMessage',
  method: 'POST',
  path: '/sandbox/messages/{id}/events',
  summary: 'Has the simulated email provider report the status of an email. Exists in the sandbox only.',
  params: z.object({ id: id('message') }),
  body: z.strictObject({ event: z.enum(mailEvents) }),
  response: data(SandboxMessage),
  errors: ['not_found'],
})

export const messageEndpoints = {
  listSandboxMessages,
  getSandboxMessage,
  reportSandboxMessage,
}
