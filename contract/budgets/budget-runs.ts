import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { seesBudgets } from '../core/permissions.ts'
import { cursorPage, cursorQuery, data, id, instant, pence } from '../core/shapes.ts'

/** The wire's spelling. */
export const ExecutionErrorType = z.enum([
  'WALLET_INSUFCCIENT_FUNDS',
  'CARD_INSUFCCIENT_FUNDS',
  'CARD_EXPIRED',
  'CARD_UNKNOWN',
  'RESET_BUDGET_FAILED',
  'DISTRIBUTE_BUDGET_FAILED',
  'FAILED_TO_LOCK_FUNDS',
])
export type ExecutionErrorType = z.infer<typeof ExecutionErrorType>

/** One run of a budget. */
export const Execution = z.object({
  id: z.string(),
  automationId: z.string(),
  startDate: z.string().nullable(),
  endDate: z.string().nullable(),
  /** Why it has not succeeded, each reason once; empty when it has. */
  errors: z.array(ExecutionErrorType),
  /** `joiner`: the allowance of the present period for someone who accepted between two runs. */
  trigger: z.enum(['scheduled', 'manual', 'joiner']),
  /** `failed`: tried again until the next run, where it is scheduled · `given-up`: the next run came first. */
  status: z.enum(['pending', 'running', 'succeeded', 'failed', 'given-up', 'skipped']),
  scheduledFor: z.string(),
  /** Runs that were left out, one after the other, when `status` is `skipped`. */
  skippedRuns: z.int(),
  attempts: z.int(),
  /** When it is tried again. */
  retryDate: z.string().nullable(),
  participants: z.int(),
  /** Of one that failed: how many wait for its money. */
  waiting: z.int(),
  /** Pence out of the wallet, and back into it, in one transfer. */
  paid: z.int(),
  returned: z.int(),
  /** Pence that it did not pay because of the organisation’s limit for one person, `allowanceLimit`. */
  cut: z.int(),
  transferId: z.string().nullable(),
  /** When what its participants had not spent was taken back, and how many pence. */
  undone: z.object({ date: z.string(), amount: z.int() }).nullable(),
  /** What went wrong the last time, in words, with what to do about it. */
  problem: z
    .object({
      type: ExecutionErrorType,
      message: z.string(),
      help: z.string(),
      /** Pence that were missing, where that was the problem. */
      shortfall: z.int().nullable(),
    })
    .nullable(),
  dateCreated: z.string(),
  dateModified: z.string(),
})
export type Execution = z.infer<typeof Execution>

/** What a run did for one participant. */
export const ExecutionOutcome = z.object({
  participantId: z.string(),
  email: z.string(),
  name: z.string().nullable(),
  /** What the participant was to have, or to get. */
  budgetAmount: z.int(),
  before: z.int(),
  /** Positive into their wallet, negative back from it. */
  change: z.int(),
  /** Pence of that which the limit for one person kept back. */
  cut: z.int(),
  after: z.int(),
})
export type ExecutionOutcome = z.infer<typeof ExecutionOutcome>

/** Why a run would not be made: too little in the wallet, or a card that has expired by then or was removed. */
export const ForecastProblem = ExecutionErrorType.extract(['WALLET_INSUFCCIENT_FUNDS', 'CARD_EXPIRED', 'CARD_UNKNOWN'])

/** What will happen as things stand: if no one spends, accepts or tops up meanwhile. */
export const Forecast = z.object({
  currency: z.string(),
  walletId: z.string(),
  available: z.int(),
  /** Other budgets that will be paid from this wallet: each run's figures know what they take before it. */
  otherBudgets: z.int(),
  participants: z.object({ funded: z.int(), invited: z.int() }),
  runs: z.array(
    z.object({
      date: z.string(),
      /** Out of the wallet, less what comes back. Of the first one, before the start: what is paid as people accept. */
      cost: z.int(),
      /** If people spend as they did before the last six runs; null where there is nothing to tell it from. */
      likelyCost: z.int().nullable(),
      /** The same, if everybody had spent all and everybody invited had accepted. */
      mostCost: z.int(),
      /** Of that: what comes back from people who have more than their amount, and how many they are. */
      returned: z.int(),
      returnedFrom: z.int(),
      /** What the limit for each person and tax year keeps back, as far as this budget alone uses it up. */
      cut: z.int(),
      walletAfter: z.int(),
      /** What the card is charged, where one pays. */
      cardCharge: z.int(),
      covered: z.boolean(),
      /** It could fail: if everything is spent and all who are invited accept, or the card is declined again. */
      atRisk: z.boolean(),
      /** Why it is not covered, and the pence that are missing, those that other budgets wait for among them. */
      problem: ForecastProblem.nullable(),
      shortfall: z.int(),
      /** What other budgets take from the wallet before it, or wait for as their runs are not covered. */
      others: z.int(),
      /** What the wallet lacks by then if all its budgets cost the most they may. */
      mostShortfall: z.int(),
    }),
  ),
  /** Those who have yet to accept get theirs as they do: up to so much from a moment (null: now) until the next run. */
  invites: z
    .object({ people: z.int(), upTo: z.int(), from: z.string().nullable(), by: z.string().nullable() })
    .nullable(),
  /** What a run made by hand now would pay and take back, and from where; null unless the budget is live. */
  manualRun: z
    .object({
      participants: z.int(),
      paid: z.int(),
      returned: z.int(),
      /** What the limit for each person keeps back. */
      cut: z.int(),
      cardCharge: z.int(),
      problem: ForecastProblem.nullable(),
      shortfall: z.int(),
    })
    .nullable(),
  /**
   * People who are in other budgets of the organisation too, whose limit for one person counts all budgets together: the most
   * that one of these runs may so pay less. Null where nothing is limited, or no one is in two.
   */
  shared: z.object({ people: z.int(), upTo: z.int() }).nullable(),
  /** When the card that pays what is missing can no longer be charged; null: no card does. */
  cardEnds: z.string().nullable(),
  costPerRun: z.int(),
  /** At most; with what those who have yet to accept get on the day they do. */
  costPerYear: z.int(),
  /** The first run that is not covered as things stand, and the first that may not be: everything is spent, or the card was declined. */
  firstUncovered: z.string().nullable(),
  firstAtRisk: z.string().nullable(),
  /** When unspent money goes back and the budget ends; null: it has no end. */
  ends: z.string().nullable(),
})
export type Forecast = z.infer<typeof Forecast>

const base = { tag: 'Automated budgets', access: 'session', errors: ['not_found'] } as const
const params = z.object({ id: id('automatedBudget') })
const root = '/v3/automated-budgets/{id}' as const

export const runBudget = endpoint({
  ...base,
  id: 'runBudget',
  method: 'POST',
  path: `${root}/runs`,
  summary:
    'Runs a live budget once more, now; it neither counts nor shifts the schedule. While a scheduled run is failing, tries that one again instead.',
  permission: 'start-automated-budget',
  params,
  status: 201,
  response: data(Execution),
  idempotent: true,
  errors: ['not_found', 'wrong_state'],
})

export const getExecutionDates = endpoint({
  ...base,
  id: 'getExecutionDates',
  method: 'GET',
  path: `${root}/execution-dates`,
  summary: 'The dates of the runs to come.',
  permission: seesBudgets,
  params,
  query: z.object({ limit: z.coerce.number().int().min(1).max(1000).default(12) }),
  response: data(z.array(z.string())),
})

export const getForecast = endpoint({
  ...base,
  id: 'getForecast',
  method: 'GET',
  path: `${root}/forecast`,
  summary:
    'What the runs to come will cost and whether the wallet covers them, as things stand; or as they would be with some of its rules changed, which changes nothing.',
  permission: seesBudgets,
  params,
  query: z.object({
    runs: z.coerce.number().int().min(1).max(120).default(12),
    unspentParticipantBalanceAction: z.enum(['reset', 'rollover']).optional(),
    budgetAmount: z.coerce.number().pipe(pence().min(1)).optional(),
    isVariable: z.enum(['true', 'false']).optional(),
    numberOfRuns: z.coerce.number().int().min(0).max(100_000).optional(),
    /** `none`: without an end. */
    scheduledEndDate: z.union([instant(), z.literal('none')]).optional(),
  }),
  response: data(Forecast),
})

export const listExecutions = endpoint({
  ...base,
  id: 'listExecutions',
  method: 'GET',
  path: `${root}/executions`,
  summary: 'Runs, the newest first, with what went wrong and what to do about it.',
  permission: 'view-automated-budget',
  params,
  query: z.object(cursorQuery),
  response: cursorPage(Execution),
})

export const getExecution = endpoint({
  ...base,
  id: 'getExecution',
  method: 'GET',
  path: `${root}/executions/{executionId}`,
  summary: 'One run, and what undoing it would take back.',
  permission: 'view-automated-budget',
  params: params.extend({ executionId: id('execution') }),
  response: data(
    Execution.extend({
      /** Pence, and from how many people; null where it cannot be undone. */
      undo: z.object({ people: z.int(), amount: z.int() }).nullable(),
    }),
  ),
})

export const undoExecution = endpoint({
  ...base,
  id: 'undoExecution',
  method: 'POST',
  path: `${root}/executions/{executionId}/undo`,
  summary:
    'Takes back what the latest run gave its participants and they have not spent; they are told. Refused once another run was made, and where nothing is left. The run stays on record, and the schedule as it is.',
  permission: 'start-automated-budget',
  params: params.extend({ executionId: id('execution') }),
  response: data(Execution),
  idempotent: true,
  errors: ['not_found', 'wrong_state'],
})

export const listExecutionOutcomes = endpoint({
  ...base,
  id: 'listExecutionOutcomes',
  method: 'GET',
  path: `${root}/executions/{executionId}/outcomes`,
  summary: 'What a run did for each participant, by address.',
  permission: 'view-automated-budget',
  params: params.extend({ executionId: id('execution') }),
  query: z.object(cursorQuery),
  response: cursorPage(ExecutionOutcome),
})

export const budgetRunEndpoints = {
  runBudget,
  getExecutionDates,
  getForecast,
  listExecutions,
  getExecution,
  undoExecution,
  listExecutionOutcomes,
}
