import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { data, id, pence, success } from '../core/shapes.ts'

/** What the card's holder agrees to, word for word as it is shown and kept. */
export const TOP_UP_CONSENT =
  'I let this card be charged without asking me each time: this amount whenever the wallet falls below that one, at most so much in a month, until I switch it off.'

/** How often a wallet is topped up automatically in a London day, at most. */
export const TOP_UPS_A_DAY = 3

/** `declined`: the card · `card-stopped`: deleted or expired · `owner-left` · `rights`: its owner may no longer charge it here · `dispute`: a bank took money back. */
const stopReasons = ['declined', 'card-stopped', 'owner-left', 'rights', 'dispute'] as const
export const StopReason = z.enum(stopReasons)
export type StopReason = z.infer<typeof StopReason>

/** How a wallet is filled automatically from a stored card. Amounts are pence. */
export const AutomaticTopUp = z.object({
  walletId: z.string(),
  /** `stopped`: it charges nothing until someone sets it again. */
  status: z.enum(['on', 'stopped']),
  stoppedBecause: StopReason.nullable(),
  dateStopped: z.string().nullable(),
  /** Below this much to spend the card is charged. */
  threshold: z.int(),
  amount: z.int(),
  /** Most that is charged in a London month. */
  monthlyLimit: z.int(),
  chargedThisMonth: z.int(),
  currency: z.string(),
  card: z.object({ id: z.string(), scheme: z.string(), last4Digits: z.string() }),
  /** Whose card it is. */
  owner: z.object({ id: z.string(), name: z.string() }),
  consent: z.string(),
  dateConsented: z.string(),
  dateLastCharged: z.string().nullable(),
})
export type AutomaticTopUp = z.infer<typeof AutomaticTopUp>

const base = {
  tag: 'Wallets',
  access: 'session',
  path: '/v3/wallets/{id}/automatic-top-up',
  params: z.object({ id: id('wallet') }),
} as const

export const getAutomaticTopUp = endpoint({
  ...base,
  id: 'getAutomaticTopUp',
  method: 'GET',
  permission: 'top-up-wallet',
  summary: 'How a wallet is topped up by card automatically; null where it is not.',
  response: data(AutomaticTopUp.nullable()),
  errors: ['not_found'],
})
export const setAutomaticTopUp = endpoint({
  ...base,
  id: 'setAutomaticTopUp',
  method: 'PUT',
  permission: 'create-merchant-initiated-charge',
  summary: `Has one of the caller’s stored cards charged whenever less than the threshold can be spent: one charge at a time, at most ${TOP_UPS_A_DAY} in a day. One decline stops it, and so do a dispute and the owner’s leaving.`,
  body: z
    .object({
      threshold: pence().min(1),
      amount: pence().min(1),
      monthlyLimit: pence().min(1),
      cardId: id('card'),
      consent: z.literal(TOP_UP_CONSENT),
    })
    .refine(({ amount, monthlyLimit }) => monthlyLimit >= amount, {
      path: ['monthlyLimit'],
      message: 'must be at least the amount of one top-up',
    }),
  response: data(AutomaticTopUp),
  errors: ['not_found', 'wrong_state', 'conflict'],
})
export const removeAutomaticTopUp = endpoint({
  ...base,
  id: 'removeAutomaticTopUp',
  method: 'DELETE',
  permission: 'top-up-wallet',
  summary: 'Switches the automatic top-up of a wallet off. What was charged already stays in the wallet.',
  response: data(success()),
  errors: ['not_found'],
})

export const automaticTopUpEndpoints = { getAutomaticTopUp, setAutomaticTopUp, removeAutomaticTopUp }
