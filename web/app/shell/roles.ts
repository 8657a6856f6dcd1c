import type { Permission, RoleGroup } from '#contract/core/permissions.ts'
import { roleGroupLabels } from '#contract/core/status-labels.ts'
import type { Team } from '#contract/teams/teams.ts'

/** Role groups as people read them. */
export const roleLabels: Record<RoleGroup, { name: string; may: string }> = {
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

/** What someone may be made by the reader: no one gives more rights than they have, and only subteams have subteam admins. */
export const rolesToGive = (
  { parentTeamId }: Pick<Team, 'parentTeamId'>,
  can: (wanted: Permission | readonly Permission[]) => boolean,
): RoleGroup[] => [
  'participant',
  'team-viewer',
  ...(parentTeamId !== null && can(['team-admin', 'subteam-admin']) ? (['subteam-admin'] as const) : []),
  ...(can('team-admin') ? (['team-admin'] as const) : []),
]
