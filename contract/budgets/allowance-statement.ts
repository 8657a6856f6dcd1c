import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { civilDate, data, id } from '../core/shapes.ts'

export const MAX_STATEMENT_LINES = 1000

/** What changes what a participant has to give. */
const AllowanceMovement = z.enum(['received', 'given', 'returned', 'taken-back', 'other'])
export type AllowanceMovement = z.infer<typeof AllowanceMovement>

/** What someone got of a budget, gave, got back, and had taken back, as the ledger says. */
export const AllowanceStatement = z.object({
  participantId: z.string(),
  automationId: z.string(),
  /** The team that the budget made for them: what they gave is found there. */
  teamId: z.string().nullable(),
  name: z.string(),
  currency: z.string(),
  /** Days in London, both included. */
  from: z.string(),
  until: z.string(),
  /** What was there to give before, and after. */
  opening: z.int(),
  closing: z.int(),
  /** Sums of the whole period; with the opening balance they are the closing one. */
  totals: z.object({
    received: z.int(),
    given: z.int(),
    returned: z.int(),
    takenBack: z.int(),
    other: z.int(),
    /** Of gifts that ended in this time: what went to the budget and not to the participant; in no other sum. */
    toBudget: z.int(),
  }),
  /** The newest first. */
  lines: z.array(
    z.object({
      /** The ledger transfer. */
      id: z.string(),
      at: z.string(),
      movement: AllowanceMovement,
      /** Of what was given: fees and VAT included. */
      amount: z.int(),
      /** What there was to give after it. */
      balance: z.int(),
      /** Why it came back; null of what did not, and of what came back otherwise. */
      because: z.enum(['expired', 'cancelled', 'choice']).nullable(),
      /** What the participant gave, or what it came back from; null of what moved otherwise. */
      gift: z
        .object({
          name: z.string(),
          /** To its sender alone; null where no one is named, and of what went to several. */
          recipient: z.string().nullable(),
          /** The purchase, to its sender alone. */
          transactionId: z.string().nullable(),
          count: z.int(),
          /** How many of them have expired and been cancelled by now. */
          expired: z.int(),
          cancelled: z.int(),
          /** What of their money went to the budget: they ended after the time that paid them. */
          toBudget: z.int(),
        })
        .nullable(),
    }),
  ),
  /** Older movements of the period that are not listed. */
  leftOut: z.int(),
})
export type AllowanceStatement = z.infer<typeof AllowanceStatement>

const query = z.object({
  /** The first day, and the last; twelve months up to today unless told. */
  from: civilDate().optional(),
  until: civilDate().optional(),
})
const shared = { tag: 'Automated budgets', access: 'session', errors: ['not_found'] } as const

export const getAllowanceStatement = endpoint({
  ...shared,
  id: 'getAllowanceStatement',
  method: 'GET',
  path: '/v3/allowances/{participantId}/statement',
  summary: 'What the caller got of a budget, gave, got back and had taken back, with the balance after each.',
  params: z.object({ participantId: id('participant') }),
  query,
  response: data(AllowanceStatement),
})

export const getParticipantStatement = endpoint({
  ...shared,
  id: 'getParticipantStatement',
  method: 'GET',
  path: '/v3/automated-budgets/{id}/participants/{participantId}/statement',
  summary: 'The same of a participant, for those who look after the budget.',
  permission: 'view-automated-budget',
  params: z.object({ id: id('automatedBudget'), participantId: id('participant') }),
  query,
  response: data(AllowanceStatement),
})

export const allowanceStatementEndpoints = { getAllowanceStatement, getParticipantStatement }
