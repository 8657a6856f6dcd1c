import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { cursorPage, cursorQuery } from '../core/shapes.ts'
import { OperatorActEntry } from './customers.ts'

export const listOperatorActs = endpoint({
  id: 'listOperatorActs',
  method: 'GET',
  path: '/v3/operator/acts',
  tag: 'Operator',
  summary: 'What operators did, the newest first.',
  access: 'operator',
  operator: { permission: 'view-acts' },
  query: z.object(cursorQuery),
  response: cursorPage(OperatorActEntry),
})

export const operatorActEndpoints = { listOperatorActs }
