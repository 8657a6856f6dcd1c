import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { data, text } from '../core/shapes.ts'
import { failureTimes, plannedFailure, sandboxBase } from './base.ts'

/** The authenticator app on the sandbox's phone. */
export const getSandboxAuthenticator = endpoint({
  id: 'getSandboxAuthenticator',
  method: 'GET',
  path: '/sandbox/authenticator',
  tag: 'Sandbox',
  summary: 'The code that an authenticator app shows now for a key.',
  access: 'public',
  query: z.object({
    /** Base32, as two-step sign-in tells it. */
    key: z
      .string()
      .trim()
      .toUpperCase()
      .overwrite((key) => key.replaceAll(' ', ''))
      .max(128)
      .regex(/^[A-Z2-7]{16,}$/, 'must be a key of letters and the figures 2 to 7'),
  }),
  response: data(z.object({ code: z.string(), secondsLeft: z.int() })),
})

/** How a text fares: most never arrive; `rejected` is refused at once, the rest are failures of the network's own API. */
export const phoneFailures = [
  'landline',
  'unknown',
  'blocked',
  'expired',
  'rejected',
  'spam',
  'dropped',
  'failed',
  'error',
  'throttled',
  'drop-before',
  'drop-after',
] as const
export type PhoneFailure = (typeof phoneFailures)[number]

/** The simulated phone network. */
const SandboxPhone = z.object({
  /** Numbers whose texts always fare so. */
  numbers: z.array(z.object({ number: z.string(), failure: z.enum(phoneFailures) })),
  planned: z.array(z.object(plannedFailure)),
})
export type SandboxPhone = z.infer<typeof SandboxPhone>

export const getSandboxPhone = endpoint({
  ...sandboxBase,
  id: 'getSandboxPhone',
  method: 'GET',
  path: '/sandbox/phone',
  summary: 'The simulated phone network: numbers that always fail, and what is to go wrong next.',
  response: data(SandboxPhone),
})

export const planSandboxPhoneFailure = endpoint({
  ...sandboxBase,
  id: 'planSandboxPhoneFailure',
  method: 'POST',
  path: '/sandbox/phone/failures',
  summary: 'Makes the next texts go wrong. Exists in the sandbox only.',
  body: z.strictObject({ failure: z.enum(phoneFailures), times: failureTimes() }),
  response: data(SandboxPhone),
})

export const clearSandboxPhoneFailures = endpoint({
  ...sandboxBase,
  id: 'clearSandboxPhoneFailures',
  method: 'POST',
  path: '/sandbox/phone/well',
  summary: 'The phone network works again: nothing planned fails.',
  response: data(SandboxPhone),
})

export const replyFromSandboxPhone = endpoint({
  ...sandboxBase,
  id: 'replyFromSandboxPhone',
  method: 'POST',
  path: '/sandbox/phone/replies',
  summary: 'Texts the installation from a phone: STOP, START or anything else. Exists in the sandbox only.',
  body: z.strictObject({
    from: z.string().regex(/^\+\d{7,15}$/, 'must look like +447700900123'),
    text: text(500).min(1),
  }),
  response: data(SandboxPhone),
})

export const phoneEndpoints = {
  getSandboxPhone,
  planSandboxPhoneFailure,
  clearSandboxPhoneFailures,
  replyFromSandboxPhone,
}
