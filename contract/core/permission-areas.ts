import type { Permission, RoleGroup } from './permissions.ts'

/** What people may do, by what they do it to: so roles are shown, and changed. Every flag stands in one area. */
export const permissionAreas = {
  gifts: [
    'purchase-hugggs',
    'use-superhuggg',
    'send-email',
    'send-sms',
    'send-international-gifts',
    'cancel-hugggs',
    'view-huggg-status',
    'edit-huggg-status',
    'view-huggg-expiry',
    'edit-huggg-expiry',
    'view-segments',
    'customise-segment-choices',
    'update-transaction-details',
  ],
  looks: ['use-theme', 'use-giftwrap', 'use-branding', 'add-themes'],
  money: [
    'wallet',
    'create-wallet-commitment',
    'debit-wallet',
    'top-up-wallet',
    'manage-cards',
    'manage-billing',
    'create-merchant-initiated-charge',
    'refund-huggg-expirations',
  ],
  awards: ['view-awards', 'make-awards', 'approve-awards', 'manage-grants'],
  budgets: ['view-automated-budget', 'create-automated-budget', 'start-automated-budget', 'add-participants'],
  team: [
    'team-admin',
    'subteam-admin',
    'view-teams',
    'manage-team-information',
    'manage-subteam-information',
    'add-subteams',
    'manage-reason-codes',
    'can-require-reason-codes',
  ],
  reports: ['view-team-transactions', 'view-statistics'],
  help: ['user', 'contact-for-upgrade', 'contact-for-assistance'],
} as const satisfies Record<string, readonly Permission[]>
export type PermissionArea = keyof typeof permissionAreas

/** Without these a team could neither add people nor pay, nor change its plan: its admins always hold them. */
export const heldByAdmins: readonly Permission[] = ['team-admin', 'view-teams', 'manage-billing']

/** Who spends an allowance, or buys for themselves alone, acts for no team: these are never theirs. */
export const neverForParticipants: readonly Permission[] = [
  ...permissionAreas.team,
  ...permissionAreas.budgets,
  ...permissionAreas.awards,
  ...permissionAreas.reports,
  'manage-billing',
  'create-merchant-initiated-charge',
  'refund-huggg-expirations',
  'add-themes',
]

const participants: readonly RoleGroup[] = ['participant', 'automation-participant']

export type RoleRefusal = 'always_held' | 'never_held'

/** Why a role of a plan cannot be so: each flag that it must have, or may not. */
export function roleProblems(
  roleGroup: RoleGroup,
  granted: readonly Permission[],
): { permission: Permission; code: RoleRefusal }[] {
  const must = roleGroup === 'team-admin' ? heldByAdmins : []
  const never = participants.includes(roleGroup) ? neverForParticipants : []
  return [
    ...must.filter((one) => !granted.includes(one)).map((permission) => ({ permission, code: 'always_held' as const })),
    ...granted.filter((one) => never.includes(one)).map((permission) => ({ permission, code: 'never_held' as const })),
  ]
}
