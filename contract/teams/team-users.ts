import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { roleGroups } from '../core/permissions.ts'
import { data, id, page, pageQuery, success } from '../core/shapes.ts'
import { User } from '../identity/users.ts'
import { teamParams } from './teams.ts'

const base = { tag: 'Teams', access: 'session', errors: ['not_found'] } as const

export const RoleGroup = z.enum(roleGroups)

/** `provider`: none of their own, but they can sign in with Google or Microsoft, whose it then is. */
const secondSteps = ['on', 'provider', 'off'] as const

export const TeamUser = User.extend({
  roleGroupId: RoleGroup,
  dateJoined: z.string(),
  /** Whether signing in takes a second step. Null for who is no admin. */
  secondStep: z.enum(secondSteps).nullable(),
})
export type TeamUser = z.infer<typeof TeamUser>

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

export const signOutTeamUser = endpoint({
  ...base,
  id: 'signOutTeamUser',
  method: 'DELETE',
  path: '/v3/teams/{id}/users/{userId}/sessions',
  summary:
    'Signs a member out wherever they are signed in, from the next request on: they stay a member, and their API keys work on. Only of who belongs to no other organisation, and by an admin with at least their rights who signed in.',
  permission: ['team-admin', 'subteam-admin'],
  params: teamParams.extend({ userId: id('user') }),
  response: data(z.object({ ended: z.int() })),
  errors: ['not_found', 'wrong_state', 'restricted'],
})

export const teamUserEndpoints = {
  getTeamUsers,
  getTeamAdmins,
  changeTeamUserRole,
  removeTeamUser,
  resetTeamUserSecondStep,
  signOutTeamUser,
}
