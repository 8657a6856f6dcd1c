import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { data, instant } from '../core/shapes.ts'
import { sandboxBase } from './base.ts'

const SandboxClock = z.object({
  now: z.string(),
  /** What the latest move led to, while this process remembers it: the newest first, at most 200. */
  lastMove: z
    .object({ from: z.string(), to: z.string(), ran: z.array(z.object({ at: z.string(), work: z.string() })) })
    .nullable(),
})

export const getSandboxClock = endpoint({
  ...sandboxBase,
  id: 'getSandboxClock',
  method: 'GET',
  path: '/sandbox/clock',
  summary: 'The business time. Exists in the sandbox only.',
  response: data(SandboxClock),
})

export const moveSandboxClock = endpoint({
  ...sandboxBase,
  id: 'moveSandboxClock',
  method: 'POST',
  path: '/sandbox/clock',
  summary:
    'Moves the business time forward, for everyone who uses this sandbox, and answers when all that fell due on the way has run. Exists in the sandbox only.',
  body: z
    .strictObject({
      /** Counted in the calendar of Europe/London: P1M, P1D, PT30M. */
      advance: z.iso.duration('must be an ISO 8601 duration such as P1D or PT30M').optional(),
      to: instant().optional(),
    })
    .refine(({ advance, to }) => (advance === undefined) !== (to === undefined), {
      message: 'send either advance or to',
      path: ['advance'],
    }),
  response: data(SandboxClock),
  errors: ['clock_backwards', 'unavailable'],
})

export const clockEndpoints = {
  getSandboxClock,
  moveSandboxClock,
}
