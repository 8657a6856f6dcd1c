import { type ErrorCode, type ErrorDetail, errorCatalogue } from '#contract/core/errors.ts'
import type { AddressReason, Reason } from '#contract/core/reasons.ts'
import type { AmountProblem } from '#kit/amounts.ts'
import { formatMoney } from '#kit/money.ts'
import { capitalise } from './ui/format.ts'

type AddressCode = AddressReason['code']
type OtherCode = Exclude<Reason['code'], AddressCode>
type Sentences = { [Code in OtherCode]: (reason: Extract<Reason, { code: Code }>) => string }
type AddressSentences = {
  [Code in AddressCode]: (it: string, reason: Extract<AddressReason, { code: Code }>) => string
}

/** What people read for each reason of the API: a code without a sentence is a type error. */
const sentences: Sentences = {
  wallet_too_low: ({ costsPence, availablePence, currency }) =>
    `This costs ${formatMoney(costsPence, currency)} and the wallet has ${formatMoney(availablePence, currency)}`,
  approval_needed: ({ limitPence, currency }) =>
    `Orders above ${formatMoney(limitPence, currency)}, fees and VAT included, need approval, which is asked for when you pay from a wallet or by invoice`,
  charge_too_low: ({ costsPence, availablePence, currency }) =>
    `This costs ${formatMoney(costsPence, currency)} and only ${formatMoney(availablePence, currency)} is reserved on the card`,
  credit_too_low: ({ costsPence, availablePence, currency }) =>
    `This costs ${formatMoney(costsPence, currency)} and your team has ${formatMoney(availablePence, currency)} of credit left`,
  price_changed: ({ quotedPence, costsPence, currency }) =>
    `${formatMoney(quotedPence, currency)} was shown, it costs ${formatMoney(costsPence, currency)} now`,
  charge_not_reserved: () => 'No money is reserved on the card for this now',
  adults_unconfirmed: () => 'This gift is for adults: confirm that everyone who gets it is 18 or over',
  gift_below_team_price: ({ limitPence, currency }) =>
    `Your team sends gifts of ${formatMoney(limitPence, currency)} or more`,
  gift_above_team_price: ({ limitPence, currency }) =>
    `Your team sends gifts of up to ${formatMoney(limitPence, currency)}`,
  recipient_over_cap: ({ limitPence, period, currency }) =>
    `They would have more than ${formatMoney(limitPence, currency)} from your organisation this ${period}`,
  wallet_not_empty: ({ currency, ...left }) => `It still holds ${walletContents(left, currency)}`,
  helped_lately: () => 'Say why they are helped again',
  way_cannot_pay: ({ wayName, leastPence, mostPence, stepPence, currency }) => {
    const [least, most, step] = [leastPence, mostPence, stepPence].map((pence) => formatMoney(pence, currency))
    return `${wayName} pays ${least} to ${most}${stepPence > 1 ? ` in multiples of ${step}` : ''}: untick it, or change the amount`
  },
  used_before: ({ location, isHere }) =>
    `This gift was used ${isHere ? 'here' : location ? `at ${location}` : 'before'}`,
  amount_malformed: ({ why, currency }) => amountSentence(why, currency),
}

/**
 * Why what was typed is no amount of money, and how to type one.
 * @param example an amount that would do here
 */
export const amountSentence = (problem: AmountProblem, currency: string, example?: string): string =>
  amountSentences[problem](currency === 'EUX' ? 'euros (€)' : 'pounds (£)', example)

const amountSentences: Record<AmountProblem, (money: string, example: string | undefined) => string> = {
  missing: (_, such = '250 or 250.50') => `Type an amount such as ${such}`,
  not_an_amount: (_, such = '250 or 250.50') => `This is not an amount: type one such as ${such}`,
  decimals: (_, such = '250.50') => `An amount has at most two digits after the point, such as ${such}`,
  grouping: (_, such = '1250.50') => `The commas and points do not make an amount: type it such as ${such}`,
  ambiguous: (_, such = '1250 or 1.25') => `This can be read in two ways: type it such as ${such}`,
  negative: () => 'An amount cannot be below zero',
  too_much: () => 'This amount is too large',
  other_currency: (money) => `This is in another currency: type the amount in ${money}`,
}

/** What stands before the @ has letters other than a to z, as in `“иван@почта.рф”`: it may well be an address. */
const IN_OTHER_LETTERS = /^“?(?=[^@]*[^\p{ASCII}“])[^\s@]+@[^\s@]+\.[^\s@]+”?$/u

/** The same for one address of a list, where `it` is the address. */
const addressSentences: AddressSentences = {
  email_missing: () => 'An email address is missing',
  email_malformed: (it) =>
    IN_OTHER_LETTERS.test(it)
      ? `${it} has letters that emails from us cannot be sent to yet: give an address in a to z`
      : `${it} is not an email address`,
  phone_malformed: (it) => `${it} is not a phone number`,
  phone_no_country: (it) => `${it} needs its country code, such as +353`,
  phone_landline: (it) => `${it} is a landline: texts go to mobile numbers only`,
  phone_premium: (it) => `${it} is not a mobile number: texts go to mobile numbers only`,
  phone_abroad: () => 'Your role does not send to numbers abroad',
  same_as_row: (_, { row, channel }) => `The same ${channel === 'sms' ? 'number' : 'address'} as in row ${row + 1}`,
  address_blocked: (it, { channel, cause }) => `${blocked[channel][cause](it)}: this one will not be sent`,
}

const blocked: Record<'email' | 'sms', Record<'opted-out' | 'bounce' | 'complaint', (it: string) => string>> = {
  email: {
    'opted-out': (it) => `${it} has opted out of our emails`,
    bounce: () => 'Emails to this address bounced',
    complaint: (it) => `${it} reported one of our emails as spam`,
  },
  sms: {
    'opted-out': (it) => `${it} has stopped texts`,
    bounce: () => 'Texts to this number could not be delivered',
    complaint: (it) => `${it} reported one of our texts as spam`,
  },
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

type Told = Pick<ErrorDetail, 'reason' | 'message'>

/** A refusal as people read it: by its reason; without one, the API's own words. */
export function sentenceFor({ reason, message }: Told): string {
  if (!reason || !(reason.code in sentences)) return capitalise(message)
  const write = sentences[reason.code as OtherCode] as (reason: Reason) => string
  return write(reason)
}

/** What to do about a refusal, where the API tells programs. */
const helps: Partial<Record<ErrorCode, string>> = {
  bad_request: 'Reload the page and try again.',
  unauthenticated: 'Sign in again.',
  invalid_grant: 'Check what you typed, then try again.',
  second_step_required: 'Set up two-step sign-in on your profile, then try again.',
  scope_missing: 'Ask a team admin.',
  not_found: 'It may have been removed. Reload the page to see.',
  method_not_allowed: 'Reload the page and try again. Nothing has been changed.',
  link_needed: 'Show that the account is yours: type its password, or the code we emailed.',
  idempotency_key_reused: 'See whether that was done. To do it again, open this page again.',
  price_changed: 'Check the new price, then try again. No money has moved.',
  payload_too_large: 'Write less, choose a smaller file or divide the list. Nothing has been changed.',
  too_many_requests: 'Wait a minute, then try again.',
}

/** What is said where the API names what only programs know. */
const messages: Partial<Record<ErrorCode, string>> = {
  not_found: 'This is no longer there.',
  idempotency_key_reused: 'This form was sent before, with something else in it.',
  payload_too_large: 'This is more than fits at once.',
}

type Refused = { code: ErrorCode; message: string; help: string }

/** A refusal as people read it. A place that knows better than the catalogue what helps is kept to. */
export function refusalFor({ code, message, help }: Refused): { message: string; help: string } {
  const isUsual = help === errorCatalogue[code]?.help
  return {
    message: (isUsual && messages[code]) || message,
    help: (isUsual && helps[code]) || help,
  }
}

/** As sentenceFor, for what is said beside an address of a list. */
export function sentenceForAddress(address: string, { reason, message }: Told): string {
  if (!reason || !(reason.code in addressSentences)) return sentenceFor({ reason, message })
  const write = addressSentences[reason.code as AddressCode] as (it: string, reason: Reason) => string
  return write(`“${address}”`, reason)
}
