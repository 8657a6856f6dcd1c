import type { Card, Charge } from '#contract/payments/payments.ts'

type Known = Pick<Card, 'scheme' | 'last4Digits'>
export const cardName = ({ scheme, last4Digits }: Known): string => `${scheme} ending ${last4Digits}`

export const formatCardExpiry = ({ expiryMonth, expiryYear }: Pick<Card, 'expiryMonth' | 'expiryYear'>): string =>
  `${String(expiryMonth).padStart(2, '0')}/${expiryYear}`

/** What a charge's state means to who holds the card: whether money has left it. */
export function chargeState({ status, amount, spent }: Charge): { word: string; help: string } {
  if (status === 'failed') return { word: 'Failed', help: 'Nothing was charged' }
  if (status === 'void') return { word: 'Given back', help: 'It was not used' }
  if (status === 'pending') return { word: 'Pending', help: 'Waits for the card provider' }
  if (amount === 0) return { word: 'Checked', help: 'Nothing was charged' }
  return spent > 0
    ? { word: 'Charged', help: spent < amount ? 'The rest was given back' : '' }
    : { word: 'Reserved', help: 'Not charged yet' }
}

export const purposes: Record<NonNullable<Charge['paidFor']>, string> = {
  'wallet-top-up': 'Wallet top-up',
  purchase: 'Gifts',
  'budget-run': 'A budget’s run',
  'plan-invoice': 'Your plan',
}

/** The states one can look for; `processed` is what was charged, reserved or checked. */
export const chargeStateLabels: Record<Charge['status'], string> = {
  pending: 'Pending',
  processed: 'Charged, reserved or checked',
  failed: 'Failed',
  void: 'Given back',
}
