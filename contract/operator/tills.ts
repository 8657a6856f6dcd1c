import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { reason } from '../core/operators.ts'
import { data, id, success, text } from '../core/shapes.ts'

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
  /** Of a till of the till page: looks that were refused, in the last thirty days. */
  refusedLooks: z.int(),
  lastRefusedLookAt: z.string().nullable(),
  /** Of a till of the till page: where it stands, since when its browser is signed in, and until when its code waits; null for a program. */
  page: z
    .object({
      store: z.object({ id: z.string(), name: z.string() }),
      signedInAt: z.string().nullable(),
      lastUsedAt: z.string().nullable(),
      codeUntil: z.string().nullable(),
    })
    .nullable(),
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

/** Typed once at the store, until then; it cannot be read again. */
export const TillCode = z.object({ id: z.string(), code: z.string(), until: z.string() })
export type TillCode = z.infer<typeof TillCode>

/** Where a till of the till page can stand: open stores of merchants whose own codes are on sale. */
const TillShop = z.object({ id: z.string(), name: z.string(), merchant: z.string() })

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
  summary:
    'Every till that works, those that tried gifts’ ids first, the latest fifty gifts that were tried, and where a till of the till page can stand.',
  operator: { permission: 'view-settlements' },
  response: data(z.object({ tills: z.array(Till), tries: z.array(TillTry), shops: z.array(TillShop) })),
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

export const createTillSignIn = endpoint({
  ...tills,
  id: 'createTillSignIn',
  method: 'POST',
  path: '/v3/operator/tills/sign-ins',
  summary: 'Makes a till of the till page for one store, and the code that signs its browser in.',
  operator: { permission: 'manage-settlements', needsReason: true },
  body: z.object({ storeId: id('store'), name: text(100).min(1), reason: reason() }),
  response: data(TillCode),
  errors: ['not_found'],
})

export const renewTillCode = endpoint({
  ...change,
  id: 'renewTillCode',
  path: '/v3/operator/tills/{id}/code',
  summary:
    'A new code for a till of the till page, in another browser or after thirty days: the one it is signed in on is signed out.',
  response: data(TillCode),
})

export const endTill = endpoint({
  ...change,
  id: 'endTill',
  path: '/v3/operator/tills/{id}/end',
  summary: 'Signs a till of the till page out for good. What it redeemed stays as it is.',
})

export const tillEndpoints = { listTills, allowTillIds, refuseTillIds, createTillSignIn, renewTillCode, endTill }
