import type { RoleGroup } from './permissions.ts'
import { roleGroupLabels } from './status-labels.ts'

/** Of a team that helps people in need: as its plan divides the work (decision 483). */
export const supportRoleNames: Record<RoleGroup, string> = {
  ...roleGroupLabels,
  'subteam-admin': 'Case worker',
  'team-admin': 'Grant manager and approver',
  'team-viewer': 'Auditor',
}

/** Roles as the people of a team read them. */
export const roleNames = (isSupport: boolean): Record<RoleGroup, string> =>
  isSupport ? supportRoleNames : roleGroupLabels
