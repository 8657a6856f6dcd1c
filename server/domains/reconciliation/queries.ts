import type { Selectable } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'
import { paginate } from '#server/platform/database/paginate.ts'
import type { Database } from '#server/platform/database/schema.ts'

export type RunRecord = Selectable<Database['reconcile_run']>
export type ResultRecord = Selectable<Database['reconcile_result']>

const runs = (db: Db) => db.selectFrom('reconcile_run').selectAll()

/** The latest first. */
export const runsPage = (db: Db, page: { page: number; per_page: number }) =>
  paginate(runs(db).orderBy('started_at', 'desc').orderBy('id', 'desc'), page)

export const runById = (db: Db, id: string): Promise<RunRecord | undefined> =>
  runs(db).where('id', '=', id).executeTakeFirst()

/** The latest that has ended; null where none has. */
export const lastEndedRun = async (db: Db): Promise<RunRecord | null> =>
  (await runs(db)
    .where('ended_at', 'is not', null)
    .orderBy('started_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()) ?? null

/** What each check of a run gave: what does not agree before all others. */
export const listResults = (db: Db, runId: string): Promise<ResultRecord[]> =>
  db
    .selectFrom('reconcile_result')
    .selectAll()
    .where('run_id', '=', runId)
    .orderBy((e) => e.case().when('findings', '=', 0).then(1).else(0).end())
    .orderBy('ordinal')
    .execute()
