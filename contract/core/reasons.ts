import { z } from 'zod'

const amount = z.int()
const currency = z.string()

/**
 * Why something was refused, for programs: a stable code, and the amounts it is about in pence of one currency. The
 * `message` beside it says the same in English for whoever reads a log. Codes are added and never renamed.
 */
export const Reason = z.discriminatedUnion('code', [
  z.object({ code: z.literal('wallet_too_low'), costsPence: amount, availablePence: amount, currency }),
  z.object({ code: z.literal('charge_too_low'), costsPence: amount, availablePence: amount, currency }),
  z.object({ code: z.literal('credit_too_low'), costsPence: amount, availablePence: amount, currency }),
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
])
export type Reason = z.infer<typeof Reason>
