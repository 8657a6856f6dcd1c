import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { data, id } from '../core/shapes.ts'

/** What a shop said: it did not know the code; it was used before; this shop does not take it; something else. */
export const refusalReasons = ['unknown', 'used', 'not-taken', 'other'] as const
export const RefusalReason = z.enum(refusalReasons)
export type RefusalReason = z.infer<typeof RefusalReason>

/** It was settled with who makes the code; another code was given; the gift was cancelled and its money returned. */
export const RefusalOutcome = z.enum(['issuer', 'new-code', 'refund'])
export type RefusalOutcome = z.infer<typeof RefusalOutcome>

/** A recipient's word that a shop would not take the code of a gift. The gift is as it was. */
export const CodeRefusal = z.object({
  id: z.string(),
  hugggId: z.string(),
  transactionId: z.string(),
  giftName: z.string(),
  /** Their name, else their address or number; null where it is not known. */
  recipient: z.string().nullable(),
  reason: RefusalReason,
  /** As the recipient wrote them; null once they are erased, and where nothing was written. */
  shop: z.string().nullable(),
  words: z.string().nullable(),
  at: z.string(),
  /** Null while it waits for us. */
  outcome: RefusalOutcome.nullable(),
  settledAt: z.string().nullable(),
})
export type CodeRefusal = z.infer<typeof CodeRefusal>

export const listCodeRefusals = endpoint({
  id: 'listCodeRefusals',
  method: 'GET',
  path: '/v3/code-refusals',
  tag: 'Hugggs',
  access: 'session',
  permission: 'view-huggg-status',
  summary:
    'Codes that shops would not take, as recipients say, the newest first: those of gifts that are still good and wait for us (fifty at most), or all of one gift.',
  query: z.object({ hugggId: id('huggg').optional() }),
  response: data(z.array(CodeRefusal)),
  errors: ['not_found'],
})

export const codeRefusalEndpoints = { listCodeRefusals }
