import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { civilDate, data, text } from '../core/shapes.ts'
import { AwardLanguageName } from './award-language.ts'
import { cannotUseReasons } from './cannot-use.ts'
import { Rail } from './grants.ts'

/**
 * What an award's person may see of it, and no more: what it is worth and its code only with `proof`, which opening gives and which ends after
 * half an hour.
 * closed: to be opened, with the date of birth where that is known · locked: three wrong dates · choose: how to be paid · waiting: for its
 * rail · code: to be shown at the counter · replaced: the link of an earlier issue
 */
export const PersonAward = z.object({
  state: z.enum(['closed', 'locked', 'choose', 'waiting', 'code', 'cashed', 'expired', 'cancelled', 'replaced']),
  teamName: z.string(),
  /** In which they are written to; null for English. */
  language: AwardLanguageName.nullable(),
  asksBirthDate: z.boolean(),
  /** Wrong dates of birth that are left before it is locked. */
  triesLeft: z.int(),
  proof: z.string().nullable(),
  amountPence: z.int().nullable(),
  currency: z.string(),
  /** Until when it is to be opened and a way chosen, or its code is good. */
  expiresAt: z.string().nullable(),
  ways: z.array(z.object({ rail: Rail, validDays: z.int() })),
  /** Where vouchers can be spent. */
  shops: z.array(z.object({ reference: z.string(), name: z.string() })),
  code: z
    .object({
      rail: Rail,
      shop: z.string().nullable(),
      code: z.string().nullable(),
      pin: z.string().nullable(),
      url: z.string().nullable(),
      barcode: z.object({ kind: z.enum(['qrcode', 'code128']), text: z.string() }).nullable(),
      leftPence: z.int(),
      isOver: z.boolean(),
    })
    .nullable(),
  /** They have said that they cannot use it, and nothing was done about it yet. */
  isRefused: z.boolean(),
})
export type PersonAward = z.infer<typeof PersonAward>

const params = z.object({ code: z.string().meta({ free: true }) })
const proof = text(200)
const base = { tag: 'Recipient', access: 'public', method: 'POST', params, response: data(PersonAward) } as const

export const lookAtAward = endpoint({
  ...base,
  id: 'lookAtAward',
  path: '/public/awards/{code}',
  summary: 'What the person whom an award is for sees of it. Changes nothing.',
  body: z.object({ proof: proof.optional() }),
  errors: ['not_found'],
})

export const openAward = endpoint({
  ...base,
  id: 'openAward',
  path: '/public/awards/{code}/open',
  summary:
    'Opens an award: with the person’s date of birth, where it is known. None costs no try; three wrong ones, over all devices and links, lock it until a case worker unlocks it.',
  body: z.object({ dateOfBirth: civilDate().optional() }),
  errors: ['not_found'],
})

export const takeAward = endpoint({
  ...base,
  id: 'takeAward',
  path: '/public/awards/{code}/take',
  summary: 'Chooses how to be paid, and asks the rail for the code: one, however often it is asked for.',
  body: z.object({ proof, rail: Rail, shop: text(100).optional() }),
  errors: ['not_found', 'forbidden', 'wrong_state', 'restricted', 'unavailable'],
})

export const refuseAward = endpoint({
  ...base,
  id: 'refuseAward',
  path: '/public/awards/{code}/cannot-use',
  summary: 'Says that the person cannot use the award: its timeline says so, and why, and who made it gets an email.',
  body: z.object({ proof, reason: z.enum(cannotUseReasons) }),
  errors: ['not_found', 'forbidden', 'wrong_state'],
})

export const personPageEndpoints = { lookAtAward, openAward, takeAward, refuseAward }
