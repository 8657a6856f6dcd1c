import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { seesBudgets } from '../core/permissions.ts'
import {
  cursorPage,
  cursorQuery,
  data,
  hostname,
  id,
  instant,
  list,
  pence,
  personalName,
  success,
  text,
} from '../core/shapes.ts'
import { DeliveryMethod } from '../orders/purchase.ts'
import { Execution, Forecast } from './budget-runs.ts'

export const BudgetStatus = z.enum(['draft', 'scheduled', 'live', 'ended'])
/** What a job is at; null while nothing is under way. */
const BudgetSubStatus = z.enum(['starting', 'stopping', 'running'])
export const BudgetFrequency = z.enum(['minute', 'hour', 'day', 'week', 'month', 'quarter', 'year'])
export type BudgetFrequency = z.infer<typeof BudgetFrequency>
/** Under `reset` everybody has exactly the amount after a run, under `rollover` so much more. */
export const UnspentAction = z.enum(['reset', 'rollover'])

const BillingMethod = z.object({ type: z.enum(['manual', 'card']), cardId: z.string().nullable() })

/** What a participant may give: part of a budget and of each allowance it makes. */
export const giftingRules = {
  reasonCodes: z.array(z.string()),
  deliveryMethods: z.array(DeliveryMethod),
  deliveryEmailDomains: z.array(z.string()),
  maximumHugggExpiryDays: z.int(),
  giftingRestrictionsCategories: z.object({ allow: z.array(z.string()), disallow: z.array(z.string()) }),
  giftingRestrictionsPrice: z.object({ min: z.int().nullable(), max: z.int().nullable() }),
}

export const AutomatedBudget = z.object({
  id: z.string(),
  name: z.string(),
  isVariable: z.boolean(),
  status: BudgetStatus,
  subStatus: BudgetSubStatus.nullable(),
  budgetAmount: z.int(),
  currency: z.string(),
  walletId: z.string(),
  billingMethod: BillingMethod,
  frequency: BudgetFrequency,
  /** 0: without end. */
  numberOfRuns: z.int(),
  runsExecuted: z.int(),
  nextScheduledRun: z.string().nullable(),
  scheduledStartDate: z.string().nullable(),
  /** The day and time in Europe/London that runs after the first follow; the start's own where null. */
  recurrenceDate: z.string().nullable(),
  scheduledEndDate: z.string().nullable(),
  startingAt: z.string().nullable(),
  startedAt: z.string().nullable(),
  endedAt: z.string().nullable(),
  unspentParticipantBalanceAction: UnspentAction,
  ...giftingRules,
  userId: z.string(),
  teamId: z.string(),
  dateCreated: z.string(),
  dateModified: z.string(),
})
export type AutomatedBudget = z.infer<typeof AutomatedBudget>

/** A budget as the list and its own page show it. */
export const BudgetOverview = AutomatedBudget.extend({
  latestExecution: Execution.nullable(),
  /** `invited`: added, and not yet accepted · `inviteEnded`: those of them whose invite has ended · `inviteDeclined`: those of these who declined it. */
  participantCounts: z.object({
    active: z.int(),
    inactive: z.int(),
    invited: z.int(),
    inviteEnded: z.int(),
    inviteDeclined: z.int(),
  }),
  /** All that participants have received so far. */
  totalFunds: z.int(),
  /** What a run costs at most: everybody who takes part or may still accept, from nothing. */
  calculatedBudgetAmount: z.int(),
  /** When the card that pays what is missing can no longer be charged; null: no card does. */
  cardEnds: z.string().nullable(),
  /** The amount for one participant, for people: £25.00. */
  formattedBudgetAmount: z.string(),
})
export type BudgetOverview = z.infer<typeof BudgetOverview>

/** What was changed in a live budget since its last run. */
export const BudgetChanges = z.object({
  /** When that run was made; before the first one, when the budget started. */
  since: z.string(),
  /** The budget with the rules, amounts and wallet that it had then; its name, card and reasons are as they are now. */
  before: AutomatedBudget,
})
export type BudgetChanges = z.infer<typeof BudgetChanges>

const Billing = z
  .object({ type: z.enum(['manual', 'card']), cardId: id('card').nullish() })
  .refine(({ type, cardId }) => (type === 'card') === Boolean(cardId), {
    path: ['cardId'],
    message: 'is given with a card, and only then',
  })

const fields = {
  name: personalName(200).min(1),
  isVariable: z.boolean(),
  budgetAmount: pence().min(1),
  walletId: id('wallet'),
  billingMethod: Billing,
  frequency: BudgetFrequency,
  numberOfRuns: z.int().min(0).max(100_000),
  scheduledStartDate: instant().nullable(),
  recurrenceDate: instant().nullable(),
  scheduledEndDate: instant().nullable(),
  unspentParticipantBalanceAction: UnspentAction,
  reasonCodes: z.array(text(100).min(1)).max(200),
  deliveryMethods: z.array(DeliveryMethod).min(1).max(6),
  deliveryEmailDomains: z.array(hostname()).max(200),
  maximumHugggExpiryDays: z.int().min(1).max(3650),
  giftingRestrictionsCategories: z.object({
    allow: z.array(id('tag')).max(200).default([]),
    disallow: z.array(id('tag')).max(200).default([]),
  }),
  giftingRestrictionsPrice: z
    .object({ min: pence().nullable().default(null), max: pence().nullable().default(null) })
    .refine(({ min, max }) => min === null || max === null || min <= max, {
      path: ['max'],
      message: 'must not be below min',
    }),
}
export const BudgetFields = z.object(fields).partial()
export type BudgetFields = z.output<typeof BudgetFields>
export const NewBudget = BudgetFields.extend({
  name: fields.name,
  budgetAmount: fields.budgetAmount,
  frequency: fields.frequency,
})
export type NewBudget = z.output<typeof NewBudget>

const base = { tag: 'Automated budgets', access: 'session', errors: ['not_found'] } as const
const params = z.object({ id: id('automatedBudget') })
const writing = ['not_found', 'wrong_state'] as const
const root = '/v3/automated-budgets' as const

export const listBudgets = endpoint({
  ...base,
  id: 'listBudgets',
  method: 'GET',
  path: root,
  summary: 'Automated budgets of the team and its subteams, the newest first.',
  permission: seesBudgets,
  query: z.object({
    ...cursorQuery,
    status: list(BudgetStatus),
    /** Live ones whose last run failed, or all the others. */
    failing: z.enum(['true', 'false']).optional(),
    /** Those with a participant whose address or name holds this. */
    participant: text(254).min(2).optional(),
  }),
  response: cursorPage(BudgetOverview),
})

export const createBudget = endpoint({
  ...base,
  id: 'createBudget',
  method: 'POST',
  path: root,
  summary:
    'Makes a draft. Gifts go by email only, and stay valid for 30 days (365 on the free plan), unless told otherwise.',
  permission: 'create-automated-budget',
  status: 201,
  idempotent: true,
  body: NewBudget,
  sentBack: { record: BudgetOverview, creates: true },
  response: data(BudgetOverview),
  errors: ['not_found', 'plan_limit_reached'],
})

export const getBudget = endpoint({
  ...base,
  id: 'getBudget',
  method: 'GET',
  path: `${root}/{id}`,
  summary: 'One budget.',
  permission: seesBudgets,
  params,
  response: data(BudgetOverview),
})

export const getBudgetChanges = endpoint({
  ...base,
  id: 'getBudgetChanges',
  method: 'GET',
  path: `${root}/{id}/changes`,
  summary: 'How a live budget was at its last run; null where nothing was changed since, and of one that is not live.',
  permission: seesBudgets,
  params,
  response: data(BudgetChanges.nullable()),
})

export const previewBudget = endpoint({
  ...base,
  id: 'previewBudget',
  impersonation: 'look',
  method: 'POST',
  path: `${root}/{id}/preview`,
  summary:
    'What changes would make of a budget, all of them together: the budget with them, its runs to come and what these cost. Refused as the change itself would be; changes nothing.',
  permission: 'create-automated-budget',
  params,
  query: z.object({ runs: z.coerce.number().int().min(1).max(120).default(12) }),
  body: BudgetFields,
  response: data(
    z.object({
      budget: BudgetOverview,
      forecast: Forecast,
      /** Of the runs to come. */
      dates: z.array(z.string()),
    }),
  ),
  errors: writing,
})

export const updateBudget = endpoint({
  ...base,
  id: 'updateBudget',
  method: 'PUT',
  path: `${root}/{id}`,
  summary:
    'Changes what is given; the rest stays. Once it is scheduled or live its schedule is fixed; an ended one does not change.',
  permission: 'create-automated-budget',
  params,
  query: z.object({ unchangedSince: instant().optional() }),
  body: BudgetFields,
  sentBack: { record: BudgetOverview, statusBy: 'start, stop and unschedule change it' },
  response: data(BudgetOverview),
  errors: [...writing, 'conflict'],
})

export const deleteBudget = endpoint({
  ...base,
  id: 'deleteBudget',
  method: 'DELETE',
  path: `${root}/{id}`,
  summary: 'Deletes a draft.',
  permission: 'create-automated-budget',
  params,
  response: data(success()),
  errors: writing,
})

export const copyBudget = endpoint({
  ...base,
  id: 'copyBudget',
  method: 'POST',
  path: `${root}/{id}/copies`,
  summary:
    'Makes a draft like another budget, from its next date on: with the same wallet and card where they can still pay, and with its people if wished.',
  permission: 'create-automated-budget',
  params,
  status: 201,
  idempotent: true,
  body: z.object({ withParticipants: z.boolean().default(false) }).default({ withParticipants: false }),
  response: data(BudgetOverview),
  errors: ['not_found', 'plan_limit_reached'],
})

export const startBudget = endpoint({
  ...base,
  id: 'startBudget',
  method: 'POST',
  path: `${root}/{id}/start`,
  summary: 'Starts at the start date, or now where there is none ahead. `startNow` does not wait for it.',
  permission: 'start-automated-budget',
  params,
  body: z.object({ startNow: z.boolean().default(false) }).default({ startNow: false }),
  response: data(BudgetOverview),
  idempotent: true,
  errors: writing,
})

export const stopBudget = endpoint({
  ...base,
  id: 'stopBudget',
  method: 'POST',
  path: `${root}/{id}/stop`,
  summary:
    'Ends a live budget once a run under way is over; all unspent money goes back. Gifts that were sent still work.',
  permission: 'start-automated-budget',
  params,
  response: data(BudgetOverview),
  idempotent: true,
  errors: writing,
})

export const unscheduleBudget = endpoint({
  ...base,
  id: 'unscheduleBudget',
  method: 'POST',
  path: `${root}/{id}/unschedule`,
  summary: 'Makes a scheduled budget a draft again.',
  permission: 'start-automated-budget',
  params,
  response: data(BudgetOverview),
  idempotent: true,
  errors: writing,
})

export const budgetEndpoints = {
  listBudgets,
  createBudget,
  getBudget,
  getBudgetChanges,
  previewBudget,
  updateBudget,
  deleteBudget,
  copyBudget,
  startBudget,
  stopBudget,
  unscheduleBudget,
}
