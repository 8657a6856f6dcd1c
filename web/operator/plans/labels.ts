import type { PermissionArea } from '#contract/core/permission-areas.ts'
import type { Permission } from '#contract/core/permissions.ts'
import type { OperatorPlan } from '#contract/operator/plans.ts'
import { formatMoney } from '#kit/money.ts'
import type { Tone } from '#web/ui/kit/status-badge.tsx'

export const planPrice = ({ price, billingPeriod }: OperatorPlan): string =>
  price === 0 ? 'Free' : `${formatMoney(price, 'GBX')} a ${billingPeriod}`

export function planState({ isActive, isOpenForSignUp }: OperatorPlan): { label: string; tone: Tone } {
  if (!isActive) return { label: 'No longer sold', tone: 'plain' }
  return isOpenForSignUp ? { label: 'Open for sign-up', tone: 'success' } : { label: 'Sold', tone: 'accent' }
}

export const areaLabels: Record<PermissionArea, string> = {
  gifts: 'Gifts',
  looks: 'How gifts look',
  money: 'Money',
  budgets: 'Budgets',
  awards: 'Grants and awards',
  team: 'The team',
  reports: 'What is seen of others',
  help: 'Profile and help',
}

export const permissionLabels: Record<Permission, string> = {
  'purchase-hugggs': 'Buy gifts',
  'use-superhuggg': 'Make shareable gifts',
  'send-email': 'Send by email',
  'send-sms': 'Send by text message',
  'send-international-gifts': 'Send gifts of the other territory',
  'cancel-hugggs': 'Cancel gifts',
  'view-huggg-status': 'See how gifts fare',
  'edit-huggg-status': 'Send, correct and remind',
  'view-huggg-expiry': 'See a gift’s last day (in its state for everyone)',
  'edit-huggg-expiry': 'Change a gift’s last day',
  'view-segments': 'See what a choice holds',
  'customise-segment-choices': 'Narrow what a choice holds',
  'update-transaction-details': 'Change a purchase’s title and notes',
  'use-theme': 'Choose the team’s themes',
  'use-giftwrap': 'Choose a giftwrap',
  'use-branding': 'Give a theme its branding',
  'add-themes': 'Make and change themes',
  wallet: 'See the wallet',
  'create-wallet-commitment': 'Pay from the wallet',
  'debit-wallet': 'Move money out of the wallet',
  'top-up-wallet': 'Top up, and pay by card',
  'manage-cards': 'Manage cards',
  'manage-billing': 'Billing: invoices, the plan, rules of money',
  'create-merchant-initiated-charge': 'Have cards charged automatically',
  'refund-huggg-expirations': 'Expired gifts are refunded (asked of team admins)',
  'view-awards': 'See grants, awards and who is helped',
  'make-awards': 'Make, cancel and reissue awards',
  'approve-awards': 'Approve others’ awards',
  'manage-grants': 'Make grants and move money into and out of them',
  'view-automated-budget': 'See budgets',
  'create-automated-budget': 'Make budgets',
  'start-automated-budget': 'Start and stop budgets',
  'add-participants': 'Add people to budgets',
  'team-admin': 'Administer the team and its subteams',
  'subteam-admin': 'Administer a subteam',
  'view-teams': 'See the team and its people',
  'manage-team-information': 'Change the team’s details',
  'manage-subteam-information': 'Change a subteam’s details',
  'add-subteams': 'Make subteams',
  'manage-reason-codes': 'Change reason codes',
  'can-require-reason-codes': 'Require reason codes',
  'view-team-transactions': 'See what the team buys and pays, and its Reports',
  'view-statistics': 'See lists of what one colleague has bought',
  user: 'See and change one’s own profile (everyone may)',
  'contact-for-upgrade': 'Ask about other plans',
  'contact-for-assistance': 'Ask for help',
}
