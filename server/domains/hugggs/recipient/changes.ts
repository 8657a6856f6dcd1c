import { sql } from 'kysely'
import type { Pence } from '#kit/money.ts'
import { BUSINESS_ZONE } from '#kit/time.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import type { Work } from '#server/platform/posy.ts'

/** What choices of a London day left over of the gifts of a purchase. */
export interface ChangesOfDay {
  transactionId: string
  day: string
  hugggIds: string[]
  gifts: number
  pence: Pence
  vatPence: Pence
  /** The part of it that reduced the debt on their invoice. */
  toDebtPence: Pence
}

/** Those that are on no credit note yet, of days before one (null: any), or of one purchase and day. */
export async function uncreditedChanges(
  db: Db | Tx,
  before: string | null,
  limit: number,
  only: { transactionId: string; day: string } | null = null,
): Promise<ChangesOfDay[]> {
  const { rows } = await sql<ChangesOfDay>`
    select change.transaction_id as "transactionId", change.day::text as day, array_agg(change.huggg_id::text order by change.huggg_id) as "hugggIds",
      count(*)::int as gifts, sum(huggg.change_pence)::bigint as pence, sum(huggg.change_vat_pence)::bigint as "vatPence",
      coalesce(sum(to_debt.pence), 0)::bigint as "toDebtPence"
    from gift_change as change join huggg on huggg.id = change.huggg_id
    cross join lateral (
      select sum(entry.amount) as pence
      from ledger_transfer as transfer join ledger_entry as entry on entry.transfer_id = transfer.id
      join ledger_account as account on account.id = entry.account_id and account.kind = 'receivable'
      where transfer.reference_kind = 'huggg' and transfer.reference_id = huggg.id::text and transfer.kind = 'change'
    ) as to_debt
    where change.awaits_credit and (${before}::date is null or change.day < ${before}::date)
      and (${only === null} or (change.transaction_id = ${only?.transactionId ?? null}::uuid and change.day = ${only?.day ?? null}::date))
    group by change.transaction_id, change.day order by change.day, change.transaction_id limit ${limit}`.execute(db)
  return rows
}

/** When the first of them can be credited: once its day is over. */
export const nextChangeCreditAt = sql<Date | null>`
  select (min(day) + 1)::timestamp at time zone ${BUSINESS_ZONE}::text from gift_change where awaits_credit`

/** @param documentId null where a budget's credit note has them */
export async function markChangesCredited(work: Work, hugggIds: readonly string[], documentId: string | null) {
  await sql`update gift_change set awaits_credit = false, document_id = ${documentId}
    where huggg_id = any(${hugggIds as string[]}::uuid[]) and awaits_credit`.execute(work.tx)
}
