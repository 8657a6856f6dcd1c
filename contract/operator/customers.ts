import { z } from 'zod'
import { BudgetStatus } from '../budgets/budgets.ts'
import { endpoint } from '../core/endpoint.ts'
import { operatorRoles, reason } from '../core/operators.ts'
import { roleGroups } from '../core/permissions.ts'
import { data, email, id, pence, success, text } from '../core/shapes.ts'
import { OperatorMessage } from './messages.ts'
import { Program } from './programs.ts'
import { waits } from './waiting-acts.ts'

const Named = z.object({ id: z.string(), name: z.string() })

/** What an operator did to a customer. */
export const OperatorActEntry = z.object({
  id: z.string(),
  at: z.string(),
  /** Null: at the command line. */
  operator: z.object({ name: z.string(), role: z.enum(operatorRoles) }).nullable(),
  act: z.string(),
  /** `name`: a person’s address, a document’s number, a program’s or a team’s name. */
  subject: z.object({ kind: z.string(), id: z.string(), name: z.string().nullable() }),
  /** Where two operators do it: what it is, such as `second-step-off`. */
  waitingAct: z.string().nullable(),
  /** Of what is switched on or off, such as reminders: which. */
  isOn: z.boolean().nullable(),
  team: Named.nullable(),
  reason: z.string().nullable(),
})
export type OperatorActEntry = z.infer<typeof OperatorActEntry>

export const Customer = z.object({
  id: z.string(),
  name: z.string(),
  domain: z.string().nullable(),
  territory: z.string(),
  createdAt: z.string(),
  /** No one may act in it since then. */
  deactivatedAt: z.string().nullable(),
  closedAt: z.string().nullable(),
  /** When it asked to leave; null: it has not, or took that back. */
  leavingAskedAt: z.string().nullable(),
  parent: Named.nullable(),
  subteams: z.array(Named),
  plan: Named,
  /** Whether its people help people in need: their roles read otherwise then. */
  isSupport: z.boolean(),
  /** The plan it asked for and waits for. */
  planRequest: z.object({ plan: Named, askedBy: z.string(), askedAt: z.string() }).nullable(),
  credit: z.object({ limitPence: z.int(), owedPence: z.int() }),
  wallets: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      reference: z.string(),
      currency: z.string(),
      availablePence: z.int(),
      committedPence: z.int(),
      isClosed: z.boolean(),
    }),
  ),
  /** Its own, the newest first: at most twenty. */
  budgets: z.array(z.object({ id: z.string(), name: z.string(), status: BudgetStatus })),
  members: z.array(
    z.object({
      userId: z.string(),
      name: z.string(),
      email: z.string(),
      roleGroupId: z.enum(roleGroups),
      isActive: z.boolean(),
      hasSecondFactor: z.boolean(),
      /** Whether they agreed to be written to about new gifts. */
      wantsNews: z.boolean(),
    }),
  ),
  /** Whether anyone of its own members is its admin and can sign in. */
  hasAdmin: z.boolean(),
  programs: z.array(Program),
  /** The newest 25, of its subteams too; so are messages and events. */
  purchases: z.array(
    z.object({
      id: z.string(),
      at: z.string(),
      title: z.string().nullable(),
      quantity: z.int(),
      totalPence: z.int(),
      currency: z.string(),
      payment: z.enum(['walletCommitment', 'charge', 'invoice']),
      buyer: z.string(),
    }),
  ),
  messages: z.array(OperatorMessage),
  events: z.array(
    z.object({
      id: z.string(),
      at: z.string(),
      actor: z.string(),
      action: z.string(),
      subject: z.object({ kind: z.string(), id: z.string(), name: z.string().nullable() }),
      /** Where two operators do it: what it is, such as `second-step-off`. */
      waitingAct: z.string().nullable(),
      /** What was changed, where that is kept: a rule, a role, a limit. Values are as they are stored. */
      changes: z.array(z.object({ what: z.string(), from: z.unknown(), to: z.unknown() })),
      /** Fields that were changed, where their values are not kept. */
      fields: z.array(z.string()),
      /** Pence that moved; null where none did. */
      amount: z.int().nullable(),
      currency: z.string(),
    }),
  ),
  acts: z.array(OperatorActEntry),
  /** Until when operators may change things there, as an admin of the team or of one above it allows; else null. */
  changesAllowedUntil: z.string().nullable(),
})
export type Customer = z.infer<typeof Customer>

export const MOST_BUDGETS = 20

const base = { tag: 'Operator', access: 'operator', params: z.object({ id: id('team') }) } as const

export const getCustomer = endpoint({
  ...base,
  id: 'getCustomer',
  method: 'GET',
  path: '/v3/operator/customers/{id}',
  summary:
    'A customer on one page: plan, credit, wallets, members, purchases, messages, audit trail and operators’ acts.',
  operator: { permission: 'view-console' },
  response: data(Customer),
  errors: ['not_found'],
})

export const openCustomer = endpoint({
  tag: 'Operator',
  access: 'operator',
  id: 'openCustomer',
  method: 'POST',
  path: '/v3/operator/customers',
  summary:
    'A customer that can start: a team on a plan, its wallet, and its admin, who is emailed a link to choose a password with. One of the same name and admin is left as it is.',
  operator: { permission: 'open-customers', needsReason: true },
  body: z.object({
    name: text(200).min(1, 'is needed'),
    planId: id('plan'),
    adminEmail: email(),
    adminFirstName: text(100).optional(),
    adminSurname: text(100).optional(),
    businessName: text(200).nullable().optional(),
    domain: text(253).nullable().optional(),
    territory: z.enum(['GB', 'EU']).default('GB'),
    walletName: text(100).optional(),
    reason: reason(),
  }),
  response: data(z.object({ id: z.string(), isNew: z.boolean() })),
  errors: ['not_found', 'conflict'],
})

export const setCustomerCredit = endpoint({
  ...base,
  id: 'setCustomerCredit',
  method: 'POST',
  path: '/v3/operator/customers/{id}/credit',
  summary: 'How much the customer may owe by invoice. Raised by a large amount, it waits for another operator.',
  operator: { permission: 'set-credit', needsReason: true },
  body: z.object({ creditLimitPence: pence(), reason: reason() }),
  response: data(z.object({ beforePence: z.int(), waits: waits() })),
  errors: ['not_found', 'wrong_state'],
})

export const deactivateCustomer = endpoint({
  ...base,
  id: 'deactivateCustomer',
  method: 'POST',
  path: '/v3/operator/customers/{id}/deactivate',
  summary:
    'No one may act in the team and those below it, from the next request on. What runs automatically, such as budgets, continues; gifts that were sent stay valid.',
  operator: { permission: 'deactivate-customers', needsReason: true },
  body: z.object({ reason: reason() }),
  response: data(success()),
  errors: ['not_found', 'wrong_state'],
})

export const reactivateCustomer = endpoint({
  ...base,
  id: 'reactivateCustomer',
  method: 'POST',
  path: '/v3/operator/customers/{id}/reactivate',
  summary: 'Takes a deactivation back.',
  operator: { permission: 'deactivate-customers', needsReason: true },
  body: z.object({ reason: reason() }),
  response: data(success()),
  errors: ['not_found', 'wrong_state'],
})

export const approveCustomerPlan = endpoint({
  ...base,
  id: 'approveCustomerPlan',
  method: 'POST',
  path: '/v3/operator/customers/{id}/plan',
  summary: 'Gives the customer the plan it asked for.',
  operator: { permission: 'approve-plans', needsReason: true },
  body: z.object({ reason: reason() }),
  response: data(z.object({ plan: z.string() })),
  errors: ['not_found'],
})

export const customerEndpoints = {
  getCustomer,
  openCustomer,
  setCustomerCredit,
  deactivateCustomer,
  reactivateCustomer,
  approveCustomerPlan,
}
