import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { cursorPage, cursorQuery, freeText, id, instant } from '../core/shapes.ts'
import { Approval } from '../orders/approvals.ts'
import { Customer, OperatorActEntry } from './customers.ts'

const base = {
  tag: 'Operator',
  access: 'operator',
  operator: { permission: 'view-console' },
  method: 'GET',
  params: z.object({ id: id('team') }),
  query: z.object(cursorQuery),
  errors: ['not_found'],
} as const

export const listCustomerPurchases = endpoint({
  ...base,
  id: 'listCustomerPurchases',
  path: '/v3/operator/customers/{id}/purchases',
  summary: 'All purchases of a customer and its subteams, the newest first.',
  response: cursorPage(Customer.shape.purchases.element),
})

export const listCustomerApprovals = endpoint({
  ...base,
  id: 'listCustomerApprovals',
  path: '/v3/operator/customers/{id}/approvals',
  summary:
    'Orders of a customer and its subteams that wait for another person’s approval, and those that did, the newest first.',
  response: cursorPage(
    Approval.pick({
      orderId: true,
      status: true,
      productName: true,
      quantity: true,
      currency: true,
      reason: true,
    }).extend({
      id: z.string(),
      title: z.string().nullable(),
      team: z.string(),
      buyer: z.string(),
      totalPence: z.int(),
      limitPence: z.int(),
      askedAt: z.string(),
      endsAt: z.string(),
      decidedAt: z.string().nullable(),
      decidedBy: z.string().nullable(),
      /** What was said with the decision, such as why it was declined. */
      note: z.string().nullable(),
      purchaseId: z.string().nullable(),
      /** Of one that waits: the addresses of those who may decide. */
      approvers: z.array(z.string()),
    }),
  ),
})
export type CustomerApproval = z.infer<typeof listCustomerApprovals.response>['data'][number]

export const listCustomerMembers = endpoint({
  ...base,
  id: 'listCustomerMembers',
  path: '/v3/operator/customers/{id}/members',
  summary: 'Everyone who is a member of a customer’s team, by address.',
  query: z.object({ ...cursorQuery, userId: id('user').optional() }),
  response: cursorPage(Customer.shape.members.element),
})

export const listCustomerEvents = endpoint({
  ...base,
  id: 'listCustomerEvents',
  path: '/v3/operator/customers/{id}/events',
  summary: 'The whole audit trail of a customer and its subteams, the newest first: all, or by act, person and days.',
  query: z.object({
    ...cursorQuery,
    /** An act by its name, such as `team.updated`. */
    action: freeText(100).optional(),
    /** A part of the name or address of anyone who did it, or of a program’s name. */
    who: freeText(200).optional(),
    /** Inclusive. */
    from: instant().optional(),
    /** Exclusive. */
    to: instant().optional(),
  }),
  response: cursorPage(Customer.shape.events.element),
})

export const listCustomerActs = endpoint({
  ...base,
  id: 'listCustomerActs',
  path: '/v3/operator/customers/{id}/acts',
  summary: 'All that operators did to a customer and its subteams, the newest first.',
  response: cursorPage(OperatorActEntry),
})

export const customerListEndpoints = {
  listCustomerPurchases,
  listCustomerApprovals,
  listCustomerMembers,
  listCustomerEvents,
  listCustomerActs,
}
