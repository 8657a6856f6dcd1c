import { type RawBuilder, sql } from 'kysely'

/** Business time follows the ledger's order but for what was underway at once, and no transaction takes a day. */
const OUT_OF_ORDER = '1 day'

/**
 * The number that parts the entries of an `account` by a moment: up to it they are older, above it they are not. Halved to, for
 * entries are ordered by number and have no time of their own: twenty looks at one, where all since the moment would be read.
 */
const numberBefore = (account: RawBuilder<unknown>, moment: RawBuilder<unknown>) => sql`(
  with recursive between_numbers (low, high) as (
    select 0::bigint, coalesce(max(transfer_number), 0) from ledger_entry where account_id = ${account}.id
    union all
    select case when transfer.occurred_at >= ${moment} then low else middle end,
      case when transfer.occurred_at >= ${moment} then newest.transfer_number - 1 else high end
    from between_numbers cross join lateral (select (low + high + 1) / 2 as middle) as half
    left join lateral (
      select transfer_number, transfer_id from ledger_entry
      where account_id = ${account}.id and transfer_number > low and transfer_number <= middle order by transfer_number desc limit 1
    ) as newest on true
    left join ledger_transfer as transfer on transfer.id = newest.transfer_id
    where low < high
  )
  select low from between_numbers where low = high)`

/** The number up to which the entries of an `account` are certainly older than a moment. */
export const certainlyOlder = (account: RawBuilder<unknown>, moment: Date) =>
  numberBefore(account, sql`${moment}::timestamptz - ${OUT_OF_ORDER}::interval`)

/** The number above which they are certainly newer. */
export const perhapsOlder = (account: RawBuilder<unknown>, moment: Date) =>
  numberBefore(account, sql`${moment}::timestamptz + ${OUT_OF_ORDER}::interval`)
