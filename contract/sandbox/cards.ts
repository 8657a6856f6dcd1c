import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { data } from '../core/shapes.ts'
import { failureTimes, newestQuery, plannedFailure, sandboxBase } from './base.ts'

export const cardFailurePlaces = ['payment', 'session', 'capture', 'void', 'refund', 'read'] as const
const cardFailures = ['error', 'drop-before', 'drop-after', 'slow'] as const

/** The simulated card provider, as its own dashboard would show it. */
export const SandboxCards = z.object({
  testCards: z.array(z.object({ number: z.string(), scheme: z.string(), challenge: z.boolean(), label: z.string() })),
  payments: z.array(
    z.object({
      id: z.string(),
      reference: z.string(),
      amountPence: z.int(),
      capturedPence: z.int(),
      refundedPence: z.int(),
      currency: z.string(),
      status: z.string(),
      /** What its bank said last. */
      summary: z.string().nullable(),
      scheme: z.string(),
      last4: z.string(),
      requestedAt: z.string(),
    }),
  ),
  planned: z.array(z.object({ at: z.enum(cardFailurePlaces), ...plannedFailure })),
  /** Requests held back until they are let go. */
  waiting: z.int(),
})
export type SandboxCards = z.infer<typeof SandboxCards>

export const getSandboxCards = endpoint({
  ...sandboxBase,
  id: 'getSandboxCards',
  method: 'GET',
  path: '/sandbox/cards',
  summary: 'The simulated card provider: its test cards, its newest payments, and what is to go wrong next.',
  query: newestQuery,
  response: data(SandboxCards),
})

export const planSandboxCardFailure = endpoint({
  ...sandboxBase,
  id: 'planSandboxCardFailure',
  method: 'POST',
  path: '/sandbox/cards/failures',
  summary:
    'Makes the next requests to the card provider go wrong: error (500), drop-before and drop-after (the connection is cut, with nothing or all of it done), slow (answers once released). Exists in the sandbox only.',
  body: z.strictObject({ at: z.enum(cardFailurePlaces), failure: z.enum(cardFailures), times: failureTimes() }),
  response: data(SandboxCards),
})

export const clearSandboxCardFailures = endpoint({
  ...sandboxBase,
  id: 'clearSandboxCardFailures',
  method: 'POST',
  path: '/sandbox/cards/well',
  summary: 'The card provider works again: nothing more fails, and what was held back is answered.',
  response: data(SandboxCards),
})

export const cardEndpoints = {
  getSandboxCards,
  planSandboxCardFailure,
  clearSandboxCardFailures,
}
