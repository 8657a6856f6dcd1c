import { sql } from 'kysely'
import type { DeliveryStatus } from '#contract/delivery.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import type { ReactionLine } from './emails/reaction-summary-email.ts'
import { TOLD_TOGETHER_SECONDS } from './message.ts'

export const anyOf = (column: string, ids: readonly string[]) =>
  sql<boolean>`${sql.ref(column)} = any(${ids as string[]}::uuid[])`

export interface GiftMessageRow {
  id: string
  hugggId: string
  recipientId: string
  /** Read for sending, and not kept anywhere. */
  address: string | null
  recipientName: string | null
  teamName: string
}

/** What a gift's email needs besides the gift. */
export async function giftMessages(db: Db, ids: readonly string[]): Promise<GiftMessageRow[]> {
  const rows = await db
    .selectFrom('outgoing_message as message')
    .innerJoin('recipient', 'recipient.id', 'message.recipient_id')
    .innerJoin('team', 'team.id', 'recipient.team_id')
    .leftJoin('app_user as colleague', (join) =>
      join.onRef('colleague.id', '=', 'recipient.user_id').on('colleague.deactivated_at', 'is', null),
    )
    .select([
      'message.id',
      'message.huggg_id',
      'recipient.id as recipientId',
      'recipient.name',
      'colleague.first_name',
      'team.name as teamName',
    ])
    .select((eb) => eb.fn.coalesce('recipient.email', 'colleague.email').as('address'))
    .where(anyOf('message.id', ids))
    .execute()
  return rows.map(({ huggg_id, name, first_name, ...row }) => ({
    ...row,
    hugggId: huggg_id!,
    recipientName: name || first_name || null,
  }))
}

/** Messages to people who sign in; the address is null for one who left, and for programs. */
export const toUsers = (db: Db, ids: readonly string[]) =>
  db
    .selectFrom('outgoing_message as message')
    .leftJoin('app_user', (join) =>
      join
        .onRef('app_user.id', '=', 'message.user_id')
        .on('app_user.deactivated_at', 'is', null)
        .on('app_user.is_service', '=', false),
    )
    .select(['message.id', 'app_user.email as address'])
    .where(anyOf('message.id', ids))

/** Messages to people who sign in; the address is null for one who left, and for programs. */
export const userMessages = (db: Db, ids: readonly string[]): Promise<{ id: string; address: string | null }[]> =>
  toUsers(db, ids).execute()

export interface ResetMessageRow {
  id: string
  address: string | null
  firstName: string | null
  resetId: string
  /** As the link stood when this was read. */
  isOpen: boolean
}

/** Wishes for a new password, as they are at a moment of the wall clock. */
export const resetMessages = (db: Db, ids: readonly string[], wallNow: Date): Promise<ResetMessageRow[]> =>
  toUsers(db, ids)
    .innerJoin('password_reset as wish', (join) => join.on(sql<boolean>`wish.id = (message.detail->>'resetId')::uuid`))
    .select(['app_user.first_name as firstName', 'wish.id as resetId'])
    .select(sql<boolean>`wish.used_at is null and wish.expires_at > ${wallNow}`.as('isOpen'))
    .execute()

/** Messages to people who sign in, by name. */
export const namedUserMessages = (db: Db, ids: readonly string[]) =>
  toUsers(db, ids).select('app_user.first_name as firstName').execute()

export interface OrderMessageRow {
  id: string
  address: string | null
  transactionId: string
  quantity: number
  giftName: string
  deliveryMethod: string | null
}

export async function orderMessages(db: Db, ids: readonly string[]): Promise<OrderMessageRow[]> {
  const rows = await toUsers(db, ids)
    .innerJoin('transaction', 'transaction.id', 'message.transaction_id')
    .leftJoin('product', 'product.id', 'transaction.product_id')
    .select([
      'transaction.id as transactionId',
      'transaction.quantity',
      'transaction.title',
      'transaction.delivery_method as deliveryMethod',
      'product.name',
    ])
    .execute()
  return rows.map(({ title, name, ...row }) => ({ ...row, giftName: title || name || '' }))
}

/**
 * The addresses that notices of undelivered gifts speak of: those whose email failed in the notice's span and that have
 * had none since.
 */
export async function undeliveredOf(
  db: Db,
  noticeIds: readonly string[],
): Promise<{ messageId: string; address: string }[]> {
  const { rows } = await sql<{ messageId: string; address: string }>`
    select notice.id as "messageId", coalesce(recipient.email, colleague.email) as address
    from outgoing_message as notice
    join outgoing_message as gift on gift.transaction_id = notice.transaction_id and gift.template = 'gift'
      and gift.status in ('bounce', 'blocked', 'failed')
      and gift.last_attempt_at < (notice.detail->>'until')::timestamptz
      and gift.last_attempt_at >= (notice.detail->>'until')::timestamptz - ${TOLD_TOGETHER_SECONDS} * interval '1 second'
    join huggg on huggg.id = gift.huggg_id and huggg.recipient_id = gift.recipient_id
    join recipient on recipient.id = gift.recipient_id
    left join app_user as colleague on colleague.id = recipient.user_id
    where notice.id = any(${noticeIds as string[]}::uuid[]) and coalesce(recipient.email, colleague.email) is not null
      and not exists (
        select from outgoing_message as later where later.huggg_id = gift.huggg_id and later.template = 'gift'
          and (later.created_at, later.id) > (gift.created_at, gift.id))
    order by gift.created_at, gift.id`.execute(db)
  return rows
}

/** The reactions that summaries tell of, the newest first. */
export async function reactionsToTell(
  db: Db,
  messageIds: readonly string[],
): Promise<(ReactionLine & { messageId: string })[]> {
  const rows = await db
    .selectFrom('reaction_notice')
    .innerJoin('reaction', 'reaction.id', 'reaction_notice.reaction_id')
    .innerJoin('huggg', 'huggg.id', 'reaction.huggg_id')
    .innerJoin('product', (join) =>
      join.on(sql<boolean>`product.id = coalesce(huggg.chosen_product_id, huggg.product_id)`),
    )
    .leftJoin('recipient', 'recipient.id', 'huggg.recipient_id')
    .select([
      'reaction_notice.message_id',
      'reaction.name',
      'recipient.name as recipientName',
      'reaction.emoji',
      'reaction.message',
      'product.name as giftName',
    ])
    .where(anyOf('reaction_notice.message_id', messageIds))
    .orderBy('reaction.updated_at', 'desc')
    .orderBy('reaction.id', 'desc')
    .execute()
  return rows.map(({ message_id, name, recipientName, ...row }) => ({
    ...row,
    messageId: message_id!,
    name: name || recipientName,
  }))
}

/**
 * How the latest message of each gift fared; a cancelled one says nothing. A gift without messages is `unsent`, or
 * `links-sent` once its sender has passed the link on.
 */
export async function deliveryStatusOf(
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
export const giftMessagesOf = (db: Db | Tx, hugggId: string) =>
  db
    .selectFrom('outgoing_message')
    .select(['id', 'channel', 'status', 'attempts', 'created_at', 'sent_at'])
    .where('huggg_id', '=', hugggId)
    .where('template', '=', 'gift')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()

/** Of a gift whose email never will arrive: its purchase, its sender, and when the last attempt failed. */
export const undeliveredGift = (db: Db | Tx, hugggId: string) =>
  db
    .selectFrom('outgoing_message as message')
    .innerJoin('transaction', 'transaction.id', 'message.transaction_id')
    .innerJoin('app_user as sender', 'sender.id', 'transaction.user_id')
    .select([
      'transaction.id',
      'transaction.team_id as teamId',
      'sender.id as senderId',
      'sender.is_service as isService',
      'message.last_attempt_at as failedAt',
    ])
    .where('message.huggg_id', '=', hugggId)
    .where('message.template', '=', 'gift')
    .where('message.status', 'in', ['bounce', 'blocked', 'failed'])
    .orderBy('message.created_at', 'desc')
    .executeTakeFirst()
