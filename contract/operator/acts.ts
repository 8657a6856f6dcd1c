import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { cursorPage, cursorQuery, freeText, instant } from '../core/shapes.ts'
import { OperatorActEntry } from './customers.ts'

export const listOperatorActs = endpoint({
  id: 'listOperatorActs',
  method: 'GET',
  path: '/v3/operator/acts',
  tag: 'Operator',
  summary: 'What operators did, the newest first: all, or by act, operator and days.',
  access: 'operator',
  operator: { permission: 'view-acts' },
  query: z.object({
    ...cursorQuery,
    /** An act by its name, such as `refundPurchase`. */
    action: freeText(100).optional(),
    /** A part of an operator’s name or address. */
    who: freeText(200).optional(),
    /** Inclusive. */
    from: instant().optional(),
    /** Exclusive. */
    to: instant().optional(),
  }),
  response: cursorPage(OperatorActEntry),
})

export const operatorActEndpoints = { listOperatorActs }
