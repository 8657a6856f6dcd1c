import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { awardRailNames } from '../core/rails.ts'
import { civilDate, cursorPage, cursorQuery, data, id, pence, text } from '../core/shapes.ts'
import { AwardStatus } from './award-status.ts'
import { HouseholdType } from './household-type.ts'
import { seesAwards } from './sees-awards.ts'

/** How a person is paid: a supermarket voucher, cash or energy at PayPoint, cash at a Post Office, cash by PIN. */
export const Rail = z.enum(awardRailNames)
export type Rail = z.infer<typeof Rail>

const Ended = z.object({ awards: z.int(), amount: z.int() })

/** A funder's money with a purpose, a period and rules. Amounts are pence. */
export const Grant = z.object({
  id: z.uuid(),
  teamId: z.uuid(),
  name: z.string(),
  funder: z.string().nullable(),
  purpose: z.string().nullable(),
  currency: z.string(),
  /** The first and the last day (London) on which awards are made. */
  fromDay: z.string(),
  untilDay: z.string(),
  rails: z.array(Rail),
  maxAward: z.int().nullable(),
  maxAwardsPerPerson: z.int().nullable(),
  /** Above this sum to one person or case in 28 days a second person approves. */
  approvalAbove: z.int().nullable(),
  /** For how many days an award waits to be used. */
  awardDays: z.int(),
  /** Put in, less what was taken out: the sum of the six below. */
  funded: z.int(),
  available: z.int(),
  /** Held by requests that wait for approval. */
  locked: z.int(),
  /** Of awards that may still be cashed. */
  committed: z.int(),
  /** Cashed, or bought with its code. */
  paid: z.int(),
  /** Without VAT; those of awards that ended unused went back. */
  fees: z.int(),
  vat: z.int(),
  /** Of what was paid: reported after the award had ended, and taken from the grant again. */
  paidLate: z.int(),
  /**
   * What ended in the last seven days and went back: requests that no one decided on in time, and awards that expired with money left of
   * them. Fees are not in it.
   */
  endedLately: z.object({ undecided: Ended, unused: Ended }),
  dateCreated: z.string(),
  /** Since when no more awards are made out of it. */
  dateClosed: z.string().nullable(),
})
export type Grant = z.infer<typeof Grant>

const Sums = { awards: z.int(), amount: z.int(), paid: z.int() }

/** A grant's money, from the ledger: opening + put in − taken out − paid − fees − VAT = closing, month by month. */
export const GrantReport = z.object({
  grantId: z.uuid(),
  grantName: z.string(),
  currency: z.string(),
  from: z.string().nullable(),
  until: z.string().nullable(),
  /** Available, locked and committed, before the first day and after the last. */
  opening: z.int(),
  closing: z.int(),
  months: z.array(
    z.object({
      /** YYYY-MM, in London. */
      month: z.string(),
      opening: z.int(),
      fundedIn: z.int(),
      takenOut: z.int(),
      /** What awards were committed, and what of them came back: within the grant, so in no sum. */
      awarded: z.int(),
      returned: z.int(),
      paid: z.int(),
      /** Without VAT; below zero where more came back than was charged. */
      fees: z.int(),
      vat: z.int(),
      closing: z.int(),
      /** Of what was paid: reported once an award's own money had gone back, so that the grant paid again. */
      paidLate: z.int(),
      /** Of the opening and the closing, what was in awards: opening + awarded − returned − (paid − paid late) = closing. */
      openingInAwards: z.int(),
      closingInAwards: z.int(),
      /** Of the closing, what requests held that waited for approval. The rest is left: closing = in awards + held + left. */
      closingHeld: z.int(),
    }),
  ),
  /** What was paid out in the period, by the way it was paid: adds up to what the months have as paid. Null for what no award names. */
  paidBy: z.array(z.object({ rail: Rail.nullable(), paid: z.int() })),
  /** Awards made in the period, as they stand now: by the way that was chosen, null where none was. */
  rails: z.array(z.object({ rail: Rail.nullable(), ...Sums })),
  states: z.array(z.object({ status: AwardStatus, ...Sums })),
  /** Of those awards, the ones that were never issued: they wait, or were declined, cancelled or not decided on in time. */
  neverIssued: z.array(z.object({ status: AwardStatus, awards: z.int(), amount: z.int() })),
  /**
   * Those that were issued, by what they are for: adds up to the states without what was never issued. Null for reasons that were erased, and
   * for those beyond the 40 with the most money.
   */
  reasons: z.array(z.object({ reason: z.string().nullable(), ...Sums })),
  /** The same by who lives together; null where it was not said. */
  households: z.array(z.object({ householdType: HouseholdType.nullable(), ...Sums })),
  /**
   * The same by the first half of the postcode that their people have now, such as SW1A. Districts in which fewer than five people were helped
   * are `others` together; `no-postcode` has those without a British postcode, or whose details were erased.
   */
  districts: z.array(
    z.object({ kind: z.enum(['district', 'others', 'no-postcode']), district: z.string().nullable(), ...Sums }),
  ),
  /** Those of them of which anything was paid out, and after how many days on average, counted from when they were first issued. */
  toCash: z.object({ awards: z.int(), averageDays: z.number().nullable() }),
})
export type GrantReport = z.infer<typeof GrantReport>

const base = { tag: 'Payouts', access: 'session' } as const
const params = z.object({ id: id('grant') })

export const listGrants = endpoint({
  ...base,
  id: 'listGrants',
  permission: seesAwards,
  method: 'GET',
  path: '/v3/grants',
  summary: 'The grants of the team and its subteams with what is left of them, the newest first.',
  query: z.object(cursorQuery),
  response: cursorPage(Grant),
})

export const getGrant = endpoint({
  ...base,
  id: 'getGrant',
  permission: seesAwards,
  method: 'GET',
  path: '/v3/grants/{id}',
  summary: 'One grant: its rules, and its money to the penny.',
  params,
  errors: ['not_found'],
  response: data(Grant),
})

export const createGrant = endpoint({
  ...base,
  id: 'createGrant',
  permission: 'manage-grants',
  method: 'POST',
  path: '/v3/grants',
  summary: 'Opens a grant in the team acted in, empty.',
  body: z.object({
    name: text(100).min(1),
    funder: text(100).nullish(),
    purpose: text(500).nullish(),
    fromDay: civilDate(),
    untilDay: civilDate(),
    rails: z.array(Rail).min(1).max(5),
    maxAward: pence().min(1).nullish(),
    maxAwardsPerPerson: z.int().min(1).max(1000).nullish(),
    /** 0: every award is approved; null or unset: none is. */
    approvalAbove: pence().nullish(),
    awardDays: z.int().min(1).max(90).default(28),
  }),
  idempotent: true,
  status: 201,
  errors: ['not_found', 'conflict', 'idempotency_key_reused'],
  response: data(Grant),
})

export const fundGrant = endpoint({
  ...base,
  id: 'fundGrant',
  permission: 'manage-grants',
  method: 'POST',
  path: '/v3/grants/{id}/fundings',
  summary:
    'Moves money of a wallet into a grant, or, with an amount below zero, what no award holds back into the wallet. Needs `debit-wallet` too.',
  params,
  body: z.object({
    walletId: id('wallet'),
    amount: z
      .int()
      .min(-1_000_000_000)
      .max(1_000_000_000)
      .refine((amount) => amount !== 0, 'must not be 0'),
  }),
  idempotent: true,
  errors: ['not_found', 'wrong_state', 'insufficient_funds', 'conflict', 'idempotency_key_reused'],
  response: data(Grant),
})

export const updateGrant = endpoint({
  ...base,
  id: 'updateGrant',
  permission: 'manage-grants',
  method: 'PATCH',
  path: '/v3/grants/{id}',
  summary:
    'Lowers the sum above which a second person approves. It is never raised: what was agreed for more is another grant.',
  params,
  body: z.object({ approvalAbove: pence() }),
  errors: ['not_found', 'wrong_state', 'restricted'],
  response: data(Grant),
})

export const closeGrant = endpoint({
  ...base,
  id: 'closeGrant',
  permission: 'manage-grants',
  method: 'POST',
  path: '/v3/grants/{id}/close',
  summary: 'Makes no more awards out of a grant. Those that were made stay good; what they leave can be taken out.',
  params,
  idempotent: true,
  errors: ['not_found', 'wrong_state', 'conflict', 'idempotency_key_reused'],
  response: data(Grant),
})

export const getGrantReport = endpoint({
  ...base,
  id: 'getGrantReport',
  permission: seesAwards,
  method: 'GET',
  path: '/v3/grants/{id}/report',
  summary:
    'A grant’s money by month, way to be paid, state, reason, household and postcode district, equal to the ledger.',
  params,
  query: z.object({ from: civilDate().optional(), until: civilDate().optional() }),
  errors: ['not_found'],
  response: data(GrantReport),
})

export const grantEndpoints = {
  listGrants,
  getGrant,
  createGrant,
  fundGrant,
  updateGrant,
  closeGrant,
  getGrantReport,
}
