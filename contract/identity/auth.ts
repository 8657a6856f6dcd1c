import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { roleGroups } from '../core/permissions.ts'
import { data, freeText, id } from '../core/shapes.ts'
import { PermissionFlags } from '../plans/plans.ts'
import { passkeyAnswer, password, secondFactorCode, User } from './users.ts'

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

/** Whom people may sign in with, besides a password. */
export const identityProviders = ['google', 'microsoft'] as const
export type IdentityProviderName = (typeof identityProviders)[number]
const IdentityProvider = z.enum(identityProviders)

/** Every way to show who one is: `saml` is a team’s own provider. */
export const signInMethods = ['password', ...identityProviders, 'saml'] as const
export type SignInMethod = (typeof signInMethods)[number]
/** The providers that vouch for someone: an account is linked to what they say only by its own proof. */
export type SignInProvider = Exclude<SignInMethod, 'password'>

/** A link that was started in a browser: only the holder of its secret may continue with it. */
const state = () => freeText(200)

/** A mark that the browser keeps: signing in with one that was not seen before is told by email, and others’ misses never slow one that was. */
const device = () => freeText(100).optional()

/** In the body, or as HTTP Basic authentication. */
const clientCredentials = { client_id: freeText(100).optional(), client_secret: freeText(500).optional() }

export const issueToken = endpoint({
  id: 'issueToken',
  method: 'POST',
  path: '/oauth/token',
  tag: 'Auth',
  summary:
    'Exchanges credentials for tokens. Every wrong credential gets the same answer; after repeated failures each further try has to wait a little longer. An account with two-step sign-in answers `second_factor_needed` with a challenge for the grant `second_factor`.',
  access: 'public',
  bodyKind: 'form',
  bodyLimitBytes: 16 * 1024,
  // RFC 6749, 3.2: parameters that the server does not know are ignored.
  body: z.discriminatedUnion('grant_type', [
    z.looseObject({ grant_type: z.literal('client_credentials'), ...clientCredentials }),
    z.looseObject({
      grant_type: z.literal('password'),
      ...clientCredentials,
      username: freeText(254),
      password: password(),
      /** The team to act in; the one acted in last unless told. */
      team_id: id('team').optional(),
      device: device(),
    }),
    z.looseObject({
      grant_type: z.literal('sso'),
      ...clientCredentials,
      /** `saml` for the code that `POST /v3/sso/saml` sent the browser back with. */
      identityProvider: z.enum([...identityProviders, 'saml']),
      /** What the provider sent the browser back with. */
      code: freeText(4096),
      state: state(),
      iss: freeText(500).optional(),
      redirectUri: freeText(500),
      /** Someone new opens a team on this plan. */
      planId: id('plan').optional(),
      /** …and agrees to the terms of this installation and of the plan, which are kept with the account. */
      termsAccepted: z.boolean().default(false),
      device: device(),
    }),
    z
      .looseObject({
        grant_type: z.literal('second_factor'),
        ...clientCredentials,
        /** Named by the refusal `second_factor_needed`. Ten minutes, once. */
        challenge: freeText(100),
        code: secondFactorCode().optional(),
        /** In place of a code. */
        passkey: passkeyAnswer().optional(),
        device: device(),
      })
      .refine((body) => (body.code === undefined) !== (body.passkey === undefined), {
        path: ['code'],
        message: 'send either code or passkey',
      }),
    z.looseObject({
      grant_type: z.literal('passkey'),
      ...clientCredentials,
      /** Of the challenge that was signed. */
      ceremony: freeText(100),
      passkey: passkeyAnswer(),
      /** The team to act in; the one acted in last unless told. */
      team_id: id('team').optional(),
      device: device(),
    }),
    z.looseObject({ grant_type: z.literal('refresh_token'), ...clientCredentials, refresh_token: freeText(500) }),
  ]),
  response: Tokens,
  errors: [
    'invalid_grant',
    'invalid_client',
    'second_factor_needed',
    'restricted',
    'not_found',
    'link_needed',
    'conflict',
  ],
})

export const createAuthoriseUrl = endpoint({
  id: 'createAuthoriseUrl',
  method: 'POST',
  path: '/v3/oauth/authorise/urls',
  tag: 'Auth',
  summary:
    'Where to send a browser to sign in with Google or Microsoft. Called with a session, it makes the answer another way into that account.',
  access: 'public',
  body: z.object({
    provider: IdentityProvider,
    /** One of our own pages: `/sso/google` or `/sso/microsoft`. */
    redirectUri: freeText(500),
  }),
  response: data(
    z.object({
      /** Its `state` must come back in the same browser. */
      authoriseUrl: z.string(),
    }),
  ),
  errors: ['unavailable'],
})

export const verifyIdentity = endpoint({
  id: 'verifyIdentity',
  method: 'POST',
  path: '/v3/oauth/verify-identity/{id}',
  tag: 'Auth',
  summary:
    'Shows that the account a sign-in would be linked to is the caller’s, by its password or the code that was emailed; then links it and signs in. Ten minutes, five tries, once.',
  access: 'public',
  params: z.object({ id: z.uuid().meta({ free: true }) }),
  body: z
    .object({
      password: password().optional(),
      code: z
        .string()
        .trim()
        .regex(/^\d{6}$/, 'must be six digits')
        .optional(),
      /** Of an account with two-step sign-in: asked for once the rest is right. */
      secondFactor: secondFactorCode().optional(),
      /** Of the sign-in that was started. */
      state: state(),
      device: device(),
    })
    .refine((body) => (body.password === undefined) !== (body.code === undefined), {
      path: ['password'],
      message: 'send either password or code',
    }),
  response: data(Tokens),
  errors: ['not_found', 'restricted', 'conflict'],
})

export const unlinkIdentity = endpoint({
  id: 'unlinkIdentity',
  method: 'DELETE',
  path: '/v3/users/{id}/identities/{provider}',
  tag: 'Auth',
  summary: 'Takes Google or Microsoft away as a way into the caller’s own account. One way in must stay.',
  access: 'session',
  params: z.object({ id: id('user'), provider: IdentityProvider }),
  response: data(User),
  errors: ['not_found', 'wrong_state'],
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
  // RFC 6749, 3.2, as above.
  body: z.looseObject({
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
  summary: 'Who is signed in, in which team, with which rights. A client that acts for no one has no user.',
  access: 'identity',
  response: data(
    z.object({
      user: User.nullable(),
      teamId: z.string().nullable(),
      clientId: z.string().nullable(),
      permissions: UserPermissions.nullable(),
      /** Set for an operator who looks at the product as this user. */
      impersonation: z
        .object({
          operator: z.string(),
          reason: z.string(),
          endsAt: z.string(),
          /** An admin of the team allows changes. */
          mayChange: z.boolean(),
        })
        .nullable(),
      /** This team asks for a second step, and the caller has none: they set it up before anything else. */
      secondStepRequired: z.boolean(),
    }),
  ).extend({
    /** The same person in the words of the original, beside `data`. */
    user: z.object({ id: z.string(), name: z.string(), email: z.string(), team_id: z.string().nullable() }).nullable(),
  }),
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

export const authEndpoints = {
  issueToken,
  createAuthoriseUrl,
  verifyIdentity,
  unlinkIdentity,
  revokeToken,
  getMe,
  switchTeam,
}
