import { sql } from 'kysely'
import type { Db, Tx } from '#server/platform/database/database.ts'

/** Gifts of a purchase that no one has been given yet, in order, locked. */
export const unassignedHugggs = (
  tx: Tx,
  { transactionId, at, limit }: { transactionId: string; at: Date; limit: number },
): Promise<{ id: string; ordinal: number }[]> =>
  tx
    .selectFrom('huggg')
    .select(['id', 'ordinal'])
    .where('transaction_id', '=', transactionId)
    .where('status_id', 'in', [1, 8])
    .where('expiry_date', '>=', at)
    .where('recipient_id', 'is', null)
    .where('viewed_date', 'is', null)
    .orderBy('ordinal')
    .limit(limit)
    .forUpdate()
    .execute()

/** How many gifts are to be sent after one moment (or at all) and up to another. */
export async function countDueSends(db: Db, after: Date | null, until: Date): Promise<number> {
  let due = db
    .selectFrom('huggg')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('status_id', '=', 8)
    .where('send_at', '<=', until)
  if (after) due = due.where('send_at', '>', after)
  return (await due.executeTakeFirstOrThrow()).count
}

/** When the next scheduled gift is to be sent. */
export const nextSendAt = sql<Date | null>`select min(send_at) from huggg where status_id = 8`
