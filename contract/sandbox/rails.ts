import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { railNames } from '../core/rails.ts'
import { data, text } from '../core/shapes.ts'
import { failureTimes, newestQuery, plannedFailure, sandboxBase } from './base.ts'

const railFailures = ['error', 'error-after', 'drop-before', 'drop-after', 'slow', 'throttled', 'lie'] as const
const rail = z.enum(railNames)

/** The simulated rails that pay out, as their own dashboards would show them. */
export const SandboxRails = z.object({
  codes: z.array(
    z.object({
      rail,
      reference: z.string(),
      codeEnding: z.string(),
      amountPence: z.int(),
      cashedPence: z.int(),
      state: z.string(),
      validUntil: z.string(),
    }),
  ),
  planned: z.array(z.object({ at: rail, ...plannedFailure })),
  waiting: z.int(),
})
export type SandboxRails = z.infer<typeof SandboxRails>

export const getSandboxRails = endpoint({
  ...sandboxBase,
  id: 'getSandboxRails',
  method: 'GET',
  path: '/sandbox/rails',
  summary: 'The simulated rails that pay out: their newest codes, and what is to go wrong next.',
  query: newestQuery,
  response: data(SandboxRails),
})

export const planSandboxRailFailure = endpoint({
  ...sandboxBase,
  id: 'planSandboxRailFailure',
  method: 'POST',
  path: '/sandbox/rails/failures',
  summary:
    'Makes the next requests to a rail go wrong: error and error-after (500, with nothing or all of it done), drop-before and drop-after (the connection is cut), slow (answers once let go), throttled (429), lie (a code of another amount). Exists in the sandbox only.',
  body: z.strictObject({ at: rail, failure: z.enum(railFailures), times: failureTimes() }),
  response: data(SandboxRails),
})

export const clearSandboxRailFailures = endpoint({
  ...sandboxBase,
  id: 'clearSandboxRailFailures',
  method: 'POST',
  path: '/sandbox/rails/well',
  summary: 'The rails work again: nothing more fails, and what was held back is answered.',
  response: data(SandboxRails),
})

export const spendSandboxRailCode = endpoint({
  ...sandboxBase,
  id: 'spendSandboxRailCode',
  method: 'POST',
  path: '/sandbox/rails/codes',
  summary: 'A code is paid out, all or a part of it, or runs out: the rail’s next settlement file says so.',
  body: z.strictObject({
    rail,
    reference: text(60),
    event: z.enum(['cashed', 'expired']),
    /** Of cashed; all that is left without it. */
    amountPence: z.int().min(1).max(1_000_000).optional(),
  }),
  response: data(SandboxRails),
  errors: ['not_found', 'wrong_state'],
})

export const getSandboxSettlement = endpoint({
  ...sandboxBase,
  id: 'getSandboxSettlement',
  method: 'GET',
  path: '/sandbox/rails/{rail}/settlement',
  summary: 'The settlement file of a rail’s present day, as it would be sent tonight.',
  params: z.object({ rail }),
  response: data(z.object({ name: z.string(), text: z.string() })),
})

export const sandboxRailEndpoints = {
  getSandboxRails,
  planSandboxRailFailure,
  clearSandboxRailFailures,
  spendSandboxRailCode,
  getSandboxSettlement,
}
