import type { z } from 'zod'
import * as contract from '#contract/operator/expiries.ts'
import { iso } from '#kit/time.ts'
import { askForReversal, type ExpiryBatch, expiryBatches, reverseExpiry } from '#server/domains/hugggs/expiry/index.ts'
import { takeBackAndCharge } from '#server/domains/purchases/documents/index.ts'
import { cursorPage, cursorPlace } from '#server/platform/http/page.ts'
import { type Route, read } from '#server/platform/http/route.ts'
import { recordOperatorAct } from '#server/platform/operator-acts.ts'
import { type Posy, transact } from '#server/platform/posy.ts'
import { callingOperator } from '#server/platform/principal.ts'

const serializeBatch = ({
  askedBy,
  askedAt,
  reason,
  confirmedBy,
  at,
  ...batch
}: ExpiryBatch): contract.ExpiryBatch => ({
  ...batch,
  at: iso(at),
  reversal:
    askedBy !== null && askedAt !== null && reason !== null
      ? { askedBy, askedAt: iso(askedAt), reason, confirmedBy }
      : null,
})

/** @throws invalid_fields (422) for a cursor that is none of ours */
async function batchList(posy: Posy, query: z.output<typeof contract.listExpiryBatches.query>) {
  const place = (field: 'next' | 'previous') => {
    const [ms, id] = cursorPlace(query[field], field, ['bigint', 'uuid']) ?? []
    return ms === undefined || id === undefined ? undefined : { ms, id }
  }
  const rows = await expiryBatches(posy, query.limit + 1, { after: place('next'), before: place('previous') })
  return cursorPage(rows.map(serializeBatch), query, ({ at, id }) => [Date.parse(at), id])
}

/** What expired, and its way back: by two. */
export const expiryRoutes: Route[] = [
  read(contract.listExpiryBatches, ({ posy, query }) => batchList(posy, query)),
  // Each gift is a transaction of its own, so that what was done stays done.
  read(contract.reverseExpiryBatch, async ({ posy, caller, params: { id: batchId }, body: { reason }, request }) => {
    const { email: operator } = callingOperator(caller)
    const isConfirmed = await askForReversal(posy, { batchId, operator, reason }, caller.actor)
    const { reversed, refused } = isConfirmed
      ? await reverseExpiry(posy, batchId, takeBackAndCharge)
      : { reversed: 0, refused: [] }
    const subject = { kind: 'expiry-batch', id: batchId }
    const details = { isConfirmed, reversed, refused: refused.length }
    await transact(posy, { actor: caller.actor, requestId: request.requestId }, (work) =>
      recordOperatorAct(work, { act: contract.reverseExpiryBatch.id, subject, reason, details }),
    )
    return { data: { waits: !isConfirmed, reversed, refused } }
  }),
]
