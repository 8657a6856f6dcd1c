import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { seesBudgets } from '../core/permissions.ts'
import { data, freeText, hostname, id, pence, success } from '../core/shapes.ts'

/** Why a change is too large to be made automatically. */
const feedStops = ['leavers', 'joiners', 'cost', 'participants'] as const
export type FeedStop = (typeof feedStops)[number]

const settings = {
  linkedAccountId: id('linkedAccount'),
  /** As `listEmployeeGroups` names it. */
  groupId: freeText(200).min(1),
  /** Only people with addresses of these are invited. */
  emailDomains: z.array(hostname()).min(1).max(20),
  /** Pence that a run may cost after an automatic change; null for no limit. */
  maxRunCost: pence().min(1).nullish(),
}

export const BudgetFeed = z.object({
  automationId: z.uuid(),
  linkedAccountId: z.uuid(),
  groupId: z.string(),
  /** Null where the group is gone: everyone in it counts as a leaver. */
  groupName: z.string().nullable(),
  emailDomains: z.array(z.string()),
  maxRunCost: z.int().nullable(),
  /** Not empty while a change waits for an admin. */
  heldReasons: z.array(z.enum(feedStops)),
  heldAt: z.string().nullable(),
  dateApplied: z.string(),
})
export type BudgetFeed = z.infer<typeof BudgetFeed>

const Person = z.object({ name: z.string(), email: z.string() })

export const FeedDifference = z.object({
  joiners: z.array(Person),
  leavers: z.array(Person.extend({ participantId: z.string() })),
  /** Invited at an address that is theirs no more: invited again. */
  changed: z.array(Person.extend({ participantId: z.string(), previousEmail: z.string() })),
  /** In the group, and not invited. */
  skipped: z.array(
    z.object({
      name: z.string(),
      email: z.string().nullable(),
      reason: z.enum(['no_address', 'other_domain', 'same_address', 'taken_out']),
    }),
  ),
  /** In the budget already, also those who were added by hand. */
  staying: z.int(),
  /** Added by hand and not in the group: left alone. */
  unrelated: z.int(),
  /** What the next run costs at most, once all have accepted. */
  runCost: z.int(),
  /** What would make this change wait for an admin, if it came automatically. */
  stops: z.array(z.enum(feedStops)),
  /** Names this very difference: send it with what applies it. */
  version: z.string(),
})
export type FeedDifference = z.infer<typeof FeedDifference>

const base = { tag: 'Automated budgets', access: 'session' } as const
const params = z.object({ id: id('automatedBudget') })
const root = '/v3/automated-budgets/{id}/feed' as const

export const getBudgetFeed = endpoint({
  ...base,
  id: 'getBudgetFeed',
  method: 'GET',
  path: root,
  summary: 'The group that a budget’s participants follow; null where they follow none.',
  permission: seesBudgets,
  params,
  errors: ['not_found'],
  response: data(BudgetFeed.nullable()),
})

export const previewBudgetFeed = endpoint({
  ...base,
  id: 'previewBudgetFeed',
  impersonation: 'look',
  method: 'POST',
  path: `${root}/previews`,
  summary: 'Who would join, leave or be invited again, if a budget followed a group. Changes nothing.',
  permission: 'create-automated-budget',
  params,
  body: z.object(settings),
  errors: ['not_found', 'wrong_state'],
  response: data(FeedDifference),
})

export const putBudgetFeed = endpoint({
  ...base,
  id: 'putBudgetFeed',
  method: 'PUT',
  path: root,
  summary:
    'Has a budget follow a group, and makes the change that was previewed; also the way to allow a change that waits.',
  permission: 'create-automated-budget',
  params,
  idempotent: true,
  body: z.object({
    ...settings,
    /** Of the preview: another difference by now is refused (409). */
    version: freeText(100).min(1),
  }),
  errors: ['not_found', 'wrong_state', 'conflict', 'plan_limit_reached'],
  response: data(BudgetFeed),
})

export const deleteBudgetFeed = endpoint({
  ...base,
  id: 'deleteBudgetFeed',
  method: 'DELETE',
  path: root,
  summary: 'Ends the following. Participants stay as they are.',
  permission: 'create-automated-budget',
  params,
  errors: ['not_found'],
  response: data(success()),
})

export const budgetFeedEndpoints = { getBudgetFeed, previewBudgetFeed, putBudgetFeed, deleteBudgetFeed }
