import { sql } from 'kysely'
import type { DeliveryStatus } from '#contract/delivery/delivery.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'

export const matchesAny = (column: string, ids: readonly string[]) =>
  sql<boolean>`${sql.ref(column)} = any(${ids as string[]}::uuid[])`

/**
 * How the latest message of each gift fared; a cancelled one says nothing. A gift without messages is `unsent`, or
 * `links-sent` once its sender has passed the link on.
 */
export async function deriveDeliveryStatus(
  db: Db | Tx,
  hugggIds: readonly string[],
): Promise<Map<string, { status: DeliveryStatus; updatedAt: Date | null }>> {
  const { rows } = await sql<{ id: string; status: DeliveryStatus; updated_at: Date | null }>`
    select huggg.id,
      case when latest.status is not null then latest.channel || '-' || latest.status
        when huggg.sent_date is not null and transaction.delivery_method in ('links', 'sms', 'email') then
          case when huggg.recipient_id is null then 'links-sent' else transaction.delivery_method || '-sent' end
        else 'unsent' end as status,
      coalesce(latest.status_updated_at, huggg.sent_date) as updated_at
    from huggg join transaction on transaction.id = huggg.transaction_id
    left join lateral (
      select channel, status, status_updated_at from outgoing_message
      where huggg_id = huggg.id and template = 'gift' and status <> 'cancelled' order by created_at desc, id desc limit 1
    ) as latest on true
    where huggg.id = any(${hugggIds as string[]}::uuid[])`.execute(db)
  return new Map(rows.map((row) => [row.id, { status: row.status, updatedAt: row.updated_at }]))
}

/** Every message about a gift, the newest first. */
export const listGiftMessages = (db: Db | Tx, hugggId: string) =>
  db
    .selectFrom('outgoing_message')
    .select(['id', 'channel', 'template', 'status', 'attempts', 'created_at', 'sent_at'])
    .where('huggg_id', '=', hugggId)
    .where('template', 'in', ['gift', 'gift-reminder'])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
