import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { seesBudgets } from '../core/permissions.ts'
import { Reason } from '../core/reasons.ts'
import { cursorPage, cursorQuery, data, freeText, id, list, listText, pence, text } from '../core/shapes.ts'
import { BudgetFrequency, BudgetStatus, giftingRules, UnspentAction } from './budgets.ts'

export const ParticipantStatus = z.enum(['draft', 'active', 'inactive', 'deleted'])

export const MAX_PARTICIPANTS = 1000
export const MAX_NAME_LETTERS = 200

export const Participant = z.object({
  id: z.string(),
  automationId: z.string(),
  email: z.string(),
  /** Their own once they accept; until then as a list or the HR system calls them, null where neither does. */
  name: z.string().nullable(),
  /** Made when the invite is accepted. */
  walletId: z.string().nullable(),
  teamId: z.string().nullable(),
  userId: z.string().nullable(),
  status: ParticipantStatus,
  inviteAccepted: z.boolean(),
  inviteId: z.string().nullable(),
  /** They did not accept by the last day that their invite named, or it was taken back. */
  inviteEnded: z.boolean(),
  /** They said that they do not want it. */
  inviteDeclined: z.boolean(),
  totalFundsReceived: z.int(),
  /** Of a variable budget; null takes the budget's. */
  budgetAmount: z.int().nullable(),
  /** Free to spend now. */
  available: z.int(),
  dateAccepted: z.string().nullable(),
  dateDeleted: z.string().nullable(),
  /** They left of their own accord: no one removed them. */
  hasLeft: z.boolean(),
  dateCreated: z.string(),
  dateModified: z.string(),
})
export type Participant = z.infer<typeof Participant>

/** Pence, fees and VAT included: with what is left to spend they are all that runs gave. */
const allowanceSums = {
  /** As they were paid: for gifts not used yet, and for those used or ended without a refund. */
  inGifts: z.int(),
  used: z.int(),
  /** By a run or by hand, and of gifts that ended after the time that paid them; less what came from elsewhere. */
  returnedToBudget: z.int(),
  /** All that runs gave. */
  received: z.int(),
}

export const ParticipantBalance = z.object({
  participantId: z.string(),
  walletId: z.string().nullable(),
  currency: z.string(),
  balance: z.int(),
  available: z.int(),
  /** In gifts that are not used yet. */
  live: z.int(),
  ...allowanceSums,
})
export type ParticipantBalance = z.infer<typeof ParticipantBalance>

/** What a participant may spend, until when, and on what. */
export const Allowance = z.object({
  automationId: z.string(),
  participantId: z.string(),
  name: z.string(),
  /** The team that the budget made for the participant: to act in, to spend it. */
  teamId: z.string(),
  /** Who gives it. */
  teamName: z.string(),
  status: BudgetStatus,
  participantStatus: ParticipantStatus,
  budgetAmount: z.int(),
  currency: z.string(),
  walletId: z.string(),
  available: z.int(),
  live: z.int(),
  ...allowanceSums,
  frequency: BudgetFrequency,
  unspentParticipantBalanceAction: UnspentAction,
  nextScheduledRun: z.string().nullable(),
  /** When what is left is taken back or made up again; null while it stays. */
  availableUntil: z.string().nullable(),
  /** Where the organisation limits what budgets pay one person in a tax year: the limit, what they had, what they may still have. */
  yearLimit: z.object({ limit: z.int(), paid: z.int(), left: z.int(), until: z.string() }).nullable(),
  /** Gifts sent from it that could not be delivered, and are neither used nor cancelled. */
  undelivered: z.int(),
  ...giftingRules,
})
export type Allowance = z.infer<typeof Allowance>

const base = { tag: 'Automated budgets', access: 'session', errors: ['not_found'] } as const
const params = z.object({ id: id('automatedBudget') })
const participantParams = params.extend({ participantId: id('participant') })
const root = '/v3/automated-budgets/{id}/participants' as const
const writing = ['not_found', 'wrong_state'] as const
const participantIds = z.array(id('participant')).min(1).max(MAX_PARTICIPANTS)

export const listParticipants = endpoint({
  ...base,
  id: 'listParticipants',
  method: 'GET',
  path: root,
  summary: 'Participants by address; the deleted ones only where asked for.',
  permission: seesBudgets,
  params,
  query: z.object({
    ...cursorQuery,
    status: list(ParticipantStatus),
    id: list(id('participant')),
    /** A part of the address or the name. */
    search: text(254).optional(),
  }),
  response: cursorPage(Participant),
})

/** An address, alone or with a name and an amount in pence; checked row by row, so that every wrong one is told at once. */
const NewParticipant = z.union([
  freeText(320),
  z.object({ email: freeText(320), name: listText(10_000).nullish(), budgetAmount: pence().min(1).nullish() }),
])

export const addParticipants = endpoint({
  ...base,
  id: 'addParticipants',
  method: 'POST',
  path: root,
  summary: 'Adds people, all or none; a live budget invites them at once, any other when it starts.',
  permission: 'create-automated-budget',
  params,
  status: 201,
  idempotent: true,
  body: z.object({ participants: z.array(NewParticipant).min(1).max(MAX_PARTICIPANTS) }),
  sentBack: { record: Participant, at: 'participants[]', creates: true },
  response: data(z.array(Participant)),
  errors: ['not_found', 'wrong_state', 'plan_limit_reached'],
})

export const checkParticipants = endpoint({
  ...base,
  id: 'checkParticipants',
  impersonation: 'look',
  method: 'POST',
  path: `${root}/checks`,
  summary:
    'Reads a pasted list or a CSV (email, name, amount in pounds) and says what adding it would do. Changes nothing.',
  permission: 'create-automated-budget',
  params,
  body: z
    .object({
      csv: listText(500_000).optional(),
      /** Instead of a list to be read: its rows, the amounts in pounds as they were typed. */
      participants: z
        .array(
          z.object({ email: listText(10_000), name: listText(10_000).nullish(), amount: listText(10_000).nullish() }),
        )
        .max(2 * MAX_PARTICIPANTS)
        .optional(),
    })
    .refine((given) => (given.participants === undefined) !== (given.csv === undefined), {
      message: 'give participants or csv',
      path: ['csv'],
    }),
  response: data(
    z.object({
      /** As `addParticipants` takes them, without the rows in error. */
      participants: z.array(
        z.object({ email: z.string(), name: z.string().nullable(), budgetAmount: z.int().nullable() }),
      ),
      errors: z.array(z.object({ row: z.int(), path: z.string(), message: z.string(), reason: Reason.optional() })),
      rows: z.int(),
      /** Headings of columns that say something, and were not read. */
      unreadColumns: z.array(z.string()),
      /** Every row as it was written, so that a wrong one can be put right. */
      read: z.array(z.object({ email: z.string(), name: z.string(), amount: z.string() })),
      /** How many may still be added. */
      room: z.int(),
    }),
  ),
  errors: writing,
})

export const deleteParticipants = endpoint({
  ...base,
  id: 'deleteParticipants',
  method: 'DELETE',
  path: root,
  summary: 'Takes people out for good; what they have not spent goes back. Gifts that they sent live on.',
  permission: 'create-automated-budget',
  params,
  body: z.object({ participantIds }),
  response: data(z.array(Participant)),
  errors: writing,
})

export const updateParticipants = endpoint({
  ...base,
  id: 'updateParticipants',
  method: 'PATCH',
  path: root,
  summary:
    'Pauses or resumes people who have accepted, or changes their amount. People who have not accepted yet stay in draft, and may be sent so.',
  permission: 'create-automated-budget',
  params,
  body: z
    .object({
      participantIds,
      status: ParticipantStatus.exclude(['deleted']).optional(),
      budgetAmount: pence().min(1).nullish(),
      /** What they are called until they accept: one for each of `participantIds`, in their order. */
      names: z.array(text(MAX_NAME_LETTERS).nullable()).max(MAX_PARTICIPANTS).optional(),
    })
    .refine(({ status, budgetAmount, names }) => [status, budgetAmount, names].some((each) => each !== undefined), {
      path: ['status'],
      message: 'give a status, a budgetAmount or names',
    })
    .refine(({ participantIds, names }) => !names || names.length === participantIds.length, {
      path: ['names'],
      message: 'give one for each participant',
    }),
  response: data(z.array(Participant)),
  errors: writing,
})

export const getParticipantBalance = endpoint({
  ...base,
  id: 'getParticipantBalance',
  method: 'GET',
  path: `${root}/{participantId}/balances`,
  summary: 'What a participant has.',
  permission: 'view-automated-budget',
  params: participantParams,
  response: data(ParticipantBalance),
})

export const listParticipantBalances = endpoint({
  ...base,
  id: 'listParticipantBalances',
  method: 'GET',
  path: `${root}/balances`,
  summary: 'What participants have: of those named, or everyone.',
  permission: 'view-automated-budget',
  params,
  query: z.object({ participantId: list(id('participant')) }),
  response: data(z.array(ParticipantBalance)),
})

export const withdrawFromParticipant = endpoint({
  ...base,
  id: 'withdrawFromParticipant',
  method: 'POST',
  path: `${root}/{participantId}/withdrawals`,
  summary: 'Takes unspent money of a participant back into the budget’s wallet.',
  permission: 'start-automated-budget',
  params: participantParams,
  status: 201,
  idempotent: true,
  body: z.object({ amount: pence().min(1) }),
  response: data(ParticipantBalance),
  errors: ['not_found', 'insufficient_funds', 'wrong_state'],
})

export const getAllowance = endpoint({
  ...base,
  id: 'getAllowance',
  method: 'GET',
  path: '/v3/allowance',
  summary: 'The caller’s own allowance, in the team that a budget made for them.',
  permission: 'wallet',
  response: data(Allowance),
})

export const listAllowances = endpoint({
  tag: 'Automated budgets',
  access: 'session',
  id: 'listAllowances',
  method: 'GET',
  path: '/v3/allowances',
  summary:
    'All that the caller may spend, whichever team they act in: of budgets that have not ended, the oldest first. Or those that are over, for two months.',
  query: z.object({ over: z.literal('true').optional() }),
  response: data(z.array(Allowance)),
})

export const leaveBudget = endpoint({
  tag: 'Automated budgets',
  access: 'session',
  id: 'leaveBudget',
  method: 'POST',
  path: '/v3/allowances/{participantId}/leave',
  summary:
    'The caller leaves a budget for good: what they have not spent goes back, gifts that they sent live on, and who looks after the budget is told.',
  params: z.object({ participantId: id('participant') }),
  response: data(z.object({ returned: z.int() })),
  errors: ['not_found', 'wrong_state'],
})

export const participantEndpoints = {
  listParticipants,
  addParticipants,
  checkParticipants,
  deleteParticipants,
  updateParticipants,
  getParticipantBalance,
  listParticipantBalances,
  withdrawFromParticipant,
  getAllowance,
  listAllowances,
  leaveBudget,
}
