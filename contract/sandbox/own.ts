import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { data, id } from '../core/shapes.ts'
import { sandboxBase } from './base.ts'

const OwnSandbox = z.object({
  id: z.string(),
  /** Where its API, its pages and its own `/sandbox/…` are. */
  url: z.string(),
  /** For its demo world, which is like the one here. */
  apiKey: z.string(),
  /** The business time there. */
  now: z.string(),
  startedAt: z.string(),
})
export type OwnSandbox = z.infer<typeof OwnSandbox>

const OwnSandboxes = z.object({
  /** How many can run at a time; 0 where this sandbox starts none. */
  most: z.int(),
  running: z.array(OwnSandbox),
})

export const listOwnSandboxes = endpoint({
  ...sandboxBase,
  id: 'listOwnSandboxes',
  method: 'GET',
  path: '/sandbox/own',
  summary: 'The sandboxes that were started here, each with a clock of its own. Exists in the sandbox only.',
  response: data(OwnSandboxes),
})

export const startOwnSandbox = endpoint({
  ...sandboxBase,
  id: 'startOwnSandbox',
  method: 'POST',
  path: '/sandbox/own',
  summary:
    'Starts a sandbox of your own at another port of this machine: the same demo world, with a database, a mailbox and a clock that no one else uses. It ends when it is stopped, or with this one. Exists in the sandbox only.',
  status: 201,
  response: data(OwnSandbox),
  errors: ['wrong_state', 'unavailable'],
})

export const stopOwnSandbox = endpoint({
  ...sandboxBase,
  id: 'stopOwnSandbox',
  method: 'DELETE',
  path: '/sandbox/own/{id}',
  summary: 'Stops a sandbox that was started here, and removes all that it kept. Exists in the sandbox only.',
  params: z.object({ id: id('sandbox') }),
  response: data(OwnSandboxes),
  errors: ['not_found'],
})

export const ownSandboxEndpoints = {
  listOwnSandboxes,
  startOwnSandbox,
  stopOwnSandbox,
}
