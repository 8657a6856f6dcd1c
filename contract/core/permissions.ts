/** The permission map's flags (specification, section 6). */
export const permissions = [
  'manage-team-information',
  'manage-subteam-information',
  'view-team-transactions',
  'add-participants',
  'add-subteams',
  'team-admin',
  'subteam-admin',
  'view-teams',
  'create-wallet-commitment',
  'top-up-wallet',
  'debit-wallet',
  'manage-billing',
  'create-merchant-initiated-charge',
  'manage-cards',
  'create-automated-budget',
  'start-automated-budget',
  'view-automated-budget',
  'purchase-hugggs',
  'use-superhuggg',
  'cancel-hugggs',
  'view-huggg-status',
  'edit-huggg-status',
  'view-huggg-expiry',
  'edit-huggg-expiry',
  'send-international-gifts',
  'send-sms',
  'send-email',
  'manage-reason-codes',
  'can-require-reason-codes',
  'customise-segment-choices',
  'view-segments',
  'view-statistics',
  'update-transaction-details',
  'use-giftwrap',
  'use-theme',
  'use-branding',
  'add-themes',
  'contact-for-upgrade',
  'contact-for-assistance',
  'user',
  'wallet',
  'refund-huggg-expirations',
  'view-awards',
  'make-awards',
  'approve-awards',
  'manage-grants',
] as const

export type Permission = (typeof permissions)[number]

/** People who make a budget see what they make. */
export const seesBudgets = ['view-automated-budget', 'create-automated-budget'] as const satisfies readonly Permission[]

/**
 * Who sees what the team and its subteams buy, pay and give: all who hold `view-team-transactions`, beside those who change it (decision 443).
 * Endpoints, menu and pages ask the same.
 */
const seen = 'view-team-transactions'
/** Purchases and their papers; of their own, who buys or, out of a budget, keeps what they sent. */
export const seesPurchases = [seen, 'purchase-hugggs', 'cancel-hugggs'] as const satisfies readonly Permission[]
export const seesBills = [seen, 'manage-billing'] as const satisfies readonly Permission[]
export const seesCelebrations = [seen, 'team-admin'] as const satisfies readonly Permission[]
export const seesShareables = [seen, 'use-superhuggg'] as const satisfies readonly Permission[]
export const seesSubteams = [seen, 'team-admin', 'subteam-admin'] as const satisfies readonly Permission[]

export const roleGroups = [
  'team-admin',
  'team-viewer',
  'subteam-admin',
  'participant',
  'automation-participant',
] as const

export type RoleGroup = (typeof roleGroups)[number]

/** A permission map as it travels: a missing flag means no. */
export type PermissionMap = Partial<Record<Permission, boolean>>

/** Whether a map grants a permission, or any of several. */
export const allows = (map: PermissionMap, wanted: Permission | readonly Permission[]): boolean =>
  typeof wanted === 'string' ? map[wanted] === true : wanted.some((one) => map[one] === true)

/** Flags that nothing asks for yet, each with its reason; a test holds this list against the code. */
export const reservedPermissions: Partial<Record<Permission, string>> = {
  'view-huggg-expiry': 'a gift’s last day is shown wherever the gift is: it is part of its state',
  user: 'everyone may see and change their own profile',
}
