import { sql } from 'kysely'
import type { DeliveryStatus } from '#contract/delivery/delivery.ts'
import type { Pence } from '#kit/money.ts'
import { knownTeamName } from '#server/domains/teams/index.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import type { Channel } from './contact-address.ts'
import type { ReactionLine } from './emails/reaction-summary-email.ts'
import { TOLD_TOGETHER_SECONDS } from './message.ts'

export const matchesAny = (column: string, ids: readonly string[]) =>
  sql<boolean>`${sql.ref(column)} = any(${ids as string[]}::uuid[])`

export interface GiftMessageRow {
  id: string
  hugggId: string
  recipientId: string
  channel: Channel
  /** Read for sending, and not kept anywhere. */
  address: string | null
  recipientName: string | null
  teamName: string
}

/** What a gift's message needs besides the gift. */
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
      'message.channel',
      'message.huggg_id',
      'recipient.id as recipientId',
      'recipient.name',
      'colleague.first_name',
      knownTeamName.as('teamName'),
    ])
    .$narrowType<{ channel: Channel }>()
    .select(
      sql<
        string | null
      >`case when message.channel = 'sms' then recipient.phone_number else coalesce(recipient.email, colleague.email) end`.as(
        'address',
      ),
    )
    .where(matchesAny('message.id', ids))
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
    .where(matchesAny('message.id', ids))

/** Messages to people who sign in; the address is null for one who left, and for programs. */
export const userMessages = (db: Db, ids: readonly string[]): Promise<{ id: string; address: string | null }[]> =>
  toUsers(db, ids).execute()

export interface ResetMessageRow {
  id: string
  address: string | null
  firstName: string | null
  resetId: string
  /** Of an account that is not confirmed yet; there is no password to change. */
  isSignUp: boolean
  /** As the link stood when this was read. */
  isOpen: boolean
}

/** Wishes for a new password, as they are at a moment of the wall clock. */
export const resetMessages = (db: Db, ids: readonly string[], wallNow: Date): Promise<ResetMessageRow[]> =>
  toUsers(db, ids)
    .innerJoin('password_reset as wish', (join) => join.on(sql<boolean>`wish.id = (message.detail->>'resetId')::uuid`))
    .select(['app_user.first_name as firstName', 'wish.id as resetId'])
    .select(sql<boolean>`not app_user.verified_email and not app_user.opened_by_operator`.as('isSignUp'))
    .select(sql<boolean>`wish.used_at is null and wish.expires_at > ${wallNow}`.as('isOpen'))
    .execute()

/** As resetMessages, of accounts that an operator opened, with the team they are for. */
export const openedAccountMessages = (db: Db, ids: readonly string[], wallNow: Date) =>
  toUsers(db, ids)
    .innerJoin('password_reset as link', (join) => join.on(sql<boolean>`link.id = (message.detail->>'resetId')::uuid`))
    .innerJoin('team', 'team.id', 'message.team_id')
    .select([
      'app_user.first_name as firstName',
      'link.id as resetId',
      'link.expires_at as lastDay',
      'team.name as teamName',
    ])
    .select(sql<boolean>`link.used_at is null and link.expires_at > ${wallNow}`.as('isOpen'))
    .execute()

/** Messages that carry a code with which a gift is claimed. */
export const listClaimCodes = (db: Db, ids: readonly string[]): Promise<{ id: string; codeId: string }[]> =>
  db
    .selectFrom('outgoing_message as message')
    .select(['message.id', sql<string>`message.detail->>'codeId'`.as('codeId')])
    .where(matchesAny('message.id', ids))
    .execute()

/** Messages to people who sign in, by name. */
export const namedUserMessages = (db: Db, ids: readonly string[]) =>
  toUsers(db, ids).select('app_user.first_name as firstName').execute()

/** Messages with what they say, by name and with what their address wants to be told. */
export async function toUsersWithWishes(db: Db, ids: readonly string[]) {
  const rows = await toUsers(db, ids)
    .leftJoin('contact_preference as wish', (join) => join.on(sql<boolean>`wish.email = lower(app_user.email)`))
    .select(['app_user.first_name as firstName', 'message.detail', 'wish.receipts', 'wish.allowances'])
    .execute()
  return rows.map(({ firstName, receipts, allowances, ...row }) => ({
    ...row,
    firstName: firstName ?? '',
    wantsReceipts: receipts ?? true,
    wantsAllowances: allowances ?? true,
  }))
}

/** Messages to who was removed from a team. */
export const endedMemberships = (db: Db, ids: readonly string[]) =>
  toUsers(db, ids)
    .innerJoin('team', 'team.id', 'message.team_id')
    .select(['app_user.first_name as firstName', 'team.name as teamName'])
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom('team_member')
          .select('team_member.user_id')
          .whereRef('team_member.team_id', '=', 'message.team_id')
          .whereRef('team_member.user_id', '=', 'message.user_id'),
      ).as('isBack'),
    )
    .execute()

/** Messages about what was put right for a team. */
export const repairMessages = (db: Db, ids: readonly string[]) =>
  toUsers(db, ids)
    .innerJoin('team', 'team.id', 'message.team_id')
    .select(['app_user.first_name as firstName', 'team.name as teamName', 'message.detail as detail'])
    .execute()

/** Messages about a webhook that was switched off. */
export const webhookMessages = (db: Db, ids: readonly string[]) =>
  toUsers(db, ids)
    .select([
      sql<string>`message.detail->>'host'`.as('host'),
      sql<'gone' | 'failing'>`message.detail->>'reason'`.as('reason'),
    ])
    .execute()

/** Messages about a wallet that ran low, as it is now. */
export const walletMessages = (db: Db, ids: readonly string[]) =>
  toUsers(db, ids)
    .innerJoin('wallet', (join) => join.on(sql<boolean>`wallet.id = (message.detail->>'walletId')::uuid`))
    .select([
      'wallet.id as walletId',
      'wallet.name as walletName',
      'wallet.currency',
      'wallet.is_low as isLow',
      sql<number>`(message.detail->>'availablePence')::bigint`.as('availablePence'),
      sql<number>`(message.detail->>'alertPence')::bigint`.as('alertPence'),
    ])
    .execute()

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
export async function listUndelivered(
  db: Db,
  noticeIds: readonly string[],
): Promise<{ messageId: string; address: string }[]> {
  const { rows } = await sql<{ messageId: string; address: string }>`
    select notice.id as "messageId", case when gift.channel = 'sms' then recipient.phone_number else coalesce(recipient.email, colleague.email) end as address
    from outgoing_message as notice
    join outgoing_message as gift on gift.transaction_id = notice.transaction_id and gift.template = 'gift'
      and gift.failed_at < (notice.detail->>'until')::timestamptz
      and gift.failed_at >= (notice.detail->>'until')::timestamptz - ${TOLD_TOGETHER_SECONDS} * interval '1 second'
    join huggg on huggg.id = gift.huggg_id and huggg.recipient_id = gift.recipient_id
    join recipient on recipient.id = gift.recipient_id
    left join app_user as colleague on colleague.id = recipient.user_id
    where notice.id = any(${noticeIds as string[]}::uuid[]) and coalesce(recipient.email, recipient.phone_number, colleague.email) is not null
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
    .where(matchesAny('reaction_notice.message_id', messageIds))
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

/** The purchase that a gift belongs to, and who sent it. */
export interface GiftSender {
  id: string
  teamId: string
  senderId: string
  isService: boolean
}
const giftSender = [
  'transaction.id',
  'transaction.team_id as teamId',
  'sender.id as senderId',
  'sender.is_service as isService',
] as const

/** Of a gift whose message never will arrive: its sender, and when the last attempt failed. */
export const undeliveredGift = (db: Db | Tx, hugggId: string) =>
  db
    .selectFrom('outgoing_message as message')
    .innerJoin('transaction', 'transaction.id', 'message.transaction_id')
    .innerJoin('app_user as sender', 'sender.id', 'transaction.user_id')
    .select([...giftSender, 'message.failed_at as failedAt'])
    .where('message.huggg_id', '=', hugggId)
    .where('message.template', '=', 'gift')
    .where('message.failed_at', 'is not', null)
    .orderBy('message.created_at', 'desc')
    .executeTakeFirst()

/** Of a gift whose code could not be had: its sender, and when it was given up. */
export const refundedGift = (db: Db | Tx, hugggId: string) =>
  db
    .selectFrom('awaited_code')
    .innerJoin('huggg', 'huggg.id', 'awaited_code.huggg_id')
    .innerJoin('transaction', 'transaction.id', 'huggg.transaction_id')
    .innerJoin('app_user as sender', 'sender.id', 'transaction.user_id')
    .select([...giftSender, 'awaited_code.given_up_at as givenUpAt'])
    .where('awaited_code.huggg_id', '=', hugggId)
    .executeTakeFirst()

export interface RefundedGiftRow {
  messageId: string
  refundedPence: Pence
  currency: string
  /** The part of it that reduced the debt on their invoice. */
  toDebtPence: Pence
  address: string | null
}

/** The gifts that notices of refunds speak of: those of the purchase that were given up in the notice's span. */
export async function listRefundedGifts(db: Db, noticeIds: readonly string[]): Promise<RefundedGiftRow[]> {
  const { rows } = await sql<RefundedGiftRow>`
    select notice.id as "messageId", huggg.refunded_pence as "refundedPence", huggg.currency,
      coalesce((
        select sum(entry.amount)
        from ledger_transfer as transfer
        join ledger_entry as entry on entry.transfer_id = transfer.id
        join ledger_account as account on account.id = entry.account_id and account.kind = 'receivable'
        where transfer.reference_kind = 'huggg' and transfer.reference_id = huggg.id::text and transfer.kind = 'cancellation'
      ), 0)::bigint as "toDebtPence",
      coalesce(recipient.email, colleague.email, recipient.phone_number) as address
    from outgoing_message as notice
    join transaction on transaction.id = notice.transaction_id
    join huggg on huggg.transaction_id = transaction.id
    join awaited_code as awaited on awaited.huggg_id = huggg.id
      and awaited.given_up_at < (notice.detail->>'until')::timestamptz
      and awaited.given_up_at >= (notice.detail->>'until')::timestamptz - ${TOLD_TOGETHER_SECONDS} * interval '1 second'
    left join recipient on recipient.id = huggg.recipient_id
    left join app_user as colleague on colleague.id = recipient.user_id
    where notice.id = any(${noticeIds as string[]}::uuid[])
    order by huggg.ordinal`.execute(db)
  return rows
}

export const findGiftSender = (db: Db | Tx, hugggId: string): Promise<GiftSender> =>
  db
    .selectFrom('huggg')
    .innerJoin('transaction', 'transaction.id', 'huggg.transaction_id')
    .innerJoin('app_user as sender', 'sender.id', 'huggg.sender_id')
    .select(giftSender)
    .where('huggg.id', '=', hugggId)
    .executeTakeFirstOrThrow()

/** Notices that a gift was asked for: to whom, for which gift, and where it was sent. */
export const askedForMessages = (db: Db, ids: readonly string[]) =>
  toUsers(db, ids)
    .innerJoin('huggg', 'huggg.id', 'message.huggg_id')
    .innerJoin('recipient', 'recipient.id', 'huggg.recipient_id')
    .innerJoin('product', 'product.id', 'huggg.product_id')
    .leftJoin('app_user as colleague', 'colleague.id', 'recipient.user_id')
    .select([
      'huggg.id as hugggId',
      'product.name as giftName',
      sql<boolean>`(message.detail->>'isSent')::boolean`.as('isSent'),
      sql<string | null>`coalesce(recipient.email, recipient.phone_number, colleague.email)`.as('askedFrom'),
    ])
    .execute()
