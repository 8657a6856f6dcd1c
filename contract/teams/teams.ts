import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { data, hostname, id, personalName, success, text } from '../core/shapes.ts'
import { signInMethods } from '../identity/auth.ts'
import { Wallet } from '../wallets/wallets.ts'
import { PendingRuleChange, TeamPreferences } from './preferences.ts'

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

export const teamParams = z.object({ id: id('team') })
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
     * (`PATCH /v3/teams/{id}/saml`); alone it takes an emergency admin.
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

export const getTeamsOfUser = endpoint({
  ...base,
  // Someone who belongs to no team yet may wait for one.
  access: 'identity',
  id: 'getTeamsOfUser',
  method: 'GET',
  path: '/v3/teams/user/{userId}',
  summary: 'The teams a user can act in: the caller, or another user as far as their teams are the caller’s.',
  params: z.object({ userId: id('user') }),
  query: z.object({ wallets: z.stringbool().default(true) }),
  response: z.object({
    success: z.boolean(),
    teams: z.array(
      z.object({
        team: Team,
        /** The team’s default wallet, where the caller sees that team’s wallets and wants them. */
        wallet: Wallet.optional(),
        clientId: z.string().nullable(),
      }),
    ),
    /** The caller’s own teams that the operator has deactivated: no one can act in them since then. */
    deactivatedTeams: z.array(z.object({ id: z.string(), name: z.string(), since: z.string() })),
  }),
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

export const teamEndpoints = {
  getTeam,
  updateTeam,
  updateTeams,
  getTeamsOfUser,
  createSubteam,
  deleteSubteam,
}
