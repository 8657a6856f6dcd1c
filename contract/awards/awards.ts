import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import {
  civilDate,
  cursorPage,
  cursorQuery,
  data,
  e164,
  email,
  freeText,
  id,
  list,
  pence,
  personalName,
  text,
} from '../core/shapes.ts'
import { AwardLanguageName } from './award-language.ts'
import { AwardStatus } from './award-status.ts'
import { cannotUseReasons } from './cannot-use.ts'
import { Rail } from './grants.ts'
import { HouseholdType } from './household-type.ts'
import { seesAwards } from './sees-awards.ts'

/** `letter`: printed with the case's reference. */
export const DeliverBy = z.enum(['sms', 'email', 'letter', 'hand'])

export const Colleague = z.object({ id: z.uuid(), name: z.string() })

/** Someone new who is helped. */
export const NewPerson = z.object({
  name: personalName().min(1),
  email: email().nullish(),
  phoneNumber: e164().nullish(),
  /** As on an envelope, line by line, without the postcode. */
  postalAddress: z.array(text(100).min(1)).min(1).max(6).nullish(),
  postcode: text(10).nullish(),
  dateOfBirth: civilDate().nullish(),
  /** Of all that is written to them, and of their page; English, unless told. */
  language: AwardLanguageName.nullish(),
})

/** Help for one person out of a grant. Amounts are pence. */
export const Award = z.object({
  id: z.uuid(),
  teamId: z.uuid(),
  grantId: z.uuid(),
  grantName: z.string(),
  caseReference: z.string(),
  reason: z.string(),
  /** Who lives together where the help goes; null where it was not said, or the person was erased. */
  householdType: HouseholdType.nullable(),
  status: AwardStatus,
  currency: z.string(),
  amount: z.int(),
  fee: z.int(),
  feeVat: z.int(),
  /** Cashed, or bought with its code. */
  paid: z.int(),
  /** Of it, what was reported after the award had ended. */
  paidLate: z.int(),
  /** The ways that the person may choose from, and the one they chose. */
  rails: z.array(Rail),
  rail: Rail.nullable(),
  /** How its link goes out; null for awards that were made before it was asked. */
  deliverBy: DeliverBy.nullable(),
  /** Three wrong dates of birth have locked it; of what has ended it is over. */
  isLocked: z.boolean(),
  /** It expired because no one decided on it in time: it never had a link. */
  isUndecided: z.boolean(),
  /**
   * Why it waits for a second person: above which sum to one person or case in 28 days the grant asks for one, what the person or case had got
   * in the 28 days before, and why they are helped again. Null unless it waits, and for one of a batch, which waits with it.
   */
  waiting: z
    .object({ approvalAbove: z.int().nullable(), recent: z.int(), duplicateReason: z.string().nullable() })
    .nullable(),
  /** Why its person cannot use it, as they said on its page; null again once it was issued again, settled, or has ended. */
  cannotUse: z.enum(cannotUseReasons).nullable(),
  /** Null where they were erased. */
  person: z.object({ id: z.uuid(), name: z.string().nullable() }),
  createdBy: Colleague,
  approvedBy: Colleague.nullable(),
  dateCreated: z.string(),
  dateModified: z.string(),
  /** Until when it waits for a decision, to be used, or its code is good; null once it has ended. */
  dateExpires: z.string().nullable(),
  /** The batch that it was made with, and its row there; null for one that was made alone. */
  batchId: z.uuid().nullable(),
  batchRow: z.int().nullable(),
})
export type Award = z.infer<typeof Award>

const awardNotes = [
  'cannot-use',
  'letter-printed',
  'link-shown',
  'locked',
  'not-delivered',
  'settled',
  'unlocked',
] as const

const AwardDetail = Award.extend({
  person: z.object({
    id: z.uuid(),
    name: z.string().nullable(),
    email: z.string().nullable(),
    phoneNumber: z.string().nullable(),
    postalAddress: z.array(z.string()).nullable(),
    postcode: z.string().nullable(),
    dateOfBirth: z.string().nullable(),
    /** Of all that is written to them, and of their page; null for English. */
    language: AwardLanguageName.nullable(),
  }),
  timeline: z.array(
    z.object({
      at: z.string(),
      from: AwardStatus.nullable(),
      to: AwardStatus,
      paid: z.int(),
      /** `recipient`: the person who is helped; `system`: by the calendar, or as the rail reported. */
      by: z.object({ kind: z.string(), name: z.string().nullable() }),
      reason: z.string().nullable(),
      /** What was noted, where its state did not change. */
      note: z.enum(awardNotes).nullable(),
      /** Where the person said that they cannot use it: why. */
      cannotUse: z.enum(cannotUseReasons).nullable(),
    }),
  ),
})
export type AwardDetail = z.infer<typeof AwardDetail>

const base = { tag: 'Payouts', access: 'session' } as const
const params = z.object({ id: id('award') })
const change = { ...base, method: 'POST', params, idempotent: true, response: data(AwardDetail) } as const
const refusals = ['not_found', 'wrong_state', 'conflict', 'idempotency_key_reused'] as const
const why = z.object({ reason: text(500).min(1) })

export const listAwards = endpoint({
  ...base,
  id: 'listAwards',
  permission: seesAwards,
  method: 'GET',
  path: '/v3/awards',
  summary:
    'Awards of the team and its subteams, the newest first: all of a grant, a batch, a case or a person, across grants, or those that words of a case or a person, a date of birth or the code of a letter find.',
  query: z.object({
    ...cursorQuery,
    grantId: id('grant').optional(),
    personId: id('person').optional(),
    batchId: id('awardBatch').optional(),
    inBatch: z.enum(['true', 'false']).optional(),
    undelivered: z.enum(['true', 'false']).optional(),
    caseReference: freeText(100).min(1).optional(),
    search: freeText(100).optional(),
    status: list(AwardStatus),
    cannotUse: z.enum(['true', 'false']).optional(),
    locked: z.enum(['true', 'false']).optional(),
    undecided: z.enum(['true', 'false']).optional(),
  }),
  errors: ['not_found'],
  response: cursorPage(Award),
})

export const getAward = endpoint({
  ...base,
  id: 'getAward',
  permission: seesAwards,
  method: 'GET',
  path: '/v3/awards/{id}',
  summary: 'One award with its person and all that has happened to it.',
  params,
  errors: ['not_found'],
  response: data(AwardDetail),
})

export const createAward = endpoint({
  ...base,
  id: 'createAward',
  permission: 'make-awards',
  scope: 'send',
  method: 'POST',
  path: '/v3/awards',
  summary:
    'Awards a sum to one person, someone known by `personId` or someone new by `person`. Above the grant’s limit it holds its money until a second person approves it. Where a team of the organisation helped the person or the case in the last 28 days, it is made with a `duplicateReason` only.',
  body: z.object({
    grantId: id('grant'),
    personId: id('person').optional(),
    person: NewPerson.optional(),
    caseReference: text(100).min(1),
    reason: text(100).min(1),
    householdType: HouseholdType.nullish(),
    amount: pence().min(1),
    rails: z.array(Rail).min(1).max(5),
    /** Why someone is helped again whom a team of the organisation helped in the last 28 days: the timeline begins with it. */
    duplicateReason: text(500).min(1).nullish(),
    /** How its link goes out; `hand`, unless told: a case worker shows it. A text or an email needs the number or address of the person. */
    deliverBy: DeliverBy.optional(),
  }),
  idempotent: true,
  status: 201,
  errors: [...refusals, 'restricted', 'insufficient_funds', 'too_many_requests'],
  response: data(AwardDetail),
})

export const approveAward = endpoint({
  ...change,
  id: 'approveAward',
  permission: 'approve-awards',
  path: '/v3/awards/{id}/approve',
  summary:
    'Approves a request: it is issued. Only another person than the one who asked may, signed in themselves. One of a batch is approved with its batch.',
  errors: refusals,
})

export const declineAward = endpoint({
  ...change,
  id: 'declineAward',
  permission: 'approve-awards',
  path: '/v3/awards/{id}/decline',
  summary: 'Declines a request, with a reason. Its money is available to the grant again.',
  body: why,
  errors: refusals,
})

export const cancelAward = endpoint({
  ...change,
  id: 'cancelAward',
  permission: 'make-awards',
  path: '/v3/awards/{id}/cancel',
  summary:
    'Takes an award back: its money goes back to the grant, with the fee. Where a code was made, its rail is asked to stop it first; what it cannot stop is not cancelled.',
  body: why,
  errors: [...refusals, 'unavailable'],
})

export const reissueAward = endpoint({
  ...change,
  id: 'reissueAward',
  permission: 'make-awards',
  scope: 'send',
  path: '/v3/awards/{id}/reissue',
  summary:
    'Gives an award a new link, and the old one leads nowhere: before a code was made for it, or after it has expired unused. With other ways to be paid, if told, or by another way to the person; its fee stays.',
  body: why.extend({ rails: z.array(Rail).min(1).max(5).optional(), deliverBy: DeliverBy.optional() }),
  errors: [...refusals, 'insufficient_funds'],
})

export const unlockAward = endpoint({
  ...change,
  id: 'unlockAward',
  permission: 'make-awards',
  path: '/v3/awards/{id}/unlock',
  summary: 'Lets the person try their date of birth again, after three wrong ones.',
  body: why,
  errors: refusals,
})

export const settleCannotUse = endpoint({
  ...change,
  id: 'settleCannotUse',
  permission: 'make-awards',
  path: '/v3/awards/{id}/cannot-use/settle',
  summary: 'Notes what was done for a person who said that they cannot use their award, where it stays as it is.',
  body: why,
  errors: refusals,
})

export const showAwardLink = endpoint({
  ...base,
  id: 'showAwardLink',
  permission: 'make-awards',
  scope: 'send',
  method: 'POST',
  path: '/v3/awards/{id}/link',
  summary: 'Shows the link of an award, to be handed over. Its timeline says that it was shown, and to whom.',
  params,
  errors: ['not_found', 'wrong_state'],
  response: data(z.object({ url: z.string(), /** As it is typed. */ typed: z.string() })),
})

export const awardEndpoints = {
  unlockAward,
  settleCannotUse,
  showAwardLink,
  listAwards,
  getAward,
  createAward,
  approveAward,
  declineAward,
  cancelAward,
  reissueAward,
}
