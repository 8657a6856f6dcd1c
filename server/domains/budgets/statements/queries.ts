import { sql } from 'kysely'
import type { AllowanceStatement } from '#contract/budgets/allowance-statement.ts'
import { bookedElsewhere } from '#server/domains/hugggs/money/index.ts'
import type { Db } from '#server/platform/database/database.ts'
import { personName } from '#server/platform/database/person-name.ts'

const EXPIRED = 5
const CANCELLED = 6

type Gift = NonNullable<AllowanceStatement['lines'][number]['gift']>

/**
 * What a user gave, by the transfer that paid it or brought it back, and how it ended; nothing of what others gave.
 * @param readerId only they themselves read to whom
 */
export async function giftsOfTransfers(
  db: Db,
  { userId, readerId }: { userId: string; readerId: string | null },
  transferIds: readonly string[],
): Promise<Map<string, Gift>> {
  if (transferIds.length === 0) return new Map()
  const referenced = (kind: string) =>
    sql`case transfer.reference_kind when ${kind} then transfer.reference_id::uuid end`
  const now = (status: number) =>
    sql`(select count(*) from huggg as given where given.transaction_id = purchase.id and given.status_id = ${status}
      and given.id = coalesce(gift.id, given.id))::int`
  const { rows } = await sql<Gift & { id: string }>`
    select transfer.id, product.name, case when gift.id is null then purchase.quantity else 1 end as count,
      case when purchase.user_id = ${readerId}
        then coalesce(nullif(recipient.name, ''), nullif(${personName('colleague')}, ''), recipient.email, recipient.phone_number) end as recipient,
      case when purchase.user_id = ${readerId} then purchase.id end as "transactionId",
      ${now(EXPIRED)} as expired, ${now(CANCELLED)} as cancelled, (
        select coalesce(sum(${bookedElsewhere('ended')}), 0) from huggg as ended
        where ended.transaction_id = purchase.id and ended.id = coalesce(gift.id, ended.id)
      )::bigint as "toBudget"
    from ledger_transfer as transfer
    left join huggg as gift on gift.id = ${referenced('huggg')}
    join transaction as purchase on purchase.id = coalesce(gift.transaction_id, ${referenced('transaction')}) and purchase.user_id = ${userId}
    join product on product.id = coalesce(gift.product_id, purchase.product_id)
    left join recipient on recipient.id = coalesce(gift.recipient_id, case when purchase.quantity = 1 then (
      select sole.id from recipient as sole where sole.transaction_id = purchase.id and sole.ordinal is not null limit 1) end)
    left join app_user as colleague on colleague.id = recipient.user_id
    where transfer.id = any (${[...transferIds]}::uuid[])`.execute(db)
  return new Map(rows.map(({ id, ...gift }) => [id, gift]))
}
