import { sql } from 'kysely'
import type { Pence } from '#kit/money.ts'
import { issueDocuments, maySell } from '#server/domains/documents/index.ts'
import { takeBackExpiry } from '#server/domains/hugggs/expiry/index.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { asSystem, type Posy, type Work } from '#server/platform/posy.ts'
import { lockTransaction } from '../record/index.ts'
import { mailDocument } from './mail-document.ts'
import { rechargeContent, type Unlike } from './purchase-document.ts'
import { mainDocument, purchasesForDocuments } from './queries.ts'

/** Gifts of a purchase that are charged again at about the same time are put on one invoice. */
const WAIT_MS = 2 * 60_000
const BATCH = 100

/**
 * Takes the expiry of a gift back, which two operators have agreed on. Where a credit note was issued for it, the gift is
 * charged again, by an invoice with that day's tax point, which is issued within minutes.
 * @returns why not, or null
 * @throws insufficient_funds (402) where what came back has been spent since
 */
export async function takeBackAndCharge(
  work: Work,
  { batchId, hugggId }: { batchId: string; hugggId: string },
): Promise<string | null> {
  const { tx, at } = work
  // The job that issues its credit note holds the purchase: it is done, or finds nothing to credit afterwards.
  const gift = await tx.selectFrom('huggg').select('transaction_id').where('id', '=', hugggId).executeTakeFirstOrThrow()
  await lockTransaction(tx, gift.transaction_id)
  const credited = await tx
    .selectFrom('credited_gift')
    .innerJoin('huggg', 'huggg.id', 'credited_gift.huggg_id')
    .select(['document_id', 'transaction_id', 'refunded_pence'])
    .where('huggg_id', '=', hugggId)
    .executeTakeFirst()
  const why = await takeBackExpiry(work, { batchId, hugggId })
  if (why !== null || !credited) return why
  const undone = await tx
    .selectFrom('expired_gift')
    .innerJoin('ledger_transfer as reversal', 'reversal.reverses_transfer_id', 'expired_gift.transfer_id')
    .select(['expired_gift.transfer_id as expiry_id', 'reversal.id as reversal_id'])
    .where('batch_id', '=', batchId)
    .where('huggg_id', '=', hugggId)
    .executeTakeFirst()
  // It was taken back before: the same command, run again after it was killed.
  if (!undone) return null
  const known = tx.selectFrom('recharged_gift').select('reversal_id').where('reversal_id', '=', undone.reversal_id)
  if (await known.executeTakeFirst()) return null
  await tx.deleteFrom('credited_gift').where('huggg_id', '=', hugggId).execute()
  await tx
    .insertInto('recharged_gift')
    .values({
      ...{ reversal_id: undone.reversal_id, expiry_id: undone.expiry_id!, huggg_id: hugggId, at },
      ...{ transaction_id: credited.transaction_id, credit_id: credited.document_id, pence: credited.refunded_pence },
    })
    .execute()
  return null
}

interface Recharge {
  transactionId: string
  /** The London day on which the money was taken again. */
  day: string
}

interface Recharged {
  reversalIds: string[]
  credits: string[]
  parts: { gifts: number; pence: Pence }
  whole: Unlike[]
  /** The part of it that is owed on the purchase's invoice again. */
  toDebtPence: Pence
}

/** When the invoice of the gift that has waited longest is due to be issued. */
export const nextRechargeAt = sql<Date | null>`
  select min(at) + ${WAIT_MS}::float8 * interval '1 millisecond' from recharged_gift where document_id is null`

/**
 * Issues the invoices of gifts that are charged again: one for each purchase and day. One that cannot be issued holds up no
 * other, and is tried again with the next run.
 * @throws AggregateError of all that could not be
 */
export async function issueRecharges(posy: Posy, now: Date): Promise<void> {
  if (!maySell(posy.config)) return
  const failures: unknown[] = []
  const until = new Date(now.getTime() - WAIT_MS)
  let batch = await waitingRecharges(posy.db, until, null)
  while (batch.length > 0) {
    for (const recharge of batch)
      await asSystem(posy, (work) => issueRecharge(work, recharge)).catch((error: unknown) => failures.push(error))
    batch = batch.length < BATCH ? [] : await waitingRecharges(posy.db, until, batch.at(-1)!)
  }
  if (failures.length) throw new AggregateError(failures, `${failures.length} invoices of gifts charged again wait`)
}

/** Past `after`, so that those which could not be issued are not met again and again. */
async function waitingRecharges(db: Db, until: Date, after: Recharge | null): Promise<Recharge[]> {
  const { rows } = await sql<Recharge>`
    select distinct transaction_id as "transactionId", london_day(at)::text as day from recharged_gift
    where document_id is null and at <= ${until}
      and (${after?.transactionId ?? null}::uuid is null
        or (transaction_id, london_day(at)) > (${after?.transactionId ?? null}::uuid, ${after?.day ?? null}::date))
    order by 1, 2 limit ${BATCH}`.execute(db)
  return rows
}

async function issueRecharge(work: Work, { transactionId, day }: Recharge): Promise<void> {
  await lockTransaction(work.tx, transactionId)
  const open = await openRecharge(work.tx, { transactionId, day })
  const document = await mainDocument(work.tx, transactionId)
  const [purchase] = await purchasesForDocuments(work.posy, work.tx, [transactionId])
  if (!open) return
  if (!document || !purchase) throw new Error(`Purchase ${transactionId} has no receipt or invoice to name`)
  const { reversalIds, ...again } = open
  const content = rechargeContent({ ...purchase, quantity: reversalIds.length }, { ...again, document, day })
  const [issued] = await issueDocuments(
    work,
    [
      {
        kind: 'supplementary-invoice',
        teamId: document.team_id,
        userId: document.user_id,
        subject: { transactionId },
        content,
      },
    ],
    { draw: false },
  )
  await work.tx
    .updateTable('recharged_gift')
    .set({ document_id: issued!.id })
    .where('reversal_id', 'in', reversalIds)
    .execute()
  await mailDocument(work, purchase, {
    kind: 'supplementary-invoice',
    document: issued!,
    gifts: reversalIds.length,
  })
}

async function openRecharge(tx: Tx, { transactionId, day }: Recharge): Promise<Recharged | undefined> {
  const { rows } = await sql<{
    reversalId: string
    credit: string
    pence: Pence
    isPart: boolean
    changePence: Pence
    changeVatPence: Pence
    toDebtPence: Pence
  }>`
    select reversal_id as "reversalId", credit.number as credit, pence, parts_pence > 0 as "isPart",
      change_pence as "changePence", change_vat_pence as "changeVatPence",
      (select coalesce(-sum(entry.amount), 0)::bigint from ledger_entry as entry
        join ledger_account as account on account.id = entry.account_id and account.kind = 'receivable'
        where entry.transfer_id = reversal_id) as "toDebtPence"
    from recharged_gift
    join huggg on huggg.id = huggg_id
    join document as credit on credit.id = credit_id
    where recharged_gift.transaction_id = ${transactionId} and document_id is null and london_day(at) = ${day}::date
    order by reversal_id`.execute(tx)
  if (rows.length === 0) return undefined
  const parts = rows.filter(({ isPart }) => isPart)
  const whole = Map.groupBy(
    rows.filter(({ isPart }) => !isPart),
    ({ changePence, changeVatPence }) => `${changePence} ${changeVatPence}`,
  )
  return {
    reversalIds: rows.map(({ reversalId }) => reversalId),
    credits: [...new Set(rows.map(({ credit }) => credit))],
    parts: { gifts: parts.length, pence: parts.reduce((sum, { pence }) => sum + pence, 0) },
    whole: [...whole.values()].map((alike) => ({ ...alike[0]!, gifts: alike.length })),
    toDebtPence: rows.reduce((sum, { toDebtPence }) => sum + toDebtPence, 0),
  }
}
