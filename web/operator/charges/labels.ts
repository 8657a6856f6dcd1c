import type { OperatorCharge, OperatorChargePage } from '#contract/operator/charges.ts'
import type { Tone } from '#web/ui/kit/status-badge.tsx'

export const chargeStates: Record<OperatorCharge['state'], { label: string; tone: Tone }> = {
  requested: { label: 'Asked for', tone: 'plain' },
  challenged: { label: 'Waits for the bank’s check', tone: 'plain' },
  authorised: { label: 'Authorised, unused', tone: 'plain' },
  spent: { label: 'Used, not yet captured', tone: 'accent' },
  captured: { label: 'Paid', tone: 'success' },
  voiding: { label: 'Being released', tone: 'plain' },
  voided: { label: 'Released', tone: 'plain' },
  verified: { label: 'Card checked', tone: 'plain' },
  declined: { label: 'Declined', tone: 'warning' },
  lost: { label: 'Used, capture refused', tone: 'danger' },
}

export const disputeStates: Record<NonNullable<OperatorCharge['dispute']>, { label: string; tone: Tone }> = {
  open: { label: 'Disputed', tone: 'danger' },
  won: { label: 'Dispute won', tone: 'success' },
  lost: { label: 'Dispute lost', tone: 'danger' },
}

export const refundStates: Record<OperatorChargePage['refunds'][number]['status'], { label: string; tone: Tone }> = {
  pending: { label: 'On its way', tone: 'accent' },
  processed: { label: 'Refunded', tone: 'success' },
  failed: { label: 'Refused, back in the wallet', tone: 'warning' },
}
