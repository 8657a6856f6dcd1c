import * as contract from '#contract/orders/transaction-hugggs.ts'
import { Temporal, toDate } from '#kit/time.ts'
import type { BulkResult, HugggSelection } from '#server/domains/hugggs/change/index.ts'
import { areOfTransaction, hugggsOfTransaction, serializeGifts } from '#server/domains/hugggs/gifts/index.ts'
import { recordLinksRead, shownLinks } from '#server/domains/hugggs/links/index.ts'
import { cancelHugggs, changeDates, changePeople, toggleSent } from '#server/domains/hugggs/sender/index.ts'
import { offsetPage } from '#server/platform/http/page.ts'
import { command, type Route, replicaRead } from '#server/platform/http/route.ts'
import type { Work } from '#server/platform/posy.ts'
import { requirePermission } from '#server/platform/principal.ts'
import { notFound } from '#server/platform/problem/problem.ts'
import { transactionInScope } from '../record/index.ts'
import { expiryInstant } from '../request/index.ts'
import { sendNow } from './send-now.ts'
import { sendToReceivers } from './send-to-receivers.ts'

const outcome = (result: BulkResult) => ({
  data: {
    changed: result.changed,
    ...(result.refundedPence === undefined ? {} : { refunded: result.refundedPence }),
    refused: result.refused.map(({ hugggId, why }) => ({ huggg_id: hugggId, reason: why })),
  },
})

/** @throws not_found where one of the ids is not of the purchase */
async function selectGifts(work: Work, transactionId: string, ids: string[] | undefined): Promise<HugggSelection> {
  if (!ids) return { transactionId }
  const hugggIds = [...new Set(ids)]
  if (!(await areOfTransaction(work.tx, transactionId, hugggIds))) throw notFound('huggg')
  return { hugggIds }
}

export const giftRoutes: Route[] = [
  replicaRead(contract.listTransactionHugggs, async ({ posy, db, caller, params, query, request }) => {
    await transactionInScope(db, caller, params.id)
    const { rows, total } = await hugggsOfTransaction(db, params.id, { page: query.page, perPage: query.per_page })
    const gifts = await serializeGifts(posy, db, caller, rows, { embed: query.embed })
    await recordLinksRead(posy, caller.actor, shownLinks(gifts))
    return offsetPage(gifts, total, { ...query, url: request.url })
  }),
  command(contract.cancelTransactionHugggs, async ({ work, caller, params, body }) => {
    await transactionInScope(work.tx, caller, params.id)
    return outcome(await cancelHugggs(work, caller, await selectGifts(work, params.id, body.hugggIds)))
  }),
  command(contract.sendTransactionHugggs, async ({ work, caller, params, body }) => ({
    data: { changed: await sendToReceivers(work, caller, params.id, body), refused: [] },
  })),
  command(contract.sendTransactionHugggsNow, async ({ work, caller, params }) => ({
    data: { changed: await sendNow(work, caller, params.id), refused: [] },
  })),
  command(contract.changeTransactionHugggs, async ({ work, caller, params, body }) => {
    if (body.expiry) requirePermission(caller, 'edit-huggg-expiry')
    if (body.sentDate) requirePermission(caller, 'edit-huggg-status')
    await transactionInScope(work.tx, caller, params.id)
    return outcome(
      await changeDates(work, caller, {
        ...(await selectGifts(work, params.id, body.hugggIds)),
        ...(body.expiry ? { expiryDate: toDate(expiryInstant(body.expiry)) } : {}),
        ...(body.sentDate ? { sendAt: toDate(Temporal.Instant.from(body.sentDate)) } : {}),
      }),
    )
  }),
  command(contract.changeTransactionPeople, async ({ work, caller, params, body }) => {
    const { team_id: teamId } = await transactionInScope(work.tx, caller, params.id)
    return outcome(await changePeople(work, caller, { transactionId: params.id, teamId, ...body }))
  }),
  command(contract.toggleTransactionHugggsSent, async ({ work, caller, params, body }) => {
    await transactionInScope(work.tx, caller, params.id)
    return outcome(await toggleSent(work, caller, { transactionId: params.id, sent: body.sent }))
  }),
]
