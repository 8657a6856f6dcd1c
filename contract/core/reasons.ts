import { z } from 'zod'
import { amountProblems } from '#kit/amounts.ts'
import { awardRailNames } from './rails.ts'

const amount = z.int()
const currency = z.string()
const channel = z.enum(['email', 'sms'])

/** What is about one address of a list: anyone who words it has the address beside it. */
export const AddressReason = z.discriminatedUnion('code', [
  z.object({ code: z.literal('email_missing') }),
  z.object({ code: z.literal('email_malformed') }),
  z.object({ code: z.literal('phone_malformed') }),
  z.object({ code: z.literal('phone_no_country') }),
  z.object({ code: z.literal('phone_landline') }),
  z.object({ code: z.literal('phone_premium') }),
  z.object({ code: z.literal('phone_abroad') }),
  /** `row`: the first with that address, zero-based. */
  z.object({ code: z.literal('same_as_row'), row: z.int(), channel }),
  z.object({
    code: z.literal('address_blocked'),
    channel,
    cause: z.enum(['opted-out', 'bounce', 'complaint']),
  }),
])
export type AddressReason = z.infer<typeof AddressReason>

/**
 * Why something was refused, for programs: a stable code, and the amounts it is about in pence of one currency. The
 * `message` beside it says the same in English for anyone who reads a log. Codes are added and never renamed.
 */
export const Reason = z.discriminatedUnion('code', [
  z.object({ code: z.literal('wallet_too_low'), costsPence: amount, availablePence: amount, currency }),
  z.object({ code: z.literal('charge_too_low'), costsPence: amount, availablePence: amount, currency }),
  z.object({ code: z.literal('credit_too_low'), costsPence: amount, availablePence: amount, currency }),
  /** `quotedPence` was shown or agreed, `costsPence` is what it costs now. */
  z.object({ code: z.literal('price_changed'), quotedPence: amount, costsPence: amount, currency }),
  z.object({ code: z.literal('charge_not_reserved') }),
  z.object({ code: z.literal('adults_unconfirmed') }),
  z.object({ code: z.literal('gift_below_team_price'), limitPence: amount, currency }),
  z.object({ code: z.literal('gift_above_team_price'), limitPence: amount, currency }),
  z.object({
    code: z.literal('recipient_over_cap'),
    limitPence: amount,
    period: z.enum(['month', 'quarter', 'year']),
    currency,
  }),
  z.object({ code: z.literal('approval_needed'), limitPence: amount, costsPence: amount, currency }),
  z.object({
    code: z.literal('wallet_not_empty'),
    availablePence: amount,
    committedPence: amount,
    lockedPence: amount,
    currency,
  }),
  /**
   * A team of the organisation helped the person or the case: within so many days, in whole weeks. Where it was one's own, by which award,
   * and, where it was the grant's, whom: the new award can be made to the same person.
   */
  z.object({
    code: z.literal('helped_lately'),
    withinDays: z.int(),
    isOwnTeam: z.boolean(),
    awardId: z.string().optional(),
    personId: z.string().optional(),
  }),
  /** What a way to be paid does not pay out: amounts are multiples of its step. */
  z.object({
    code: z.literal('way_cannot_pay'),
    way: z.enum(awardRailNames),
    wayName: z.string(),
    leastPence: amount,
    mostPence: amount,
    stepPence: amount,
    currency,
  }),
  /** A gift’s last use; `isHere` at the till’s own shop, `location` by its name where it is known. */
  z.object({ code: z.literal('used_before'), at: z.string(), location: z.string().nullable(), isHere: z.boolean() }),
  /** An amount that was typed or came in a file, and why it is none. */
  z.object({ code: z.literal('amount_malformed'), why: z.enum(amountProblems), currency }),
  ...AddressReason.options,
])
export type Reason = z.infer<typeof Reason>
