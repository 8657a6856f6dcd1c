import type { Approval, ApprovalStatus } from '#contract/orders/approvals.ts'
import { formatMoney } from '#kit/money.ts'
import { plural } from '#web/ui/format.ts'
import type { Tone } from '#web/ui/kit/status-badge.tsx'

export const approvalStates: Record<ApprovalStatus, { label: string; tone: Tone }> = {
  pending: { label: 'Waits for approval', tone: 'warning' },
  approved: { label: 'Approved', tone: 'success' },
  declined: { label: 'Declined', tone: 'danger' },
  withdrawn: { label: 'Withdrawn', tone: 'plain' },
  expired: { label: 'Not decided in time', tone: 'plain' },
}

interface AboveLimit {
  reason: Approval['reason']
  limit: number
  spentToday: number
  currency: string
}

/** Why an order waits: the limit, and what it is counted with. */
export const limitLabel = ({ reason, limit, spentToday, currency }: AboveLimit): string =>
  reason === 'order'
    ? `Orders above ${formatMoney(limit, currency)}, fees and VAT included, need approval.`
    : `Buying above ${formatMoney(limit, currency)} a day needs approval, and ${formatMoney(spentToday, currency)} has been spent today.`

/** Ada, Bob or Cleo; having no one is said too. */
export function approverLabel(approvers: readonly { name: string }[]): string {
  if (approvers.length === 0) return 'No one else can approve it yet: invite another team admin first.'
  const names = approvers.slice(0, 3).map(({ name }) => name)
  if (approvers.length > 3) names.push(plural(approvers.length - 3, 'other'))
  return `${new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(names)} can approve it.`
}

/** What is wanted: 3 × Daisy gift card. */
export const wantedLabel = ({ quantity, productName }: Pick<Approval, 'quantity' | 'productName'>): string =>
  `${quantity} × ${productName}`
