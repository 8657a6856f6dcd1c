import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { cursorPage, cursorQuery, data, id, pence, text } from '../core/shapes.ts'
import { AwardStatus } from './award-status.ts'
import { Colleague, DeliverBy, NewPerson } from './awards.ts'
import { Rail } from './grants.ts'
import { HouseholdType } from './household-type.ts'
import { seesAwards } from './sees-awards.ts'

export const MOST_BATCH_ROWS = 10_000
const MAX_BATCH_BYTES = 8 * 1024 * 1024

const rails = () => z.array(Rail).min(1).max(5)
const reason = () => text(100).min(1)

/** Why someone is helped again whom a team of the organisation helped in the last 28 days: the timeline of the award begins with it. */
const duplicateReason = () => text(500).min(1).nullish()

/** One award of a batch. What it leaves out is as the batch says. */
export const AwardBatchRow = z.object({
  /** Its number in the list as people read it, by which every answer names it: its place, the first being 1, unless told. No two rows share one. */
  row: z.int().min(1).max(1_000_000).optional(),
  personId: id('person').optional(),
  person: NewPerson.optional(),
  caseReference: text(100).min(1),
  amount: pence().min(1).optional(),
  reason: reason().optional(),
  householdType: HouseholdType.nullish(),
  rails: rails().optional(),
  deliverBy: DeliverBy.optional(),
  duplicateReason: duplicateReason(),
})

/**
 * referred: waits for a second person · issued: all of its awards are on their way, each with a state of its own ·
 * declined: they said no · cancelled: what had no code yet went back · ended: no one decided in time, or nothing of it waits
 */
const AwardBatchStatus = z.enum(['referred', 'issued', 'declined', 'cancelled', 'ended'])

const HelpedRow = z.object({
  row: z.int(),
  awardId: z.uuid(),
  withinDays: z.int(),
  /** By a team that the reader sees; else by another of the organisation. */
  isOwnTeam: z.boolean(),
  /** Why they are helped again, as the list says. */
  duplicateReason: z.string().nullable(),
})

/** Awards that were made from one list. Amounts are pence. */
export const AwardBatch = z.object({
  id: z.uuid(),
  teamId: z.uuid(),
  grantId: z.uuid(),
  grantName: z.string(),
  name: z.string(),
  status: AwardBatchStatus,
  currency: z.string(),
  awards: z.int(),
  amount: z.int(),
  /** Above which sum in all its grant asks a second person; a batch below it waits because someone of it was helped lately. */
  approvalAbove: z.int().nullable(),
  /** Why it was declined, cancelled, or approved for people who had been helped lately. */
  reason: z.string().nullable(),
  createdBy: Colleague,
  decidedBy: Colleague.nullable(),
  dateCreated: z.string(),
  dateModified: z.string(),
})
export type AwardBatch = z.infer<typeof AwardBatch>

const AwardBatchDetail = AwardBatch.extend({
  /** Without VAT. */
  fee: z.int(),
  feeVat: z.int(),
  paid: z.int(),
  /** Its awards as they stand now. */
  states: z.array(z.object({ status: AwardStatus, awards: z.int(), amount: z.int(), paid: z.int() })),
  /**
   * Its rows whose person or case a team of the organisation had helped in the last 28 days, the first hundred of them: for those who may
   * decide on it. Null for everyone else.
   */
  helped: z
    .object({
      awards: z.int(),
      /** Those for which the list says no reason: approving them needs one. */
      withoutReason: z.int(),
      rows: z.array(HelpedRow),
    })
    .nullable(),
})
export type AwardBatchDetail = z.infer<typeof AwardBatchDetail>

/** An award that was made earlier, of a team of the caller. */
const EarlierAward = z.object({
  id: z.uuid(),
  amount: z.int(),
  currency: z.string(),
  caseReference: z.string(),
  dateCreated: z.string(),
})

/** What is wrong with a row, or worth a look. */
const RowNote = z.object({
  row: z.int(),
  field: z.string(),
  message: z.string(),
  /** Of the list, the row that it repeats. */
  earlierRow: z.int().nullable(),
})

const AwardBatchCheck = z.object({
  /** It would be made as it stands, with the money that the grant has now. */
  isReady: z.boolean(),
  awards: z.int(),
  amount: z.int(),
  fee: z.int(),
  feeVat: z.int(),
  /** What the grant has for it. */
  available: z.int(),
  problems: z.array(RowNote),
  /** Rows of the list for a person or a case of an earlier one. */
  repeats: z.array(RowNote),
  /**
   * Rows without a `personId` that name someone whom the team has helped: by name, date of birth and one of postcode, number and email, with
   * nothing else that differs. With their id and their newest award, the award is theirs; with null someone new is made, for details differ
   * or several are like that.
   */
  known: z.array(z.object({ row: z.int(), personId: z.uuid().nullable(), lastAward: EarlierAward.nullable() })),
  /**
   * Rows whose person or case teams of the caller helped in the last 28 days, and when they last did. Where `needsReason`, neither the row nor
   * the batch tells a `duplicateReason`: the batch is refused without one.
   */
  helped: z.array(z.object({ row: z.int(), withinDays: z.int(), lastAward: EarlierAward, needsReason: z.boolean() })),
  /** Rows without `rails` of their own whose amount not all ways of the batch pay: which they keep. */
  ways: z.array(z.object({ row: z.int(), rails: z.array(Rail) })),
})
export type AwardBatchCheck = z.infer<typeof AwardBatchCheck>

const base = { tag: 'Payouts', access: 'session' } as const
const params = z.object({ id: id('awardBatch') })
const refusals = ['not_found', 'wrong_state', 'conflict', 'idempotency_key_reused'] as const
const body = z.object({
  grantId: id('grant'),
  /** What people call the list. */
  name: text(100).min(1),
  /** For rows that say none of their own. */
  amount: pence().min(1).optional(),
  reason: reason().optional(),
  /** Each row keeps those that pay its amount. */
  rails: rails().optional(),
  deliverBy: DeliverBy.optional(),
  /** For rows that tell none, where teams of the caller helped the person or case. */
  duplicateReason: duplicateReason(),
  rows: z.array(AwardBatchRow).min(1).max(MOST_BATCH_ROWS),
})
const change = {
  ...base,
  method: 'POST',
  params,
  idempotent: true,
  errors: refusals,
  response: data(AwardBatchDetail),
} as const

export const listAwardBatches = endpoint({
  ...base,
  id: 'listAwardBatches',
  permission: seesAwards,
  method: 'GET',
  path: '/v3/award-batches',
  summary: 'Batches of awards of the team and its subteams, the newest first.',
  query: z.object({ ...cursorQuery, grantId: id('grant').optional() }),
  errors: ['not_found'],
  response: cursorPage(AwardBatch),
})

export const getAwardBatch = endpoint({
  ...base,
  id: 'getAwardBatch',
  permission: seesAwards,
  method: 'GET',
  path: '/v3/award-batches/{id}',
  summary: 'One batch, with how its awards stand. The awards themselves are listed by `batchId`.',
  params,
  errors: ['not_found'],
  response: data(AwardBatchDetail),
})

export const checkAwardBatch = endpoint({
  ...base,
  id: 'checkAwardBatch',
  permission: 'make-awards',
  scope: 'send',
  method: 'POST',
  path: '/v3/award-batches/check',
  summary:
    'A dry run: what is wrong with each row of a batch, and what it would cost. Nothing is made. It does not tell whom other teams have helped.',
  body,
  bodyLimitBytes: MAX_BATCH_BYTES,
  errors: ['not_found', 'wrong_state'],
  response: data(AwardBatchCheck),
})

export const createAwardBatch = endpoint({
  ...base,
  id: 'createAwardBatch',
  permission: 'make-awards',
  scope: 'send',
  method: 'POST',
  path: '/v3/award-batches',
  summary:
    'Makes up to 10,000 awards out of a grant, all or none: one wrong row refuses the batch. Rows whose person or case the caller’s teams helped in the last 28 days need a `duplicateReason`. It waits for a second person where its sum is above the grant’s limit, or where a team of the organisation helped someone of it in that time.',
  body,
  bodyLimitBytes: MAX_BATCH_BYTES,
  idempotent: true,
  status: 201,
  errors: [...refusals, 'insufficient_funds', 'too_many_requests'],
  response: data(AwardBatchDetail),
})

export const approveAwardBatch = endpoint({
  ...change,
  id: 'approveAwardBatch',
  permission: 'approve-awards',
  path: '/v3/award-batches/{id}/approve',
  summary:
    'Approves a batch: all of its awards that wait are issued. Only another person than the one who asked may, signed in themselves.',
  body: z.object({
    /** Needed where the list does not say it of everyone who was helped. */
    duplicateReason: duplicateReason(),
  }),
})

export const declineAwardBatch = endpoint({
  ...change,
  id: 'declineAwardBatch',
  permission: 'approve-awards',
  path: '/v3/award-batches/{id}/decline',
  summary: 'Declines a batch, with a reason. Its money is available to the grant again.',
  body: z.object({ reason: text(500).min(1) }),
})

export const cancelAwardBatch = endpoint({
  ...change,
  id: 'cancelAwardBatch',
  permission: 'make-awards',
  path: '/v3/award-batches/{id}/cancel',
  summary:
    'Takes back all awards of a batch that no code was made for: their money goes back to the grant, with the fees. The others stay as they are.',
  body: z.object({ reason: text(500).min(1) }),
})

export const awardBatchEndpoints = {
  listAwardBatches,
  getAwardBatch,
  checkAwardBatch,
  createAwardBatch,
  approveAwardBatch,
  declineAwardBatch,
  cancelAwardBatch,
}
