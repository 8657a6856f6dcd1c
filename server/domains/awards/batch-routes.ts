import * as contract from '#contract/awards/award-batches.ts'
import { iso } from '#kit/time.ts'
import { cursorPage } from '#server/platform/http/page.ts'
import { command, type Route, read, replicaRead } from '#server/platform/http/route.ts'
import type { RowNote } from './batch.ts'
import type { EarlierAward } from './batch-queries.ts'
import { approveBatch, cancelBatch, declineBatch } from './decide-batch.ts'
import { countCheck } from './duplicates.ts'
import { requireGrant } from './list-awards.ts'
import { batchesPage, readBatchDetail } from './list-batches.ts'
import { checkBatch, makeBatch } from './make-batch.ts'

const toNote = ({ place, field, message, earlier }: RowNote) => ({
  ...{ row: place, field, message, earlierRow: earlier ?? null },
})

const toEarlier = ({ id, amountPence, currency, caseReference, createdAt }: EarlierAward) => ({
  ...{ id, amount: amountPence, currency, caseReference, dateCreated: iso(createdAt) },
})

export const awardBatchRoutes: Route[] = [
  replicaRead(contract.listAwardBatches, async ({ db, caller, query }) => {
    if (query.grantId) await requireGrant(db, caller, query.grantId)
    return cursorPage(await batchesPage(db, caller, query), query, ({ dateCreated, id }) => [dateCreated, id])
  }),
  read(contract.getAwardBatch, async ({ db, caller, params }) => ({
    data: await readBatchDetail(db, caller, params.id),
  })),
  command(contract.checkAwardBatch, async ({ work, caller, body }) => {
    const checked = await checkBatch(work, caller, body)
    return {
      data: {
        ...{ isReady: checked.isReady, awards: checked.awards.length, amount: checked.amountPence },
        ...{ fee: checked.feePence, feeVat: checked.feeVatPence, available: checked.available },
        ...{ problems: checked.problems.map(toNote), repeats: checked.repeats.map(toNote) },
        ways: checked.ways.map(({ place, rails }) => ({ row: place, rails: [...rails] })),
        known: checked.known.map(({ place, personId, last }) => ({
          ...{ row: place, personId, lastAward: last ? toEarlier(last) : null },
        })),
        helped: checked.helped.flatMap(({ place, own, needsReason }) =>
          own ? [{ row: place, withinDays: own.withinDays, lastAward: toEarlier(own.award), needsReason }] : [],
        ),
      },
    }
  }),
  command(
    contract.createAwardBatch,
    async ({ work, caller, body }) => ({
      data: await readBatchDetail(work.tx, caller, await makeBatch(work, caller, body)),
    }),
    // Whether it waits tells one thing of whom it names: counted as a single award is.
    { before: ({ posy, caller }) => countCheck(posy, caller) },
  ),
  command(contract.approveAwardBatch, async ({ work, caller, params: { id }, body }) => {
    await approveBatch(work, caller, id, body.duplicateReason ?? null)
    return { data: await readBatchDetail(work.tx, caller, id) }
  }),
  command(contract.declineAwardBatch, async ({ work, caller, params: { id }, body }) => {
    await declineBatch(work, caller, id, body.reason)
    return { data: await readBatchDetail(work.tx, caller, id) }
  }),
  command(contract.cancelAwardBatch, async ({ work, caller, params: { id }, body }) => {
    await cancelBatch(work, caller, id, body.reason)
    return { data: await readBatchDetail(work.tx, caller, id) }
  }),
]
