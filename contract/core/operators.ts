import { text } from './shapes.ts'

/** Who runs the installation; each role may do what those before it may. */
export const operatorRoles = ['support', 'finance', 'owner'] as const
export type OperatorRole = (typeof operatorRoles)[number]

export const operatorRoleLabels: Record<OperatorRole, string> = {
  support: 'Support',
  finance: 'Finance',
  owner: 'Owner',
}

/** What operators may do, and the least role that may. */
export const operatorPermissions = {
  'view-console': 'support',
  // For one another, about what their role may see.
  'leave-notes': 'support',
  impersonate: 'support',
  'retry-work': 'support',
  'release-work': 'finance',
  'open-customers': 'finance',
  // Together with another operator.
  'reverse-expiries': 'finance',
  'repair-harm': 'finance',
  'set-credit': 'finance',
  'approve-plans': 'finance',
  // What everyone on a plan may do.
  'change-plans': 'owner',
  refund: 'finance',
  'deactivate-customers': 'finance',
  // Who may use the console: never one operator alone.
  'manage-operators': 'owner',
  // Who may act in a customer's team: never one operator alone.
  'change-members': 'finance',
  // What another operator asked for.
  'confirm-acts': 'finance',
  'view-acts': 'owner',
  'view-bank': 'finance',
  'manage-bank': 'finance',
  'view-payouts': 'finance',
  'manage-payouts': 'finance',
  // Everything about a person, from every customer: not for a helper on the telephone.
  'manage-people': 'owner',
  'view-settlements': 'finance',
  'manage-settlements': 'finance',
  'manage-catalogue': 'finance',
  'view-stock': 'support',
  'manage-stock': 'finance',
  'view-reconciliation': 'finance',
  'run-reconciliation': 'finance',
  announce: 'finance',
} as const satisfies Record<string, OperatorRole>
export type OperatorPermission = keyof typeof operatorPermissions

export const operatorMay = (role: OperatorRole, wanted: OperatorPermission): boolean =>
  operatorRoles.indexOf(role) >= operatorRoles.indexOf(operatorPermissions[wanted])

/** What an endpoint of the console asks of an operator. */
export interface OperatorAccess {
  permission: OperatorPermission
  /** An act: its body says why under `reason`, and it is written down with that. */
  needsReason?: true
}

/** Why an operator does something, for the audit trail. */
export const reason = () => text(500).min(3, 'must say why, in three characters or more')
