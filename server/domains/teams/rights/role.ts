import {
  allows,
  type Permission,
  type PermissionMap,
  permissions,
  type RoleGroup,
  roleGroups,
  seesSubteams,
} from '#contract/core/permissions.ts'
import { member, type Principal } from '#server/platform/principal.ts'

/** A named set of permissions. Roles are data: a plan maps each role group to some of them. */
export interface RoleRules {
  id: string
  name: string
  permissions: readonly Permission[]
}

const viewer = [
  'view-team-transactions',
  'view-teams',
  'view-automated-budget',
  'view-huggg-status',
  'view-huggg-expiry',
  'view-segments',
  'view-statistics',
  'user',
  'contact-for-upgrade',
  'contact-for-assistance',
] as const satisfies Permission[]

const participant = [
  'create-wallet-commitment',
  'debit-wallet',
  'purchase-hugggs',
  'use-superhuggg',
  'cancel-hugggs',
  'view-huggg-status',
  'view-huggg-expiry',
  'send-email',
  'send-sms',
  'use-theme',
  'use-giftwrap',
  'view-segments',
  'user',
  'wallet',
] as const satisfies Permission[]

/** Not in the permission map of the specification: a plan grants it, or expired gifts are not refunded. */
const refunds: readonly Permission[] = ['refund-huggg-expirations']
/** Of plans for support: only a team that helps people in need has awards. */
const awards: readonly Permission[] = ['view-awards', 'make-awards', 'approve-awards', 'manage-grants']
const notByDefault: readonly Permission[] = [...refunds, ...awards]

/** What is left to who is out of the budget that made their team: the gifts that they sent there (decision 498). */
const formerParticipant: readonly Permission[] = [
  'cancel-hugggs',
  'view-huggg-status',
  'view-huggg-expiry',
  'send-email',
  'send-sms',
  'user',
]

/** What an automation participant may do only where the budget's delivery methods say so. */
const byDeliveryMethod: Record<string, Permission> = { superhuggg: 'use-superhuggg', sms: 'send-sms' }

/** The default matrix: one role per role group, by the role group's name. */
export const defaultMatrix: Record<RoleGroup, readonly Permission[]> = {
  'team-admin': permissions.filter((permission) => !notByDefault.includes(permission)),
  'team-viewer': viewer,
  'subteam-admin': [
    'subteam-admin',
    'manage-subteam-information',
    ...viewer,
    'add-participants',
    'create-wallet-commitment',
    'top-up-wallet',
    'debit-wallet',
    'manage-cards',
    'purchase-hugggs',
    'use-superhuggg',
    'use-theme',
    'use-giftwrap',
    'use-branding',
    'cancel-hugggs',
    'edit-huggg-status',
    'edit-huggg-expiry',
    'send-sms',
    'send-email',
    'send-international-gifts',
    'manage-reason-codes',
    'update-transaction-details',
    'wallet',
  ],
  participant,
  'automation-participant': participant.filter((permission) => !Object.values(byDeliveryMethod).includes(permission)),
}

/** Fixed ids, so that every installation names the default roles alike. */
export const defaultRoleIds: Record<RoleGroup | 'expiry-refunds' | 'awards', string> = {
  'team-admin': '00000000-0000-4000-8000-000000000901',
  'team-viewer': '00000000-0000-4000-8000-000000000902',
  'subteam-admin': '00000000-0000-4000-8000-000000000903',
  participant: '00000000-0000-4000-8000-000000000904',
  'automation-participant': '00000000-0000-4000-8000-000000000905',
  'expiry-refunds': '00000000-0000-4000-8000-000000000906',
  awards: '00000000-0000-4000-8000-000000000910',
}

/** The roles every installation starts with. */
export const defaultRoles: readonly RoleRules[] = [
  ...roleGroups.map((name) => ({ id: defaultRoleIds[name], name, permissions: defaultMatrix[name] })),
  { id: defaultRoleIds['expiry-refunds'], name: 'expiry-refunds', permissions: refunds },
  { id: defaultRoleIds.awards, name: 'awards', permissions: awards },
]

/** Participants see and change only what they bought themselves. */
export const isOwnOnly = (roleGroup: string): boolean =>
  roleGroup === 'participant' || roleGroup === 'automation-participant'

/**
 * The permission map of a role group: the union of its roles' permissions. For an automation participant, what the
 * delivery methods of the budget (kept as those of the participant’s own team) bring on top.
 * @param isFormer they are out of the budget
 */
export function permissionMap(
  roleGroup: string,
  granted: readonly string[],
  deliveryMethods: readonly string[] | null,
  { isFormer = false } = {},
): PermissionMap {
  const map: PermissionMap = {}
  for (const permission of permissions) if (granted.includes(permission)) map[permission] = true
  if (roleGroup === 'automation-participant') {
    for (const [method, permission] of Object.entries(byDeliveryMethod))
      if (deliveryMethods?.includes(method)) map[permission] = true
  }
  if (isFormer)
    for (const permission of permissions) if (!formerParticipant.includes(permission)) delete map[permission]
  return map
}

/**
 * Whether one map grants all that another does. Who approves awards and runs the team appoints those who make them, without being one: no one
 * does both (decision 483).
 */
export const covers = (own: PermissionMap, given: PermissionMap): boolean =>
  permissions.every(
    (permission) =>
      !given[permission] ||
      own[permission] === true ||
      (permission === 'make-awards' && own['team-admin'] === true && own['approve-awards'] === true),
  )

/** Leads a subteam, and so has no place in a team above; but a case worker, whose role has its name, makes awards and leads no one. */
export const isForSubteams = (roleGroup: string, granted: PermissionMap | undefined): boolean =>
  roleGroup === 'subteam-admin' && !(granted?.['make-awards'] && !granted['subteam-admin'])

/** Every flag with its answer, as it travels. */
export const allFlags = (map: PermissionMap): Record<Permission, boolean> =>
  Object.fromEntries(permissions.map((permission) => [permission, map[permission] === true])) as Record<
    Permission,
    boolean
  >

/** The teams whose money a caller sees: admins and viewers their subteams' too, everyone else that of the team they act in. */
export const visibleTeams = (caller: Principal): readonly string[] =>
  allows(caller.permissions, seesSubteams) ? caller.teamIds : [member(caller).teamId]
