import { sql } from 'kysely'
import type { AllowanceStatement } from '#contract/budgets/allowance-statement.ts'
import type { Db } from '#server/platform/database/database.ts'
import { personName } from '#server/platform/database/person-name.ts'

type Gift = NonNullable<AllowanceStatement['lines'][number]['gift']>

/** What a user gave, and to whom, by the transfer that paid it or brought it back; nothing of what others gave. */
export async function giftsOfTransfers(
  db: Db,
  userId: string,
  transferIds: readonly string[],
): Promise<Map<string, Gift>> {
  if (transferIds.length === 0) return new Map()
  const referenced = (kind: string) =>
    sql`case transfer.reference_kind when ${kind} then transfer.reference_id::uuid end`
  const { rows } = await sql<Gift & { id: string }>`
    select transfer.id, product.name, case when gift.id is null then purchase.quantity else 1 end as count,
      coalesce(nullif(recipient.name, ''), nullif(${personName('colleague')}, ''), recipient.email, recipient.phone_number) as recipient
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
