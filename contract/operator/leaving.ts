import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { data } from '../core/shapes.ts'
import { TeamLeaving } from '../teams/leaving.ts'

/** A customer who asked to leave, the longest wait first. */
export const LeavingCustomer = z.object({
  team: z.object({ id: z.string(), name: z.string() }),
  askedBy: z.string(),
  dateAsked: z.string(),
  /** Not before: until then their colleagues may take it back. */
  dateFrom: z.string(),
  payment: z.object({
    payee: z.string(),
    sortCode: z.string(),
    accountNumber: z.string(),
    /** Whether the name on the account reads like the customer’s own. */
    isOwnName: z.boolean(),
  }),
  money: TeamLeaving.shape.money,
  blockedBy: z.string().nullable(),
  /** Wallets with something to pay out. */
  wallets: z.array(
    z.object({ reference: z.string(), name: z.string(), currency: z.string(), availablePence: z.int() }),
  ),
})
export type LeavingCustomer = z.infer<typeof LeavingCustomer>

export const listLeavingCustomers = endpoint({
  tag: 'Operator',
  access: 'operator',
  id: 'listLeavingCustomers',
  method: 'GET',
  path: '/v3/operator/leaving-customers',
  summary: 'Customers who asked to have their balance paid out and their account closed.',
  operator: { permission: 'view-payouts' },
  response: data(z.array(LeavingCustomer)),
})

export const leavingCustomerEndpoints = { listLeavingCustomers }
