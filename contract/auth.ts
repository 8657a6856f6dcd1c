import { z } from 'zod'
import { endpoint } from './core/endpoint.ts'
import { roleGroups } from './core/permissions.ts'
import { data, freeText, id } from './core/shapes.ts'
import { PermissionFlags } from './plans.ts'
import { password, User } from './users.ts'

/** A pair of tokens. The refresh token works once: each use answers with a new one. */
export const Tokens = z.object({
  access_token: z.string(),
  /** Seconds. */
  expires_in: z.int(),
  token_type: z.literal('Bearer'),
  /** Left out for `client_credentials`: a program asks again with its secret. */
  refresh_token: z.string().optional(),
})
export type Tokens = z.infer<typeof Tokens>

/** In the body, or as HTTP Basic authentication. */
const clientCredentials = { client_id: freeText(100).optional(), client_secret: freeText(500).optional() }

export const issueToken = endpoint({
  id: 'issueToken',
  method: 'POST',
  path: '/oauth/token',
  tag: 'Auth',
  summary:
    'Exchanges credentials for tokens. Every wrong credential gets the same answer; repeated failures are refused for a while.',
  access: 'public',
  bodyKind: 'form',
  bodyLimitBytes: 16 * 1024,
  body: z.discriminatedUnion('grant_type', [
    z.object({ grant_type: z.literal('client_credentials'), ...clientCredentials }),
    z.object({
      grant_type: z.literal('password'),
      ...clientCredentials,
      username: freeText(254),
      password: password(),
      /** The team to act in; the one acted in last unless told. */
      team_id: id('team').optional(),
    }),
    z.object({ grant_type: z.literal('refresh_token'), ...clientCredentials, refresh_token: freeText(500) }),
  ]),
  response: Tokens,
  errors: ['invalid_grant', 'invalid_client'],
})

export const revokeToken = endpoint({
  id: 'revokeToken',
  method: 'POST',
  path: '/oauth/revoke',
  tag: 'Auth',
  summary:
    'Signs out: ends the whole session an access or refresh token belongs to (RFC 7009). Unknown tokens get the same answer.',
  access: 'public',
  bodyKind: 'form',
  bodyLimitBytes: 16 * 1024,
  body: z.object({
    token: freeText(4096),
    token_type_hint: freeText(50).optional(),
    ...clientCredentials,
  }),
  response: z.object({}),
  errors: ['invalid_client'],
})

/** The signed-in caller's rights in the team acted in. */
export const UserPermissions = z.object({
  roleGroupId: z.enum(roleGroups),
  roleIds: z.array(z.string()),
  permissions: PermissionFlags,
  /** An operator acts for this user. */
  impersonate: z.boolean(),
})
export type UserPermissions = z.infer<typeof UserPermissions>

export const getMe = endpoint({
  id: 'getMe',
  method: 'GET',
  path: '/api/v2/auth/me',
  tag: 'Auth',
  summary: 'Who is signed in, in which team, with which rights. A client that acts for nobody has no user.',
  access: 'identity',
  response: data(
    z.object({
      user: User.nullable(),
      teamId: z.string().nullable(),
      clientId: z.string().nullable(),
      permissions: UserPermissions.nullable(),
    }),
  ),
})

export const switchTeam = endpoint({
  id: 'switchTeam',
  method: 'POST',
  path: '/v3/users/{id}/tokens',
  tag: 'Auth',
  summary: 'Switches team: new tokens of the same session, for another of the caller’s teams.',
  access: 'identity',
  params: z.object({ id: id('user') }),
  body: z.object({ teamId: id('team') }),
  response: data(Tokens),
  errors: ['not_found'],
})

export const authEndpoints = { issueToken, revokeToken, getMe, switchTeam }
