import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { operatorRoles, reason } from '../core/operators.ts'
import { data, email, id, success, text } from '../core/shapes.ts'

const OperatorEntry = z.object({
  id: z.string(),
  email: z.string(),
  name: z.string(),
  role: z.enum(operatorRoles),
  isActive: z.boolean(),
  /** Whether they have signed in and added an authenticator app. */
  hasSecondFactor: z.boolean(),
})
export type OperatorEntry = z.infer<typeof OperatorEntry>

const base = { tag: 'Operator', access: 'operator' } as const
const params = z.object({ id: id('operator') })
const WAITS = 'Another operator confirms it.'

export const listOperators = endpoint({
  ...base,
  id: 'listOperators',
  method: 'GET',
  path: '/v3/operator/operators',
  summary: 'Everyone who is or was an operator, the newest first.',
  operator: { permission: 'manage-operators' },
  response: data(z.array(OperatorEntry)),
})

export const askForOperator = endpoint({
  ...base,
  id: 'askForOperator',
  method: 'POST',
  path: '/v3/operator/operators',
  summary: `Asks for a new operator, who is then emailed a link to choose a password with. ${WAITS}`,
  operator: { permission: 'manage-operators', needsReason: true },
  body: z.object({
    email: email(),
    name: text(100).min(1, 'is needed'),
    role: z.enum(operatorRoles),
    reason: reason(),
  }),
  response: data(success()),
  errors: ['wrong_state', 'conflict'],
})

export const askForOperatorReset = endpoint({
  ...base,
  id: 'askForOperatorReset',
  method: 'POST',
  path: '/v3/operator/operators/{id}/reset',
  summary: `Asks that an operator who lost password or phone, or is back, is emailed a link to new ones. ${WAITS}`,
  operator: { permission: 'manage-operators', needsReason: true },
  params,
  body: z.object({ role: z.enum(operatorRoles).optional(), reason: reason() }),
  response: data(success()),
  errors: ['not_found', 'wrong_state'],
})

export const askForOperatorEnd = endpoint({
  ...base,
  id: 'askForOperatorEnd',
  method: 'POST',
  path: '/v3/operator/operators/{id}/end',
  summary: `Asks that someone is an operator no longer. ${WAITS}`,
  operator: { permission: 'manage-operators', needsReason: true },
  params,
  body: z.object({ reason: reason() }),
  response: data(success()),
  errors: ['not_found', 'wrong_state'],
})

export const operatorListEndpoints = { listOperators, askForOperator, askForOperatorReset, askForOperatorEnd }
