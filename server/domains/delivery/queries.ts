import { sql } from 'kysely'
import type { DeliveryStatus } from '#contract/delivery/delivery.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import type { Posy } from '#server/platform/posy.ts'
import { type BlockReason, blockedAddresses } from './messages/contact-address.ts'

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

/** Every message about a gift, the newest first, and where it went to. */
export const listGiftMessages = (db: Db | Tx, hugggId: string) =>
  db
    .selectFrom('outgoing_message as m')
    .leftJoin('recipient', 'recipient.id', 'm.recipient_id')
    .leftJoin('app_user as colleague', 'colleague.id', 'recipient.user_id')
    .select(['m.id', 'm.channel', 'm.template', 'm.status', 'm.attempts', 'm.created_at', 'm.sent_at'])
    .select(
      sql<string | null>`case m.channel when 'sms' then recipient.phone_number
      else coalesce(recipient.email, colleague.email) end`.as('to'),
    )
    .where('m.huggg_id', '=', hugggId)
    .where('m.template', 'in', ['gift', 'gift-reminder'])
    .orderBy('m.created_at', 'desc')
    .orderBy('m.id', 'desc')
    .execute()

/** Why the address that a gift has now gets no messages; null where it does, or where there is none. */
export async function whyNothingIsSent(posy: Posy, db: Db | Tx, hugggId: string): Promise<BlockReason | null> {
  const recipient = await db
    .selectFrom('huggg')
    .innerJoin('recipient', 'recipient.id', 'huggg.recipient_id')
    .leftJoin('app_user as colleague', 'colleague.id', 'recipient.user_id')
    .select(['recipient.email', 'recipient.phone_number', 'colleague.email as colleagueEmail'])
    .where('huggg.id', '=', hugggId)
    .executeTakeFirst()
  if (!recipient) return null
  const { email, phone_number: number, colleagueEmail } = recipient
  const address = email ?? number ?? colleagueEmail
  if (!address) return null
  const channel = number !== null && email === null ? 'sms' : 'email'
  return (await blockedAddresses(posy, db, channel, [address])).get(address) ?? null
}
