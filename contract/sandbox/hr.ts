import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { civilDate, data, email, text } from '../core/shapes.ts'
import { failureTimes, plannedFailure, sandboxBase } from './base.ts'

/**
 * How a request to the HR provider goes wrong. error: 500 · throttled: 429, for a second · throttled-long: 429, for ten
 * minutes · revoked: the connection was ended there · garbage: 200 and no answer of theirs · drop: the connection is cut
 */
const hrFailures = ['error', 'throttled', 'throttled-long', 'revoked', 'garbage', 'drop'] as const
export type HrFailure = (typeof hrFailures)[number]

/** The simulated HR provider, and the company it tells of. */
export const SandboxHr = z.object({
  people: z.array(
    z.object({
      id: z.string(),
      firstName: z.string(),
      surname: z.string(),
      workEmail: z.string(),
      team: z.string(),
      location: z.string(),
      startDate: z.string(),
      birthday: z.string().nullable(),
      works: z.boolean(),
    }),
  ),
  teams: z.array(z.string()),
  locations: z.array(z.string()),
  /** The systems that are connected, by name. */
  connections: z.array(z.string()),
  planned: z.array(z.object(plannedFailure)),
})
export type SandboxHr = z.infer<typeof SandboxHr>

const place = { team: text(60).min(1), location: text(60).min(1) }

export const getSandboxHr = endpoint({
  ...sandboxBase,
  id: 'getSandboxHr',
  method: 'GET',
  path: '/sandbox/hr',
  summary: 'The simulated HR provider: the people of its company, and what is to go wrong next.',
  response: data(SandboxHr),
})

export const hireSandboxEmployee = endpoint({
  ...sandboxBase,
  id: 'hireSandboxEmployee',
  method: 'POST',
  path: '/sandbox/hr/people',
  summary: 'Someone starts at the simulated company. Exists in the sandbox only.',
  body: z.strictObject({
    firstName: text(60).min(1),
    surname: text(60).min(1),
    workEmail: email(),
    ...place,
    birthday: civilDate().optional(),
  }),
  response: data(SandboxHr),
})

export const changeSandboxEmployee = endpoint({
  ...sandboxBase,
  id: 'changeSandboxEmployee',
  method: 'PATCH',
  path: '/sandbox/hr/people/{id}',
  summary: 'Someone moves to another team or place, leaves, or comes back. Exists in the sandbox only.',
  params: z.object({ id: z.uuid().meta({ free: true }) }),
  body: z.strictObject({
    ...z.strictObject({ ...place, works: z.boolean() }).partial().shape,
    tells: z
      .boolean()
      .default(true)
      .describe('Whether the provider reports it at once; else it is seen when someone next changes or is read.'),
  }),
  response: data(SandboxHr),
  errors: ['not_found'],
})

export const planSandboxHrFailure = endpoint({
  ...sandboxBase,
  id: 'planSandboxHrFailure',
  method: 'POST',
  path: '/sandbox/hr/failures',
  summary: 'Makes the next requests to the HR provider go wrong. Exists in the sandbox only.',
  body: z.strictObject({ failure: z.enum(hrFailures), times: failureTimes() }),
  response: data(SandboxHr),
})

export const clearSandboxHrFailures = endpoint({
  ...sandboxBase,
  id: 'clearSandboxHrFailures',
  method: 'POST',
  path: '/sandbox/hr/well',
  summary: 'The HR provider works again: nothing planned fails.',
  response: data(SandboxHr),
})

export const hrEndpoints = {
  getSandboxHr,
  hireSandboxEmployee,
  changeSandboxEmployee,
  planSandboxHrFailure,
  clearSandboxHrFailures,
}
