import type { RoleGroup } from '#contract/core/permissions.ts'

/** Role groups as people read them. */
export const roleWords: Record<RoleGroup, { name: string; may: string }> = {
  'team-admin': { name: 'Team admin', may: 'Everything, in the team and its subteams' },
  'subteam-admin': { name: 'Subteam admin', may: 'Runs the team: sends, tops up, adds people' },
  'team-viewer': { name: 'Viewer', may: 'Sees everything, changes nothing' },
  participant: { name: 'Participant', may: 'Sends gifts, sees their own' },
  'automation-participant': { name: 'Budget participant', may: 'Sends gifts from a budget, sees their own' },
}
