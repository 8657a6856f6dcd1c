import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { data, id, success } from '../core/shapes.ts'
import { signInMethods } from './auth.ts'

export const Session = z.object({
  id: z.string(),
  /** The one that asks. */
  isCurrent: z.boolean(),
  method: z.enum(signInMethods),
  /** Such as `Firefox on Windows`; null where the sign-in did not say. */
  browser: z.string().nullable(),
  /** The network address it was opened from. */
  address: z.string().nullable(),
  openedAt: z.string(),
  lastUsedAt: z.string(),
})
export type Session = z.infer<typeof Session>

/** Of the caller's own account, by the person who signed in. */
const base = { tag: 'Auth', access: 'identity' } as const
const own = z.object({ id: id('user') })

export const listSessions = endpoint({
  ...base,
  id: 'listSessions',
  impersonation: 'never',
  method: 'GET',
  path: '/v3/users/{id}/sessions',
  summary: 'Where the caller is signed in, the last used first; a hundred at most.',
  params: own,
  response: data(z.array(Session)),
  errors: ['not_found'],
})

export const endSession = endpoint({
  ...base,
  id: 'endSession',
  method: 'DELETE',
  path: '/v3/users/{id}/sessions/{sessionId}',
  summary: 'Signs the caller out in one place, from its next request on.',
  params: own.extend({ sessionId: id('session') }),
  response: data(success()),
  errors: ['not_found'],
})

export const endOtherSessions = endpoint({
  ...base,
  id: 'endOtherSessions',
  method: 'DELETE',
  path: '/v3/users/{id}/sessions',
  summary: 'Signs the caller out everywhere but here.',
  params: own,
  response: data(z.object({ ended: z.int() })),
  errors: ['not_found'],
})

export const sessionEndpoints = { listSessions, endSession, endOtherSessions }
