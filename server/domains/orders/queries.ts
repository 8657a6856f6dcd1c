import type { Selectable } from 'kysely'
import { found } from '#server/kit/problem.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import type { Database } from '#server/platform/database/schema.ts'
import type { Principal } from '#server/platform/principal.ts'

type TransactionRow = Selectable<Database['transaction']>
/** A purchase with what was written to its recipients. */
export type TransactionRecord = TransactionRow & {
  message: string | null
  from_name: string | null
  notes: string | null
}

const withMessage = (db: Db | Tx) =>
  db
    .selectFrom('transaction')
    .leftJoin('gift_message', 'gift_message.transaction_id', 'transaction.id')
    .selectAll('transaction')
    .select(['gift_message.message', 'gift_message.from_name', 'gift_message.notes'])

/** @throws not_found for another team's, and for a colleague's where the caller sees only their own */
export async function transactionInScope(db: Db | Tx, caller: Principal, id: string): Promise<TransactionRecord> {
  let query = withMessage(db)
    .where('transaction.id', '=', id)
    .where('transaction.team_id', 'in', [...caller.teamIds, ''].filter(Boolean))
  if (caller.ownOnly) query = query.where('transaction.user_id', '=', caller.userId)
  return found(await query.executeTakeFirst(), 'transaction')
}

/** Takes the purchase's row for this transaction, so that two bulk changes follow one another. */
export const lockTransaction = (tx: Tx, id: string): Promise<TransactionRow | undefined> =>
  tx.selectFrom('transaction').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

/** Addresses of users who are members of one of the teams, by user id. */
export async function emailsOfTeamUsers(
  db: Db | Tx,
  teamIds: readonly string[],
  userIds: string[],
): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('app_user')
    .innerJoin('team_member', 'team_member.user_id', 'app_user.id')
    .where('team_member.team_id', 'in', teamIds)
    .where('app_user.id', 'in', userIds)
    .where('app_user.is_service', '=', false)
    .select(['app_user.id', 'app_user.email'])
    .execute()
  return new Map(rows.map((row) => [row.id, row.email.toLowerCase()]))
}

export const zoneOfUser = async (db: Db | Tx, userId: string): Promise<string> =>
  (await db.selectFrom('app_user').select('zone').where('id', '=', userId).executeTakeFirst())?.zone ?? 'Europe/London'

/** Gifts of a purchase that nobody has been given yet, in order, locked. */
export const unassignedHugggs = (
  tx: Tx,
  transactionId: string,
  limit: number,
): Promise<{ id: string; ordinal: number }[]> =>
  tx
    .selectFrom('huggg')
    .select(['id', 'ordinal'])
    .where('transaction_id', '=', transactionId)
    .where('status_id', '=', 1)
    .where('recipient_id', 'is', null)
    .where('viewed_date', 'is', null)
    .orderBy('ordinal')
    .limit(limit)
    .forUpdate()
    .execute()

/** When the next scheduled gift is to be sent. */
export const nextSendAt = async (db: Db): Promise<Date | null> =>
  (
    await db
      .selectFrom('huggg')
      .select((e) => e.fn.min('send_at').as('at'))
      .where('status_id', '=', 8)
      .executeTakeFirst()
  )?.at ?? null
