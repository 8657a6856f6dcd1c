import type { Permission } from '../core/permissions.ts'

/** People who make, approve or fund awards see them; auditors see them and change nothing. */
export const seesAwards = [
  'view-awards',
  'make-awards',
  'approve-awards',
  'manage-grants',
] as const satisfies readonly Permission[]
