import { sql } from 'kysely'
import type { Work } from '#server/platform/posy.ts'
import { changedBy } from '../change/index.ts'
import { Status } from '../states/index.ts'

/**
 * Gifts bought for the sender's own use: their codes are shown at once, as if the sender had opened and claimed them.
 * A choice-of-gift stays Created, to be chosen on its page first; so does what has a code of its merchant's or issuer's.
 * @returns how many were claimed now
 */
export async function redeemInline(
  work: Work,
  gifts: { transactionId: string; fromOrdinal: number; toOrdinal: number },
): Promise<number> {
  const by = changedBy(work, 'code shown to the sender')
  const claimed = await sql`
    update huggg set status_id = ${Status.Claimed}, sent_date = ${work.at}, viewed_date = ${work.at}, assigned_date = ${work.at}, revealed_at = ${work.at},
      expiry_fixed = true,
      updated_at = ${by.updated_at}, changed_by_kind = ${by.changed_by_kind}, changed_by_id = ${by.changed_by_id}, change_reason = ${by.change_reason}
    from product
    where not exists (select from code_pool where code_pool.product_id = product.id) and product.id = huggg.product_id and product.kind = 'single' and product.voucher_type = 'own' and huggg.status_id = ${Status.Created}
      and huggg.transaction_id = ${gifts.transactionId} and huggg.ordinal between ${gifts.fromOrdinal} and ${gifts.toOrdinal}`.execute(
    work.tx,
  )
  return Number(claimed.numAffectedRows)
}
