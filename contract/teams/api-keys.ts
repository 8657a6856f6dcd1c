import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { scopes } from '../core/scopes.ts'
import { cursorPage, cursorQuery, data, id, instant, success, text } from '../core/shapes.ts'
import { RoleGroup } from './team-users.ts'
import { teamParams } from './teams.ts'

/** How keys begin, and how much of each is kept readable. */
export const API_KEY_PREFIX = 'posy_'
export const API_KEY_HINT_LENGTH = 10

export const ApiKey = z.object({
  id: z.string(),
  name: z.string(),
  /** How the key begins, to tell keys apart. */
  hint: z.string(),
  /** The service user it acts as. */
  userId: z.string(),
  teamId: z.string(),
  roleGroupId: RoleGroup,
  /** What it may be used for, within the rights of its role group. */
  scopes: z.array(z.enum(scopes)),
  /** When it stops automatically; null: only when revoked. */
  dateExpires: z.string().nullable(),
  createdBy: z.string().nullable(),
  dateCreated: z.string(),
  /** To the minute. */
  dateLastUsed: z.string().nullable(),
})
export type ApiKey = z.infer<typeof ApiKey>

const base = {
  tag: 'API keys',
  access: 'session',
  permission: 'team-admin',
  errors: ['not_found'],
} as const

export const getApiKeys = endpoint({
  ...base,
  id: 'getApiKeys',
  method: 'GET',
  path: '/v3/teams/{id}/api-keys',
  summary: 'A team’s API keys, without the keys themselves.',
  params: teamParams,
  response: data(z.array(ApiKey)),
})

export const createApiKey = endpoint({
  ...base,
  id: 'createApiKey',
  method: 'POST',
  path: '/v3/teams/{id}/api-keys',
  summary:
    'Issues an API key. The key is in this answer only. Keys of one name and role group act as the same service user.',
  status: 201,
  params: teamParams,
  body: z.object({
    name: text(100).min(1),
    roleGroupId: RoleGroup.default('team-admin'),
    scopes: z
      .array(z.enum(scopes))
      .min(1, 'must name at least one scope')
      .default([...scopes])
      .transform((named) => scopes.filter((scope) => named.includes(scope))),
    dateExpires: instant().nullable().default(null),
  }),
  response: data(ApiKey.extend({ key: z.string() })),
})

export const revokeApiKey = endpoint({
  ...base,
  id: 'revokeApiKey',
  method: 'DELETE',
  path: '/v3/teams/{id}/api-keys/{keyId}',
  summary: 'Stops an API key at once, for good.',
  params: teamParams.extend({ keyId: id('apiKey') }),
  response: data(success()),
})

/** How long it is kept what a key was used for. */
export const API_REQUEST_DAYS = 30

export const ApiRequest = z.object({
  id: z.int(),
  at: z.string(),
  method: z.string(),
  /** The path as this reference has it, without the ids that were asked for. */
  path: z.string(),
  /** The same with those of them that are ids of ours; null where there were none. */
  asked: z.string().nullable(),
  status: z.int(),
  durationMs: z.int(),
  /** The answer’s `X-Request-Id`: ours, one for each request. */
  requestId: z.string(),
  /** The `X-Request-Id` that was sent, if any. */
  callerRequestId: z.string().nullable(),
  /** Of the error it was refused with. */
  code: z.string().nullable(),
  /** The fields that were wrong, each with the rule that it broke. */
  fields: z.array(z.object({ path: z.string(), code: z.string().nullable() })),
  /** The JSON that was sent, in outline: ids, given words, times and amounts; of other texts only how long they were. */
  body: z.unknown(),
})
export type ApiRequest = z.infer<typeof ApiRequest>

/** Refusals that can be looked for apart. A 401 is in no list: no one knows whose it is. */
export const refusalStatuses = ['400', '403', '404', '409', '422', '429'] as const

export const apiRequestQuery = z.object({
  ...cursorQuery,
  status: z.enum(['2xx', '4xx', '5xx', ...refusalStatuses]).optional(),
})
export type ApiRequestQuery = z.infer<typeof apiRequestQuery>

export const listApiRequests = endpoint({
  ...base,
  id: 'listApiRequests',
  method: 'GET',
  path: '/v3/teams/{id}/api-keys/{keyId}/requests',
  summary: `What an API key was used for in the last ${API_REQUEST_DAYS} days, newest first; a few seconds behind.`,
  params: teamParams.extend({ keyId: id('apiKey') }),
  query: apiRequestQuery,
  errors: ['not_found'],
  response: cursorPage(ApiRequest),
})

export const apiKeyEndpoints = {
  getApiKeys,
  createApiKey,
  revokeApiKey,
  listApiRequests,
}
