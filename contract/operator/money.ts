import { z } from 'zod'
import { Execution } from '../budgets/budget-runs.ts'
import { BudgetOverview } from '../budgets/budgets.ts'
import { Participant } from '../budgets/participants.ts'
import { endpoint } from '../core/endpoint.ts'
import { data, freeText, id } from '../core/shapes.ts'
import { Customer } from './customers.ts'

const base = {
  tag: 'Operator',
  access: 'operator',
  method: 'GET',
  operator: { permission: 'view-console' },
  errors: ['not_found'],
} as const

const NamedRecord = z.object({ id: z.string(), name: z.string() })

/** A budget as its own team reads it, for who is asked about it. */
export const OperatorBudget = z.object({
  budget: BudgetOverview,
  customer: NamedRecord,
  wallet: NamedRecord,
  madeBy: z.string(),
  /** Whether its team helps people in need: its roles are called otherwise. */
  isSupport: z.boolean(),
  /** The latest ten. */
  runs: z.array(Execution),
  /** By address: the first fifty, or those that were looked for. */
  people: z.array(Participant),
  hasMorePeople: z.boolean(),
  /** The latest 25 of its audit trail. */
  events: Customer.shape.events,
})
export type OperatorBudget = z.infer<typeof OperatorBudget>

export const getOperatorBudget = endpoint({
  ...base,
  id: 'getOperatorBudget',
  path: '/v3/operator/budgets/{id}',
  summary: 'A budget: its rule as it stands, its people, its last and next runs, and who changed what.',
  params: z.object({ id: id('automatedBudget') }),
  query: z.object({ person: freeText(100).optional() }),
  response: data(OperatorBudget),
})

export const OperatorWallet = z.object({
  id: z.string(),
  name: z.string(),
  reference: z.string(),
  currency: z.string(),
  isClosed: z.boolean(),
  customer: NamedRecord,
  /** The budget whose participant it belongs to; null for a team’s own. */
  budget: NamedRecord.nullable(),
  isSupport: z.boolean(),
  availablePence: z.int(),
  committedPence: z.int(),
  /** The latest 25, the newest first: what each changed in what can be spent, and in what live gifts hold. */
  movements: z.array(
    z.object({
      id: z.string(),
      at: z.string(),
      description: z.string(),
      availablePence: z.int(),
      committedPence: z.int(),
    }),
  ),
  /** The latest 25 of its audit trail. */
  events: Customer.shape.events,
})
export type OperatorWallet = z.infer<typeof OperatorWallet>

export const getOperatorWallet = endpoint({
  ...base,
  id: 'getOperatorWallet',
  path: '/v3/operator/wallets/{id}',
  summary: 'A wallet: its balance, its last movements, and who changed what.',
  params: z.object({ id: id('wallet') }),
  response: data(OperatorWallet),
})

export const operatorMoneyEndpoints = { getOperatorBudget, getOperatorWallet }
