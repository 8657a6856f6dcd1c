import { sql } from 'kysely'
import type { Work } from '#server/platform/posy.ts'
import { changedBy } from '../change/index.ts'
import { Status } from '../states/index.ts'
import { expiryAfter } from './create-hugggs.ts'

/**
 * Notes that gifts have been sent: Created or Scheduled become Sent, with their expiry counted from now where the sender
 * named none. One that its recipient opened first keeps its state and gets the date. Others are left as they are.
 * @returns the ids that were not known to be sent before
 */
export async function markSent(work: Work, hugggIds: readonly string[], reason = 'sent'): Promise<string[]> {
  const by = changedBy(work, reason)
  const { rows } = await sql<{ id: string }>`
    with held as (select id from huggg where id = any(${hugggIds as string[]}::uuid[]) order by id for no key update)
    update huggg set
      status_id = case when status_id in (${Status.Created}, ${Status.Scheduled}) then ${Status.Sent} else status_id end,
      sent_date = coalesce(sent_date, ${work.at}::timestamptz),
      expiry_date = case when expiry_fixed then huggg.expiry_date
        else ${expiryAfter(sql`${work.at}::timestamptz`, sql`transaction.expiry_days`)} end,
      expiry_fixed = true,
      updated_at = ${by.updated_at}, changed_by_kind = ${by.changed_by_kind}, changed_by_id = ${by.changed_by_id}, change_reason = ${by.change_reason}
    from transaction, held
    where transaction.id = huggg.transaction_id and huggg.id = held.id
      and (status_id in (${Status.Created}, ${Status.Scheduled}) or (sent_date is null and status_id in (${Status.Claimed}, ${Status.Redeemed}, ${Status.Fetched})))
    returning huggg.id`.execute(work.tx)
  return rows.map((row) => row.id)
}
