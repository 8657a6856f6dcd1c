import { BUSINESS_ZONE } from '#kit/time.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import type { UserAddresses } from './addresses.ts'

/** How users who are members of one of the teams are reached, by user id. */
export async function addressesOfTeamUsers(
  db: Db | Tx,
  teamIds: readonly string[],
  userIds: string[],
): Promise<UserAddresses> {
  if (userIds.length === 0) return { emailOfUser: new Map(), mobileOfUser: new Map() }
  const rows = await db
    .selectFrom('app_user')
    .innerJoin('team_member', 'team_member.user_id', 'app_user.id')
    .where('team_member.team_id', 'in', teamIds)
    .where('app_user.id', 'in', userIds)
    .where('app_user.is_service', '=', false)
    .select(['app_user.id', 'app_user.email', 'app_user.mobile'])
    .execute()
  return {
    emailOfUser: new Map(rows.map((row) => [row.id, row.email.toLowerCase()])),
    mobileOfUser: new Map(rows.flatMap((row) => (row.mobile ? [[row.id, row.mobile]] : []))),
  }
}

export const zoneOfUser = async (db: Db | Tx, userId: string): Promise<string> =>
  (await db.selectFrom('app_user').select('zone').where('id', '=', userId).executeTakeFirst())?.zone ?? BUSINESS_ZONE

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
export const nextSendAt = async (db: Db): Promise<Date | null> =>
  (
    await db
      .selectFrom('huggg')
      .select((e) => e.fn.min('send_at').as('at'))
      .where('status_id', '=', 8)
      .executeTakeFirst()
  )?.at ?? null
