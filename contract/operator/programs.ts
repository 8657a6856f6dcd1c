import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { reason } from '../core/operators.ts'
import { data, id, success, text } from '../core/shapes.ts'
import { givenRoles } from './customer-members.ts'

/** As it is typed into the program: lower case, and never another's. */
const clientId = () =>
  z
    .string()
    .regex(/^[a-z0-9][a-z0-9-]{1,60}$/, 'must be lower-case letters, digits and hyphens')
    .meta({ free: true })

const base = { tag: 'Operator', access: 'operator', method: 'POST', response: data(success()) } as const
const WAITS = 'Another operator confirms it, and is shown its secret once.'

export const askForProgram = endpoint({
  ...base,
  id: 'askForProgram',
  path: '/v3/operator/customers/{id}/programs',
  summary: `Asks for a program of a customer’s, which acts in the team with a role. ${WAITS}`,
  operator: { permission: 'change-members', needsReason: true },
  params: z.object({ id: id('team') }),
  body: z.object({
    clientId: clientId(),
    name: text(100).min(1, 'is needed'),
    roleGroupId: z.enum(givenRoles),
    reason: reason(),
  }),
  errors: ['not_found', 'wrong_state', 'conflict', 'plan_limit_reached'],
})

export const askForTillProgram = endpoint({
  ...base,
  id: 'askForTillProgram',
  path: '/v3/operator/merchants/{id}/programs',
  summary: `Asks for a program of a merchant’s tills, which redeems gifts. ${WAITS}`,
  operator: { permission: 'manage-settlements', needsReason: true },
  params: z.object({ id: id('brand') }),
  body: z.object({ clientId: clientId(), name: text(100).min(1, 'is needed'), reason: reason() }),
  errors: ['not_found', 'wrong_state', 'conflict'],
})

export const programEndpoints = { askForProgram, askForTillProgram }
