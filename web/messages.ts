import type { ErrorDetail } from '#contract/core/errors.ts'
import type { Reason } from '#contract/core/reasons.ts'
import { capitalise, formatMoney } from './ui/format.ts'

type Sentences = { [Code in Reason['code']]: (reason: Extract<Reason, { code: Code }>) => string }

/** What people read for each reason of the API: a code without a sentence is a type error. */
const sentences: Sentences = {
  wallet_too_low: ({ costsPence, availablePence, currency }) =>
    `This costs ${formatMoney(costsPence, currency)} and the wallet has ${formatMoney(availablePence, currency)}`,
  approval_needed: ({ limitPence, currency }) =>
    `Orders above ${formatMoney(limitPence, currency)} need approval, which is asked for when you pay from a wallet or by invoice`,
  charge_too_low: ({ costsPence, availablePence, currency }) =>
    `This costs ${formatMoney(costsPence, currency)} and only ${formatMoney(availablePence, currency)} is reserved on the card`,
  credit_too_low: ({ costsPence, availablePence, currency }) =>
    `This costs ${formatMoney(costsPence, currency)} and your team has ${formatMoney(availablePence, currency)} of credit left`,
  charge_not_reserved: () => 'No money is reserved on the card for this any more',
  adults_unconfirmed: () => 'This gift is for adults: confirm that everyone who gets it is 18 or over',
  gift_below_team_price: ({ limitPence, currency }) =>
    `Your team sends gifts of ${formatMoney(limitPence, currency)} or more`,
  gift_above_team_price: ({ limitPence, currency }) =>
    `Your team sends gifts of up to ${formatMoney(limitPence, currency)}`,
  recipient_over_cap: ({ limitPence, period, currency }) =>
    `They would have more than ${formatMoney(limitPence, currency)} from your organisation this ${period}`,
  wallet_not_empty: ({ currency, ...left }) => `It still holds ${walletContents(left, currency)}`,
}

/** The parts of a wallet that are not empty: “£5.00 to spend and £12.00 in gifts”. */
function walletContents(
  { availablePence, committedPence, lockedPence }: Record<`${'available' | 'committed' | 'locked'}Pence`, number>,
  currency: string,
): string {
  const parts = [
    availablePence && `${formatMoney(availablePence, currency)} to spend`,
    committedPence && `${formatMoney(committedPence, currency)} in gifts not used yet`,
    lockedPence && `${formatMoney(lockedPence, currency)} held for a budget run`,
  ].filter((part) => part !== 0)
  return new Intl.ListFormat('en-GB').format(parts)
}

/** A refusal as people read it: by its reason; without one, the API's own words. */
export function sentenceFor({ reason, message }: Pick<ErrorDetail, 'reason' | 'message'>): string {
  if (!reason || !(reason.code in sentences)) return capitalise(message)
  const write = sentences[reason.code] as (reason: Reason) => string
  return write(reason)
}
