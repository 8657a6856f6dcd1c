import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { reason } from '../core/operators.ts'
import { data, success } from '../core/shapes.ts'

/** A merchant's till, and whether it may redeem gifts by their ids. */
export const Till = z.object({
  id: z.string(),
  name: z.string(),
  merchant: z.object({ id: z.string(), name: z.string() }),
  /** Since when, who let it and why; null where ids are refused. */
  allowsIds: z.object({ at: z.string(), by: z.string(), reason: z.string() }).nullable(),
  /** Refused tries of the last thirty days. */
  tries: z.int(),
  lastTryAt: z.string().nullable(),
})
export type Till = z.infer<typeof Till>

export const TillTry = z.object({
  till: z.object({ id: z.string(), name: z.string() }),
  hugggId: z.string(),
  transactionId: z.string(),
  tries: z.int(),
  lastAt: z.string(),
})
export type TillTry = z.infer<typeof TillTry>

const tills = { tag: 'Operator', access: 'operator' } as const
const change = {
  ...tills,
  method: 'POST',
  operator: { permission: 'manage-settlements', needsReason: true },
  params: z.object({ id: z.string().min(1).max(100).meta({ free: true }) }),
  body: z.object({ reason: reason() }),
  response: data(success()),
  errors: ['not_found'],
} as const

export const listTills = endpoint({
  ...tills,
  id: 'listTills',
  method: 'GET',
  path: '/v3/operator/tills',
  summary: 'Every till that works, those that tried gifts’ ids first, and the latest fifty gifts that were tried.',
  operator: { permission: 'view-settlements' },
  response: data(z.object({ tills: z.array(Till), tries: z.array(TillTry) })),
})

export const allowTillIds = endpoint({
  ...change,
  id: 'allowTillIds',
  path: '/v3/operator/tills/{id}/ids/allow',
  summary: 'Lets one till redeem gifts by their ids, once their recipients have opened them.',
})

export const refuseTillIds = endpoint({
  ...change,
  id: 'refuseTillIds',
  path: '/v3/operator/tills/{id}/ids/refuse',
  summary: 'A till redeems by barcode, short code or code only, from now on.',
})

export const tillEndpoints = { listTills, allowTillIds, refuseTillIds }
