import { sql } from 'kysely'
import type { Pence } from '#kit/money.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { Posy } from '#server/platform/posy.ts'
import { type Composed, eachById, mailTo, userIsGone } from './composed.ts'
import { changeReturnedEmail } from './emails/change-returned-email.ts'
import { copyFor } from './emails/copy.ts'
import { toUsersWithWishes } from './queries.ts'

interface ChangeRow {
  messageId: string
  transactionId: string
  giftName: string
  gifts: number
  currency: string
  pence: Pence
  /** The part of it that reduced what is owed on an invoice. */
  toDebtPence: Pence
}

/**
 * What choices of the day that each notice speaks of left over of its sender's gifts, by purchase. What a repair gave back of
 * earlier choices is told by the repair.
 */
async function loadChanges(db: Db, noticeIds: readonly string[]): Promise<ChangeRow[]> {
  const { rows } = await sql<ChangeRow>`
    select notice.id as "messageId", transaction.id as "transactionId", coalesce(nullif(transaction.title, ''), product.name, '') as "giftName",
      count(*)::int as gifts, huggg.currency, sum(huggg.change_pence)::bigint as pence, coalesce(sum(to_debt.pence), 0)::bigint as "toDebtPence"
    from outgoing_message as notice
    join gift_change as change on change.team_id = notice.team_id and change.day = (notice.detail->>'day')::date
    join huggg on huggg.id = change.huggg_id and huggg.sender_id = (notice.detail->>'senderId')::uuid
      and (huggg.chosen_at at time zone 'Europe/London')::date = change.day
    join transaction on transaction.id = huggg.transaction_id
    left join product on product.id = transaction.product_id
    cross join lateral (
      select sum(entry.amount) as pence
      from ledger_transfer as transfer join ledger_entry as entry on entry.transfer_id = transfer.id
      join ledger_account as account on account.id = entry.account_id and account.kind = 'receivable'
      where transfer.reference_kind = 'huggg' and transfer.reference_id = huggg.id::text and transfer.kind = 'change'
    ) as to_debt
    where notice.id = any(${noticeIds as string[]}::uuid[])
    group by notice.id, transaction.id, product.name, huggg.currency order by sum(huggg.change_pence) desc, transaction.id`.execute(
    db,
  )
  return rows
}

export async function composeChange(posy: Posy, ids: readonly string[]): Promise<Map<string, Composed>> {
  const changes = Map.groupBy(await loadChanges(posy.db, ids), ({ messageId }) => messageId)
  return eachById(await toUsersWithWishes(posy.db, ids), ({ id, address, firstName, detail, wantsReceipts }) => {
    if (!address) return userIsGone
    if (!wantsReceipts) return { kind: 'cancel', why: 'not wanted' }
    const purchases = changes.get(id)
    if (!purchases) return { kind: 'cancel', why: 'nothing was left over' }
    const path = purchases.length === 1 ? `/activity/${purchases[0]!.transactionId}` : '/activity'
    const day = new Date(`${(detail as { day: string }).day}T12:00:00Z`)
    const url = `${posy.config.publicUrl}${path}`
    return mailTo(address, changeReturnedEmail(copyFor('en-GB'), { firstName, url, day, purchases }))
  })
}
