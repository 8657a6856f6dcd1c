import type { AutomaticTopUp, StopReason } from '#contract/payments/automatic-top-ups.ts'
import { formatMoney } from '#kit/money.ts'

/** One line about a wallet that is filled automatically, or was. */
export function topUpLabel({ status, threshold, amount, monthlyLimit, currency, card }: AutomaticTopUp): string {
  if (status === 'stopped') return 'Its automatic top-up has stopped: the card is no longer charged automatically.'
  const money = (pence: number) => formatMoney(pence, currency)
  return `Topped up with ${money(amount)} by card ending ${card.last4Digits} below ${money(threshold)}, at most ${money(monthlyLimit)} a month.`
}

export const stopLabels: Record<StopReason, string> = {
  declined: 'The card was declined.',
  'card-stopped': 'The card has been deleted or has expired.',
  'owner-left': 'Its owner has left the team.',
  rights: 'Its owner is no longer allowed to charge it for the team.',
  dispute: 'A bank has taken back a payment by this card, or into this wallet.',
}
