import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { reason } from '../core/operators.ts'
import { data, email, id, success, text } from '../core/shapes.ts'

/** Roles that an operator may give; participants of budgets come with their budget. */
export const givenRoles = ['team-admin', 'subteam-admin', 'team-viewer', 'participant'] as const

const base = {
  tag: 'Operator',
  access: 'operator',
  method: 'POST',
  operator: { permission: 'change-members', needsReason: true },
  response: data(success()),
} as const
const member = z.object({ id: id('team'), userId: id('user') })
const WAITS = 'Another operator confirms it.'

export const askForCustomerMember = endpoint({
  ...base,
  id: 'askForCustomerMember',
  path: '/v3/operator/customers/{id}/members',
  summary: `Asks that someone becomes a member of a customer’s team, such as where its only admin has left. Without an account they are emailed a link to choose a password with. ${WAITS}`,
  params: z.object({ id: id('team') }),
  body: z.object({
    email: email(),
    firstName: text(100).optional(),
    surname: text(100).optional(),
    roleGroupId: z.enum(givenRoles),
    reason: reason(),
  }),
  errors: ['not_found', 'wrong_state', 'plan_limit_reached'],
})

export const askForCustomerRole = endpoint({
  ...base,
  id: 'askForCustomerRole',
  path: '/v3/operator/customers/{id}/members/{userId}/role',
  summary: `Asks that a member of a customer’s team gets another role. ${WAITS}`,
  params: member,
  body: z.object({ roleGroupId: z.enum(givenRoles), reason: reason() }),
  errors: ['not_found', 'wrong_state', 'plan_limit_reached'],
})

export const askForCustomerMemberEnd = endpoint({
  ...base,
  id: 'askForCustomerMemberEnd',
  path: '/v3/operator/customers/{id}/members/{userId}/end',
  summary: `Asks that someone is a member of a customer’s team no longer, nor of anything under it. ${WAITS}`,
  params: member,
  body: z.object({ reason: reason() }),
  errors: ['not_found', 'wrong_state'],
})

export const askForSecondStepOff = endpoint({
  ...base,
  id: 'askForSecondStepOff',
  path: '/v3/operator/customers/{id}/members/{userId}/second-step-off',
  summary: `Asks that a member of a customer’s team signs in with one step, who lost phone and recovery codes; they are told by email. ${WAITS}`,
  params: member,
  body: z.object({ reason: reason() }),
  errors: ['not_found', 'wrong_state'],
})

export const customerMemberEndpoints = {
  askForCustomerMember,
  askForCustomerRole,
  askForCustomerMemberEnd,
  askForSecondStepOff,
}
