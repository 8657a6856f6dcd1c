import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { reason } from '../core/operators.ts'
import { cursorPage, cursorQuery, data, id } from '../core/shapes.ts'

const ExpiryBatch = z.object({
  id: z.string(),
  at: z.string(),
  /** How many gifts the job ended, and how many of them are what they were before. */
  gifts: z.int(),
  reversed: z.int(),
  /** Who asked to take it back, when and why, and who confirmed; null where no one has. */
  reversal: z
    .object({ askedBy: z.string(), askedAt: z.string(), reason: z.string(), confirmedBy: z.string().nullable() })
    .nullable(),
})
export type ExpiryBatch = z.infer<typeof ExpiryBatch>

const base = { tag: 'Operator', access: 'operator' } as const

export const listExpiryBatches = endpoint({
  ...base,
  id: 'listExpiryBatches',
  method: 'GET',
  path: '/v3/operator/expiry-batches',
  summary: 'What the expiry job ended, the newest batch first.',
  operator: { permission: 'view-console' },
  query: z.object(cursorQuery),
  response: cursorPage(ExpiryBatch),
})

export const reverseExpiryBatch = endpoint({
  ...base,
  id: 'reverseExpiryBatch',
  method: 'POST',
  path: '/v3/operator/expiry-batches/{id}/reverse',
  summary:
    'Asks for a batch to be taken back, or confirms what another operator asked for: then each gift is what it was before, or it is said why not. Again, it continues with the rest.',
  operator: { permission: 'reverse-expiries', needsReason: true },
  params: z.object({ id: id('expiryBatch') }),
  body: z.object({ reason: reason() }),
  response: data(
    z.object({
      waits: z.boolean(),
      reversed: z.int(),
      refused: z.array(z.object({ hugggId: z.string(), why: z.string() })),
    }),
  ),
  errors: ['not_found'],
})

export const expiryEndpoints = { listExpiryBatches, reverseExpiryBatch }
