import type { Permission } from '#contract/core/permissions.ts'
import type { Team } from '#contract/teams/teams.ts'

/** Whether the reader may change a team: a subteam's own people may change a subteam. */
export const mayManage = (
  { parentTeamId }: Pick<Team, 'parentTeamId'>,
  can: (wanted: Permission | readonly Permission[]) => boolean,
): boolean =>
  can(parentTeamId === null ? 'manage-team-information' : ['manage-team-information', 'manage-subteam-information'])
