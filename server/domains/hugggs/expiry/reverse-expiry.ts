import { sql } from 'kysely'
import { reverseTransfer } from '#server/domains/ledger/index.ts'
import { type Posy, transact, type Work } from '#server/platform/posy.ts'
import { type Actor, operatorActor } from '#server/platform/principal.ts'
import { found, Problem } from '#server/platform/problem/problem.ts'
import { announceToOwners, requireSecondOperator } from '#server/platform/two-operators.ts'
import { changedBy, lockHugggs } from '../change/index.ts'
import { settleInvoices } from '../money/index.ts'
import { Status } from '../states/index.ts'

export interface ExpiryReversal {
  reversed: number
  refused: { hugggId: string; why: string }[]
}

/**
 * Asks for a batch of expiries to be taken back, or confirms what another operator asked for.
 * @returns whether it is confirmed now
 * @throws not_found; forbidden (403) to the one who asked
 */
export const askForReversal = (
  posy: Posy,
  { batchId, operator, reason }: { batchId: string; operator: string; reason: string },
  actor: Actor,
): Promise<boolean> =>
  transact(posy, { actor }, async (work) => {
    const batch = await work.tx
      .selectFrom('expiry_batch')
      .selectAll()
      .where('id', '=', batchId)
      .forNoKeyUpdate()
      .executeTakeFirst()
    const { reversal_asked_by: askedBy, reversal_asked_at: askedAt, reversal_confirmed_by } = found(batch, 'batch')
    if (reversal_confirmed_by) return true
    const subject = { kind: 'expiry-batch', id: batchId }
    const update = work.tx.updateTable('expiry_batch').where('id', '=', batchId)
    if (!askedBy || !askedAt) {
      const asked = { reversal_asked_by: operator, reversal_asked_at: work.at, reversal_reason: reason }
      await update.set(asked).execute()
      await announceToOwners(work, { act: 'expiry-reversal', label: batchId, operator })
      await work.audit('expiry.reversal-asked', subject, { detail: { operator, reason } })
      return false
    }
    const what = { act: 'expiry-reversal', label: batchId } as const
    const isAlone = await requireSecondOperator(work, { ...what, askedBy: [askedBy], askedAt, operator })
    await update.set({ reversal_confirmed_by: operator }).execute()
    await work.audit('expiry.reversal-confirmed', subject, { detail: { operator, isAlone } })
    return true
  })

/**
 * Takes a confirmed batch back, each gift in a transaction of its own: one transfer undoes what its expiry moved, and it is
 * what it was before. Killed anywhere and run again, it continues with the rest.
 * @param takeBack takes one expiry back, with what else must be done then; why not, or null
 */
export async function reverseExpiry(
  posy: Posy,
  batchId: string,
  takeBack: (work: Work, gift: { batchId: string; hugggId: string }) => Promise<string | null>,
): Promise<ExpiryReversal> {
  const gifts = await posy.db
    .selectFrom('expired_gift')
    .select('huggg_id')
    .where('batch_id', '=', batchId)
    .where('reversed_at', 'is', null)
    .orderBy('huggg_id')
    .execute()
  const result: ExpiryReversal = { reversed: 0, refused: [] }
  for (const { huggg_id: hugggId } of gifts) {
    const why = await transact(posy, { actor: operatorActor }, (work) => takeBack(work, { batchId, hugggId })).catch(
      (error: unknown) => {
        if (error instanceof Problem && error.code === 'insufficient_funds') return 'the money has been spent since'
        throw error
      },
    )
    if (why) result.refused.push({ hugggId, why })
    else result.reversed += 1
  }
  return result
}

/**
 * Takes the expiry of one gift back, which two operators have agreed on.
 * @returns why not, or null
 */
export async function takeBackExpiry(
  work: Work,
  { batchId, hugggId }: { batchId: string; hugggId: string },
): Promise<string | null> {
  const [gift] = await lockHugggs(work.tx, null, { hugggIds: [hugggId] })
  const expired = await work.tx
    .selectFrom('expired_gift')
    .selectAll()
    .where('batch_id', '=', batchId)
    .where('huggg_id', '=', hugggId)
    .executeTakeFirstOrThrow()
  if (expired.reversed_at) return null
  if (gift!.status_id !== Status.Expired) return 'it is no longer expired'
  await sql`
    update huggg set status_id = ${expired.from_status_id}, refunded_pence = 0, updated_at = ${work.at},
      changed_by_kind = ${work.actor.kind}, changed_by_id = ${work.actor.id}, change_reason = ${changedBy(work, 'its expiry was taken back').change_reason}
    where id = ${hugggId}`.execute(work.tx)
  await work.tx
    .updateTable('expired_gift')
    .set({ reversed_at: work.at })
    .where('batch_id', '=', batchId)
    .where('huggg_id', '=', hugggId)
    .execute()
  if (expired.transfer_id) {
    await reverseMoney(work, expired.transfer_id)
    await settleInvoices(work, [gift!.transaction_id])
  }
  await work.audit(
    'huggg.expiry-reversed',
    { kind: 'huggg', id: hugggId },
    { teamId: gift!.team_id, detail: { batchId } },
  )
  return null
}

/** Of the same kind as what it undoes, so that what came back by it sums to nothing. */
async function reverseMoney(work: Work, transferId: string): Promise<void> {
  const { rows } = await sql<{
    kind: 'expiry' | 'breakage'
  }>`select kind from ledger_transfer where id = ${transferId}`.execute(work.tx)
  await reverseTransfer(work.tx, {
    transferId,
    kind: rows[0]!.kind,
    key: `expiry-reversal/${transferId}`,
    at: work.at,
  })
}

export interface ExpiryBatch {
  id: string
  at: Date
  gifts: number
  reversed: number
  askedBy: string | null
  askedAt: Date | null
  reason: string | null
  confirmedBy: string | null
}

interface Place {
  ms: number
  id: string
}

/** The newest first. @param after, before the places of batches to begin behind, and to end ahead of, in this order */
export async function expiryBatches(
  posy: Posy,
  limit: number,
  { after, before }: { after?: Place | undefined; before?: Place | undefined } = {},
): Promise<ExpiryBatch[]> {
  const place = ({ ms, id }: Place) => sql`('epoch'::timestamptz + ${ms} * interval '1 millisecond', ${id}::uuid)`
  const order = sql.raw(before ? 'asc' : 'desc')
  const { rows } = await sql<ExpiryBatch>`
    select batch.id, batch.at, batch.gifts, batch.reversal_asked_by as "askedBy", batch.reversal_asked_at as "askedAt",
      batch.reversal_reason as reason, batch.reversal_confirmed_by as "confirmedBy",
      (select count(*)::int from expired_gift where batch_id = batch.id and reversed_at is not null) as reversed
    from expiry_batch as batch
    where true ${after ? sql`and (batch.at, batch.id) < ${place(after)}` : sql``}
      ${before ? sql`and (batch.at, batch.id) > ${place(before)}` : sql``}
    order by batch.at ${order}, batch.id ${order} limit ${limit}`.execute(posy.db)
  return rows
}
