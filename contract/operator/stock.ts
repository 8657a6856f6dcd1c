import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { reason } from '../core/operators.ts'
import { currency, data, freeText, id, pence, success } from '../core/shapes.ts'

/** Of the console's form; the command line takes more. */
const MAX_CODE_FILE_BYTES = 4 * 1024 * 1024

export const CodePool = z.object({
  productId: z.string(),
  name: z.string(),
  brand: z.string(),
  free: z.int(),
  taken: z.int(),
  /** Never handed out, and no longer of use. */
  expired: z.int(),
  lowBelow: z.int(),
  /** Recipients who were told to come back. */
  awaited: z.int(),
})
export type CodePool = z.infer<typeof CodePool>

export const Issuer = z.object({
  name: z.string(),
  /** Whether this installation is connected to it. */
  isConnected: z.boolean(),
  /** Of each currency, as its latest answer said. */
  floats: z.array(
    z.object({
      currency: z.string(),
      balancePence: z.int().nullable(),
      toldAt: z.string().nullable(),
      lowBelowPence: z.int(),
    }),
  ),
  /** Codes that were asked for, may have been issued, and have not arrived; and since when the oldest waits. */
  unanswered: z.int(),
  oldestAt: z.string().nullable(),
  /** Gifts whose code it refused or could not give yet. */
  awaited: z.int(),
  /** Products that are not on sale because it is not connected. */
  withheld: z.int(),
})
export type Issuer = z.infer<typeof Issuer>

const Stock = z.object({
  pools: z.array(CodePool),
  issuers: z.array(Issuer),
  /** Those that were asked for by words. */
  products: z.array(z.object({ id: z.string(), name: z.string(), brand: z.string() })),
})
export type Stock = z.infer<typeof Stock>

const stock = { tag: 'Operator', access: 'operator' } as const
const manage = { ...stock, method: 'POST', operator: { permission: 'manage-stock', needsReason: true } } as const

export const getStock = endpoint({
  ...stock,
  id: 'getStock',
  method: 'GET',
  path: '/v3/operator/stock',
  summary:
    'Supplied codes that are left, the emptiest pool first; issuers’ floats, and what is awaited of them; the first twenty products with some words in their name or brand.',
  operator: { permission: 'view-stock' },
  query: z.object({ product: freeText(100).default('') }),
  response: data(Stock),
})

export const addCodes = endpoint({
  ...manage,
  id: 'addCodes',
  path: '/v3/operator/stock/products/{id}/codes',
  summary: 'Adds a merchant’s codes to a product: all of the file or none. From then on it hands out these alone.',
  params: z.object({ id: id('product') }),
  bodyKind: 'multipart',
  bodyLimitBytes: MAX_CODE_FILE_BYTES + 16 * 1024,
  body: z.object({
    file: z
      .file()
      .min(1, 'must not be empty')
      .max(MAX_CODE_FILE_BYTES, 'must be at most 4 MB; larger ones by posy codes import'),
    reason: reason(),
  }),
  response: data(z.object({ imported: z.int(), inStock: z.int() })),
  errors: ['not_found'],
})

export const setCodeLimit = endpoint({
  ...manage,
  id: 'setCodeLimit',
  path: '/v3/operator/stock/products/{id}/limit',
  summary: 'Says how few codes of a product are too few.',
  params: z.object({ id: id('product') }),
  body: z.object({ lowBelow: z.int().min(0).max(1_000_000), reason: reason() }),
  response: data(success()),
  errors: ['not_found'],
})

export const setFloatLimit = endpoint({
  ...manage,
  id: 'setFloatLimit',
  path: '/v3/operator/stock/floats',
  summary: 'Says how little of an issuer’s float is too little.',
  body: z.object({ issuer: freeText(40), currency: currency(), lowBelowPence: pence(), reason: reason() }),
  response: data(success()),
})

export const stockEndpoints = { getStock, addCodes, setCodeLimit, setFloatLimit }
