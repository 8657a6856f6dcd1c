import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { seesCelebrations } from '../core/permissions.ts'
import { cursorPage, cursorQuery, data, freeText, id, list, personalName, success, text } from '../core/shapes.ts'
import { PurchaseProblem } from '../orders/purchase.ts'

const occasions = ['birthday', 'work-anniversary'] as const
export const Occasion = z.enum(occasions)
export type Occasion = z.infer<typeof Occasion>

/** How far ahead a preview looks. */
export const PREVIEW_DAYS = 30
/** How many days ahead a gift that needs approval is put before an admin. */
export const APPROVAL_DAYS = 7
/** A gift that could not be bought, or was not approved, is given this many days late at most. */
export const LATE_DAYS = 7
export const MAX_CELEBRATION_RULES = 50

/**
 * awaiting-approval: put before an admin · due: bought on its day, and tried again where that failed · given: bought ·
 * skipped: an admin decided against it · missed: {@link LATE_DAYS} days have passed
 */
const celebrationStatuses = ['awaiting-approval', 'due', 'given', 'skipped', 'missed'] as const
export const CelebrationStatus = z.enum(celebrationStatuses)
export type CelebrationStatus = z.infer<typeof CelebrationStatus>

const fields = {
  name: text(100).min(1),
  occasion: Occasion,
  linkedAccountId: id('linkedAccount'),
  /** As `listEmployeeGroups` names it; null for everyone in the system. */
  groupId: freeText(200).min(1).nullish(),
  productId: id('product'),
  /** Of the team acted in. */
  walletId: id('wallet'),
  /** Unset: the name of the rule's owner. */
  fromName: personalName(100).nullish(),
  message: text(2000).nullish(),
  reasonCode: text(100).nullish(),
  /** IANA zone in which days begin; gifts go out at 9 in the morning there. Unset: the caller's own. */
  timeZone: text(64).min(1).optional(),
  /** Whether an admin must approve each gift. */
  needsApproval: z.boolean(),
  /** Whether everyone it may celebrate is 18 or over; needed for a product with `over18`. */
  over18: z.boolean().optional(),
}

export const CelebrationRule = z.object({
  id: z.uuid(),
  teamId: z.uuid(),
  name: z.string(),
  occasion: Occasion,
  linkedAccountId: z.uuid(),
  groupId: z.string().nullable(),
  /** Null for everyone in the system, and where the group is gone. */
  groupName: z.string().nullable(),
  productId: z.uuid(),
  productName: z.string(),
  walletId: z.uuid(),
  walletName: z.string(),
  fromName: z.string().nullable(),
  message: z.string().nullable(),
  reasonCode: z.string().nullable(),
  timeZone: z.string(),
  needsApproval: z.boolean(),
  over18: z.boolean(),
  status: z.enum(['active', 'paused']),
  /** In whose name gifts are bought, and who is told. */
  ownerId: z.uuid(),
  /** Gifts that wait for an admin. */
  awaitingApproval: z.int(),
  /** Gifts that could not be bought, and are tried again. */
  failing: z.int(),
  nextRunAt: z.string().nullable(),
  dateCreated: z.string(),
  dateModified: z.string(),
})
export type CelebrationRule = z.infer<typeof CelebrationRule>

export const Celebration = z.object({
  id: z.uuid(),
  ruleId: z.uuid(),
  ruleName: z.string(),
  occasion: Occasion,
  /** Empty where the HR system no longer tells of the person. */
  name: z.string(),
  /** Of a birthday, without `team-admin`: the day its gift was bought. */
  day: z.string(),
  /** Years at work, of an anniversary. */
  years: z.int().nullable(),
  status: CelebrationStatus,
  /** The code of the error that the last try to buy ended with. */
  problem: z.string().nullable(),
  transactionId: z.uuid().nullable(),
  /** The order that waits for approval, where the gift is above a limit of the team. */
  orderId: z.uuid().nullable(),
})
export type Celebration = z.infer<typeof Celebration>

export const CelebrationPreview = z.object({
  from: z.string(),
  until: z.string(),
  celebrations: z.array(z.object({ name: z.string(), day: z.string(), years: z.int().nullable() })),
  /** People who are celebrated at some time of the year. */
  people: z.int(),
  /** People in the group who never are: without a date, or without an address at work. */
  withoutDate: z.int(),
  withoutAddress: z.int(),
  currency: z.string(),
  /** Pence: one gift with its fee and VAT. */
  costPerGift: z.int(),
  /** Pence: all that are shown. */
  cost: z.int(),
  /** Pence in the wallet now. */
  available: z.int(),
  /** What stands against buying such a gift now. */
  problems: z.array(PurchaseProblem),
})
export type CelebrationPreview = z.infer<typeof CelebrationPreview>

const base = { tag: 'Celebrations', access: 'session', permission: 'team-admin' } as const
const ruleParams = z.object({ id: id('celebrationRule') })
const celebrationParams = z.object({ id: id('celebration') })
const rules = '/v3/celebrations/rules' as const

export const listCelebrationRules = endpoint({
  ...base,
  id: 'listCelebrationRules',
  permission: seesCelebrations,
  method: 'GET',
  path: rules,
  summary: 'The rules by which the team and its subteams give on birthdays and work anniversaries.',
  response: data(z.array(CelebrationRule)),
})

export const getCelebrationRule = endpoint({
  ...base,
  id: 'getCelebrationRule',
  permission: seesCelebrations,
  method: 'GET',
  path: `${rules}/{id}`,
  summary: 'One rule.',
  params: ruleParams,
  errors: ['not_found'],
  response: data(CelebrationRule),
})

export const previewCelebrations = endpoint({
  ...base,
  id: 'previewCelebrations',
  impersonation: 'look',
  method: 'POST',
  path: `${rules}/previews`,
  summary: `Whom a rule would celebrate in the next ${PREVIEW_DAYS} days and what that would cost. Changes nothing.`,
  body: z.object(fields).omit({ name: true, needsApproval: true }),
  errors: ['not_found'],
  response: data(CelebrationPreview),
})

export const createCelebrationRule = endpoint({
  ...base,
  id: 'createCelebrationRule',
  method: 'POST',
  path: rules,
  summary: `Gives automatically from the next 9 in the morning on: one gift a person and year. At most ${MAX_CELEBRATION_RULES} rules.`,
  body: z.object({ ...fields, needsApproval: fields.needsApproval.default(false) }),
  idempotent: true,
  status: 201,
  errors: ['not_found', 'wrong_state', 'restricted', 'plan_limit_reached', 'conflict', 'idempotency_key_reused'],
  response: data(CelebrationRule),
})

export const updateCelebrationRule = endpoint({
  ...base,
  id: 'updateCelebrationRule',
  method: 'PATCH',
  path: `${rules}/{id}`,
  summary:
    'Changes, pauses or resumes a rule. Days that pass while it is paused are not made up for. Its occasion and HR system stay.',
  params: ruleParams,
  body: z
    .object({ ...fields, status: z.enum(['active', 'paused']) })
    .omit({ occasion: true, linkedAccountId: true })
    .partial(),
  errors: ['not_found', 'restricted', 'plan_limit_reached'],
  response: data(CelebrationRule),
})

export const deleteCelebrationRule = endpoint({
  ...base,
  id: 'deleteCelebrationRule',
  method: 'DELETE',
  path: `${rules}/{id}`,
  summary: 'Deletes a rule. Gifts that were given stay.',
  params: ruleParams,
  errors: ['not_found'],
  response: data(success()),
})

export const listCelebrations = endpoint({
  ...base,
  id: 'listCelebrations',
  permission: seesCelebrations,
  method: 'GET',
  path: '/v3/celebrations',
  summary:
    'Days that rules have come upon, the latest first. Birthdays are an admin’s: others see those that a gift was given for, by the day it was bought.',
  query: z.object({ ...cursorQuery, ruleId: id('celebrationRule').optional(), status: list(CelebrationStatus) }),
  errors: ['not_found'],
  response: cursorPage(Celebration),
})

export const approveCelebration = endpoint({
  ...base,
  id: 'approveCelebration',
  method: 'POST',
  path: '/v3/celebrations/{id}/approvals',
  summary: 'Lets a gift be bought on its day, or at once where that has come.',
  params: celebrationParams,
  idempotent: true,
  errors: ['not_found', 'wrong_state', 'conflict', 'idempotency_key_reused'],
  response: data(Celebration),
})

export const skipCelebration = endpoint({
  ...base,
  id: 'skipCelebration',
  method: 'POST',
  path: '/v3/celebrations/{id}/skips',
  summary: 'Gives a person nothing by this rule this year.',
  params: celebrationParams,
  idempotent: true,
  errors: ['not_found', 'wrong_state', 'conflict', 'idempotency_key_reused'],
  response: data(Celebration),
})

export const celebrationEndpoints = {
  listCelebrationRules,
  getCelebrationRule,
  previewCelebrations,
  createCelebrationRule,
  updateCelebrationRule,
  deleteCelebrationRule,
  listCelebrations,
  approveCelebration,
  skipCelebration,
}
