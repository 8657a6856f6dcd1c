import { sql } from 'kysely'
import { lockFinishedTransaction } from '#server/domains/purchases/record/index.ts'
import type { Tx } from '#server/platform/database/database.ts'
import type { Work } from '#server/platform/posy.ts'
import type { Principal } from '#server/platform/principal.ts'
import { notFound, Problem } from '#server/platform/problem/problem.ts'
import { type GiftMoney, lockInvoiced } from '../money/index.ts'
import type { GiftState } from '../states/index.ts'

/** Some gifts by id, or all of a purchase. */
export type HugggSelection = { hugggIds: readonly string[] } | { transactionId: string }

/** What happened to a bulk action. Gifts that were already as wanted are in neither list. */
export interface BulkResult {
  changed: number
  changedIds: string[]
  /** Where money came back. */
  refundedPence?: number
  refused: { hugggId: string; why: string }[]
}

export interface LockedHuggg extends GiftState, GiftMoney {
  id: string
  transaction_id: string
  product_id: string
  chosen_product_id: string | null
  currency: string
  sent_date: Date | null
  send_at: Date | null
  expiry_fixed: boolean
  expiry_days: number
  /** The shareable gift it is claimed at. */
  superhuggg_id: string | null
  purchased_at: Date
}

/** Who made a change and when, for the row; the trigger copies it to the event. */
export const changedBy = (work: Work, reason: string) => ({
  updated_at: work.at,
  changed_by_kind: work.actor.kind,
  changed_by_id: work.actor.id,
  change_reason: reason,
})

const inList = (ids: readonly string[]) => sql<boolean>`huggg.id = any(${ids as string[]}::uuid[])`

/**
 * Takes the gifts' rows for this transaction, in the order of their ids, and before them the purchase's where all its gifts
 * are meant or it was by invoice: anyone who changes a gift holds its row first and moves its money after.
 * @throws not_found when one of the ids is missing, another team's, or a colleague's where the caller sees only their own
 * @throws wrong_state while the purchase is still making its gifts
 */
export async function lockHugggs(tx: Tx, caller: Principal | null, selection: HugggSelection): Promise<LockedHuggg[]> {
  if ('transactionId' in selection) await lockMadePurchase(tx, selection.transactionId)
  else await lockInvoiced(tx, selection.hugggIds)
  let query = tx
    .selectFrom('huggg')
    .innerJoin('transaction', 'transaction.id', 'huggg.transaction_id')
    .select([
      'huggg.id',
      'huggg.transaction_id',
      'huggg.product_id',
      'huggg.chosen_product_id',
      'huggg.status_id',
      'huggg.expiry_date',
      'huggg.viewed_date',
      'huggg.assigned_date',
      'huggg.revealed_at',
      'huggg.fetching',
      'huggg.sent_date',
      'huggg.send_at',
      'huggg.expiry_fixed',
      'huggg.team_id',
      'huggg.wallet_id',
      'huggg.currency',
      'huggg.face_pence',
      'huggg.face_vat_pence',
      'huggg.fee_pence',
      'huggg.fee_vat_pence',
      'huggg.chosen_price_pence',
      'huggg.chosen_vat_pence',
      'huggg.chosen_gives_change',
      'huggg.change_pence',
      'huggg.change_vat_pence',
      'huggg.parts_pence',
      'transaction.payment_method',
      'transaction.expiry_days',
      'transaction.superhuggg_id',
      'transaction.created_at as purchased_at',
    ])
    .orderBy('huggg.id')
    .forNoKeyUpdate('huggg')
  query =
    'transactionId' in selection
      ? query.where('huggg.transaction_id', '=', selection.transactionId)
      : query.where(inList(selection.hugggIds))
  if (caller) query = query.where(sql<boolean>`huggg.team_id = any(${caller.teamIds as string[]}::uuid[])`)
  if (caller?.ownOnly) query = query.where('huggg.sender_id', '=', caller.userId)
  const rows = await query.execute()
  if ('hugggIds' in selection && rows.length < new Set(selection.hugggIds).size) throw notFound('huggg')
  return rows
}

async function lockMadePurchase(tx: Tx, id: string): Promise<void> {
  const { isMaking } = await lockFinishedTransaction(tx, id)
  if (!isMaking) return
  throw new Problem('wrong_state', 'The gifts of this purchase are still being made.', {
    help: 'Try again in a moment.',
  })
}

/** Something that happened to gifts without a change of state, for the timeline. */
export async function recordHappening(work: Work, hugggIds: readonly string[], reason: string): Promise<void> {
  await sql`
    insert into huggg_event (huggg_id, team_id, at, from_id, to_id, actor_kind, actor_id, reason)
    select id, team_id, ${work.at}::timestamptz, status_id, status_id, ${work.actor.kind}::text, ${work.actor.id}::text, ${reason}::text
    from huggg where id = any(${hugggIds as string[]}::uuid[]) order by id`.execute(work.tx)
}
