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
