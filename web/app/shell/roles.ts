import { seesAwards } from '#contract/awards/sees-awards.ts'
import type { Permission, RoleGroup } from '#contract/core/permissions.ts'
import { supportRoleNames } from '#contract/core/role-names.ts'
import { roleGroupLabels } from '#contract/core/status-labels.ts'
import type { Team } from '#contract/teams/teams.ts'

export type RoleLabels = Record<RoleGroup, { name: string; may: string }>

/** Role groups as people read them. */
export const roleLabels: RoleLabels = {
  'team-admin': { name: roleGroupLabels['team-admin'], may: 'Everything, in the team and its subteams' },
  'subteam-admin': { name: roleGroupLabels['subteam-admin'], may: 'Runs the team: sends, tops up, adds people' },
  'team-viewer': {
    name: roleGroupLabels['team-viewer'],
    may: 'Sees all gifts and money, here and in subteams; changes nothing',
  },
  participant: { name: roleGroupLabels.participant, may: 'Sends gifts, sees their own' },
  'automation-participant': {
    name: roleGroupLabels['automation-participant'],
    may: 'Sends gifts from a budget, sees their own',
  },
}

/** Of a team that helps people in need. */
const supportRoles = {
  'subteam-admin': {
    name: supportRoleNames['subteam-admin'],
    may: 'Makes awards, prints letters, hands links over; approves none',
  },
  'team-admin': {
    name: supportRoleNames['team-admin'],
    may: 'Opens and funds grants, approves what others ask for, adds people; makes no awards',
  },
  'team-viewer': {
    name: supportRoleNames['team-viewer'],
    may: 'Sees all awards, grants and reports; changes nothing',
  },
} as const

type Can = (wanted: Permission | readonly Permission[]) => boolean

/** In such a team everyone sees awards, and no one buys gifts. */
const isSupport = (can: Can): boolean => can(seesAwards) && !can('purchase-hugggs')

export const supportRoleLabels: RoleLabels = { ...roleLabels, ...supportRoles }

/** Roles as the reader's team calls them. */
export const roleLabelsFor = (can: Can): RoleLabels => (isSupport(can) ? supportRoleLabels : roleLabels)

/** Those that people of the reader's team have. */
export const rolesShown = (can: Can) => Object.values(isSupport(can) ? supportRoles : roleLabels)

/** What someone may be made by the reader: no one gives more rights than they have, and only subteams have subteam admins. */
export const rolesToGive = ({ parentTeamId }: Pick<Team, 'parentTeamId'>, can: Can): RoleGroup[] => [
  ...(isSupport(can) ? [] : (['participant'] as const)),
  'team-viewer',
  ...((parentTeamId !== null || isSupport(can)) && can(['team-admin', 'subteam-admin'])
    ? (['subteam-admin'] as const)
    : []),
  ...(can('team-admin') ? (['team-admin'] as const) : []),
]
