import { z } from 'zod'
import { signInMethods } from './auth.ts'
import { endpoint } from './core/endpoint.ts'
import { roleGroups } from './core/permissions.ts'
import { scopes } from './core/scopes.ts'
import {
  cursorPage,
  cursorQuery,
  data,
  hostname,
  id,
  instant,
  page,
  pageQuery,
  pence,
  personalName,
  success,
  text,
} from './core/shapes.ts'
import { User } from './users.ts'
import { Wallet } from './wallets.ts'

export const deliveryMethods = ['email', 'sms', 'links', 'superhuggg', 'printable', 'inline-redeem'] as const
export type DeliveryMethod = (typeof deliveryMethods)[number]

export const RoleGroup = z.enum(roleGroups)

export const GiftingRestrictions = z.object({
  /** Pence; null leaves that end open. */
  price: z
    .object({ min: pence().nullable(), max: pence().nullable() })
    .refine(({ min, max }) => min === null || max === null || min <= max, {
      path: ['max'],
      message: 'must not be below min',
    }),
  /** Ids of product tags. Only products with an allowed tag, where any is named; never one with a disallowed tag. */
  categories: z.object({ allow: z.array(id('tag')).max(200), disallow: z.array(id('tag')).max(200) }),
})
export type GiftingRestrictions = z.infer<typeof GiftingRestrictions>

/** What one person may get of an organisation in a calendar period (London): the face value of gifts to their address. */
export const RecipientSpendCap = z.object({
  amount: pence().min(1),
  period: z.enum(['month', 'quarter', 'year']),
  /** `warn` says so before buying; `block` refuses. */
  mode: z.enum(['warn', 'block']),
})
export type RecipientSpendCap = z.infer<typeof RecipientSpendCap>

/** Orders above a limit wait for another person with manage-billing. */
export const ApprovalLimits = z
  .object({
    /** Pence: of one order. */
    perOrder: pence().nullable(),
    /** Pence: what a buyer, with the API keys they issued, spends in a London day without approval. */
    perDay: pence().nullable(),
    /** Whether what participants of budgets spend of their allowance is held to them too. */
    includeAllowances: z.boolean(),
  })
  .refine(({ perOrder, perDay }) => perOrder !== null || perDay !== null, {
    path: ['perOrder'],
    message: 'set a limit per order, per day, or both; null for no approvals',
  })
export type ApprovalLimits = z.infer<typeof ApprovalLimits>

export const TeamPreferences = z.object({
  /** The team's reason codes are offered to its own purchases. */
  applyReasonCodesToTeam: z.boolean(),
  /** The reason codes, and whether one is required, hold for the subteams as well. */
  applyReasonCodesToSubteams: z.boolean(),
  /** A purchase must carry one of the reason codes. */
  requireReasonCode: z.boolean(),
  /** The restrictions below hold for the subteams as well; a subteam may only be stricter. */
  applyRestrictionsToSubteams: z.boolean(),
  /** Null allows all. */
  deliveryMethods: z.array(z.enum(deliveryMethods)).min(1).max(6).nullable(),
  /** Null leaves it to the product. */
  maximumHugggExpiryDays: z.int().min(1).max(3650).nullable(),
  /** Domains that gifts may be emailed to; null allows all. */
  deliveryEmailDomains: z.array(hostname()).max(200).nullable(),
  giftingRestrictions: GiftingRestrictions.nullable(),
  /** Purchases that say nothing of it remind people who do not use their gift, by email. */
  remindRecipients: z.boolean(),
  /** Of the organisation: set on its first team, and holds for all teams under it. Links without a recipient are not counted. */
  recipientSpendCap: RecipientSpendCap.nullable(),
  /** Of the organisation, as the cap above. Set by someone who has signed in. */
  approvals: ApprovalLimits.nullable(),
  /** People sign in with a second step here and in the subteams; who signs in with a provider has the provider’s. */
  requireSecondStep: z.boolean(),
})
export type TeamPreferences = z.infer<typeof TeamPreferences>

/** Rules that bind who sets them. What would permit more than they do waits for another person. */
export const bindingRules = [
  'deliveryMethods',
  'maximumHugggExpiryDays',
  'deliveryEmailDomains',
  'giftingRestrictions',
  'recipientSpendCap',
  'approvals',
  'applyRestrictionsToSubteams',
] as const satisfies (keyof TeamPreferences)[]
export type BindingRule = (typeof bindingRules)[number]

/** How long a looser rule waits that no one else could confirm, and how long one that someone could. */
export const ALONE_HOURS = 24
export const RULE_CHANGE_DAYS = 14
/** Who confirms has managed billing for this long. */
export const CONFIRMS_AFTER_DAYS = 7

/** A looser rule that does not hold yet. */
export const PendingRuleChange = z.object({
  id: z.string(),
  rule: z.enum(bindingRules),
  /** The rule as it holds, and as it would, under its name. */
  from: TeamPreferences.partial(),
  to: TeamPreferences.partial(),
  askedBy: z.object({ id: z.string(), name: z.string() }),
  dateAsked: z.string(),
  /** When it holds unless someone objects; null where another person confirms it. */
  dateEffective: z.string().nullable(),
  /** When it lapses where no one confirms it. */
  dateEnds: z.string(),
})
export type PendingRuleChange = z.infer<typeof PendingRuleChange>

export const BusinessAddress = z.object({
  line1: text(200).nullish(),
  line2: text(200).nullish(),
  city: text(100).nullish(),
  county: text(100).nullish(),
  postcode: text(20).nullish(),
  country: text(100).nullish(),
})
export type BusinessAddress = z.infer<typeof BusinessAddress>

export const Subteam = z.object({
  id: z.string(),
  name: z.string(),
  planId: z.string(),
  parentTeamId: z.string().nullable(),
})
export type Subteam = z.infer<typeof Subteam>

export const Team = z.object({
  id: z.string(),
  name: z.string(),
  businessEntityName: z.string().nullable(),
  businessTradingName: z.string().nullable(),
  businessAddress: BusinessAddress.nullable(),
  planId: z.string(),
  parentTeamId: z.string().nullable(),
  automationId: z.string().nullable(),
  domain: z.string().nullable(),
  territory: z.enum(['GB', 'EU']),
  tags: z.array(z.string()),
  reasonCodes: z.array(z.string()),
  flags: z.array(z.string()),
  authMethods: z.array(z.string()),
  subteams: z.array(Subteam),
  /** As set on this team. */
  preferences: TeamPreferences,
  /** Looser rules that wait for another person, or for their hour; the preferences are as they hold until then. */
  pendingChanges: z.array(PendingRuleChange),
  /** As they hold for a purchase: with what cascades from the parent team. */
  effective: z.object({ reasonCodes: z.array(z.string()), preferences: TeamPreferences }),
  dateCreated: z.string(),
  dateModified: z.string(),
})
export type Team = z.infer<typeof Team>

/** `provider`: none of their own, but they can sign in with Google or Microsoft, whose it then is. */
const secondSteps = ['on', 'provider', 'off'] as const

export const TeamUser = User.extend({
  roleGroupId: RoleGroup,
  dateJoined: z.string(),
  /** Whether signing in takes a second step. Null for who is no admin. */
  secondStep: z.enum(secondSteps).nullable(),
})
export type TeamUser = z.infer<typeof TeamUser>

const teamParams = z.object({ id: id('team') })
const base = { tag: 'Teams', access: 'session', errors: ['not_found'] } as const

export const getTeam = endpoint({
  ...base,
  id: 'getTeam',
  method: 'GET',
  path: '/api/v2/teams/{id}',
  summary: 'The caller’s team or one of its subteams, with preferences and subteams.',
  params: teamParams,
  response: data(Team),
})

const uniqueTexts = (max: number) =>
  z
    .array(text(max).min(1))
    .max(200)
    .refine((items) => new Set(items).size === items.length, 'must not name one twice')

export const authMethods = signInMethods

const AuthMethods = z
  .array(z.enum(authMethods))
  .min(1)
  .refine((methods) => new Set(methods).size === methods.length, 'must not name one twice')

const TeamChanges = z
  .object({
    name: personalName(100).min(1),
    businessEntityName: personalName(200).nullable(),
    businessTradingName: personalName(200).nullable(),
    businessAddress: BusinessAddress.nullable(),
    /** Colleagues with an address here may ask to join: must be the domain of the caller’s own verified address. */
    domain: hostname().nullable(),
    /**
     * How people may sign in to act in it and its subteams. `saml` comes and goes with the team’s own provider
     * (`PATCH /v3/teams/{id}/saml`); by itself it takes an emergency admin.
     */
    authMethods: AuthMethods,
    tags: uniqueTexts(50),
    reasonCodes: uniqueTexts(100),
    preferences: TeamPreferences.partial(),
  })
  .partial()

export const updateTeam = endpoint({
  ...base,
  id: 'updateTeam',
  method: 'PUT',
  path: '/api/v2/teams/{id}',
  summary:
    'Changes a team. Fields, and preferences, that are left out stay as they are. A rule is made stricter at once; what would permit what was refused waits under pendingChanges: for another person who has managed billing for seven days, or 24 hours where there is none.',
  permission: ['manage-team-information', 'manage-subteam-information'],
  params: teamParams,
  body: TeamChanges,
  sentBack: { record: Team },
  response: data(Team),
})

export const updateTeams = endpoint({
  ...base,
  id: 'updateTeams',
  method: 'POST',
  path: '/v3/teams/updates',
  summary: 'Makes the same changes to several teams: to all of them, or to none.',
  permission: ['manage-team-information', 'manage-subteam-information'],
  body: z.object({
    teamIds: z
      .array(id('team'))
      .min(1)
      .max(500)
      .refine((ids) => new Set(ids).size === ids.length, 'must not name one twice'),
    updates: TeamChanges,
  }),
  response: data(z.array(Team)),
})

export const getTeamUsers = endpoint({
  ...base,
  id: 'getTeamUsers',
  method: 'GET',
  path: '/api/v2/teams/{id}/users',
  summary: 'The people in a team, by name, with their role groups. API keys’ service users are not people.',
  permission: 'view-teams',
  params: teamParams,
  query: z.object(pageQuery),
  response: page(TeamUser),
})

export const getTeamAdmins = endpoint({
  ...base,
  id: 'getTeamAdmins',
  method: 'GET',
  path: '/api/v2/teams/{id}/admins',
  summary: 'Whom to ask: the team’s admins.',
  params: teamParams,
  response: data(z.array(TeamUser)),
})

export const getTeamsOfUser = endpoint({
  ...base,
  // Who belongs to no team yet may wait for one.
  access: 'identity',
  id: 'getTeamsOfUser',
  method: 'GET',
  path: '/v3/teams/user/{userId}',
  summary: 'The teams a user can act in: the caller, or another user as far as their teams are the caller’s.',
  params: z.object({ userId: id('user') }),
  response: z.object({
    success: z.boolean(),
    teams: z.array(
      z.object({
        team: Team,
        /** The team’s default wallet, where the caller sees that team’s wallets. */
        wallet: Wallet.optional(),
        clientId: z.string().nullable(),
      }),
    ),
  }),
})

export const changeTeamUserRole = endpoint({
  ...base,
  id: 'changeTeamUserRole',
  method: 'PUT',
  path: '/v3/teams/{id}/users/{userId}',
  summary:
    'Gives a member another role group, from their next request on. No one gives, or takes from, more rights than they have; API keys that a former team admin issued stop.',
  permission: ['team-admin', 'subteam-admin'],
  params: teamParams.extend({ userId: id('user') }),
  body: z.object({ roleGroupId: RoleGroup }),
  response: data(TeamUser),
  errors: ['not_found', 'wrong_state', 'plan_limit_reached'],
})

export const removeTeamUser = endpoint({
  ...base,
  id: 'removeTeamUser',
  method: 'DELETE',
  path: '/v3/teams/{id}/users/{userId}',
  summary: 'Takes someone out of a team: their sessions and API keys there stop at once.',
  permission: ['team-admin', 'subteam-admin'],
  params: teamParams.extend({ userId: id('user') }),
  response: data(success()),
  errors: ['not_found', 'wrong_state'],
})

export const resetTeamUserSecondStep = endpoint({
  ...base,
  id: 'resetTeamUserSecondStep',
  method: 'POST',
  path: '/v3/teams/{id}/users/{userId}/second-factor/reset',
  summary:
    'For a member who lost phone, passkeys and recovery codes: turns their second step off, ends their sessions and tells them by email. Only of who belongs to no other organisation, and by an admin with at least their rights who signed in.',
  permission: ['team-admin', 'subteam-admin'],
  params: teamParams.extend({ userId: id('user') }),
  response: data(success()),
  errors: ['not_found', 'wrong_state', 'restricted'],
})

export const createSubteam = endpoint({
  ...base,
  id: 'createSubteam',
  method: 'POST',
  path: '/v3/teams/{id}/subteams',
  summary:
    'Makes a subteam on the team’s plan, with an empty wallet. The team’s admins can act in it at once; people join it by invites.',
  permission: 'add-subteams',
  status: 201,
  idempotent: true,
  params: teamParams,
  body: z.object({ name: personalName(100).min(1) }),
  response: data(Subteam.extend({ walletId: z.string() })),
  errors: ['not_found', 'plan_limit_reached', 'restricted'],
})

export const deleteSubteam = endpoint({
  ...base,
  id: 'deleteSubteam',
  method: 'DELETE',
  path: '/v3/teams/{id}/subteams/{subId}',
  summary: 'Deletes a subteam that holds no money and no live gifts: no one can act in it. Its history stays readable.',
  permission: 'add-subteams',
  params: teamParams.extend({ subId: id('subteam') }),
  response: data(success()),
  errors: ['not_found', 'wrong_state'],
})

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
  /** When it stops by itself; null: only when revoked. */
  dateExpires: z.string().nullable(),
  createdBy: z.string().nullable(),
  dateCreated: z.string(),
  /** To the minute. */
  dateLastUsed: z.string().nullable(),
})
export type ApiKey = z.infer<typeof ApiKey>

const keysBase = { ...base, tag: 'API keys', permission: 'team-admin' } as const

export const getApiKeys = endpoint({
  ...keysBase,
  id: 'getApiKeys',
  method: 'GET',
  path: '/v3/teams/{id}/api-keys',
  summary: 'A team’s API keys, without the keys themselves.',
  params: teamParams,
  response: data(z.array(ApiKey)),
})

export const createApiKey = endpoint({
  ...keysBase,
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
  ...keysBase,
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

const apiRequestQuery = z.object({ ...cursorQuery, status: z.enum(['2xx', '4xx', '5xx']).optional() })
export type ApiRequestQuery = z.infer<typeof apiRequestQuery>

export const listApiRequests = endpoint({
  ...keysBase,
  id: 'listApiRequests',
  method: 'GET',
  path: '/v3/teams/{id}/api-keys/{keyId}/requests',
  summary: `What an API key was used for in the last ${API_REQUEST_DAYS} days, newest first; a few seconds behind.`,
  params: teamParams.extend({ keyId: id('apiKey') }),
  query: apiRequestQuery,
  errors: ['not_found'],
  response: cursorPage(ApiRequest),
})

export const teamEndpoints = {
  getTeam,
  updateTeam,
  updateTeams,
  getTeamUsers,
  getTeamAdmins,
  getTeamsOfUser,
  changeTeamUserRole,
  removeTeamUser,
  resetTeamUserSecondStep,
  createSubteam,
  deleteSubteam,
  getApiKeys,
  createApiKey,
  revokeApiKey,
  listApiRequests,
}
