import type { Db, Tx } from '#server/platform/database/database.ts'

const feeds = (db: Db | Tx) =>
  db
    .selectFrom('automated_budget_feed as feed')
    .leftJoin('linked_group as g', (join) =>
      join.onRef('g.linked_account_id', '=', 'feed.linked_account_id').onRef('g.id', '=', 'feed.group_id'),
    )
    .selectAll('feed')
    .select('g.name as groupName')

export type FeedRecord = Awaited<ReturnType<ReturnType<typeof feeds>['executeTakeFirstOrThrow']>>

export const findFeed = (db: Db | Tx, budgetId: string): Promise<FeedRecord | undefined> =>
  feeds(db).where('feed.budget_id', '=', budgetId).executeTakeFirst()

/** The budgets that follow a group of a connected system. */
export const budgetsFollowing = async (db: Db, linkedAccountId: string): Promise<string[]> => {
  const rows = await feeds(db).where('feed.linked_account_id', '=', linkedAccountId).orderBy('feed.budget_id').execute()
  return rows.map(({ budget_id }) => budget_id)
}
