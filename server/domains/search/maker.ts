import { BUSINESS_ZONE } from '#kit/time.ts'
import { usersByIds } from '#server/domains/identity/users/index.ts'
import { loadPermissions } from '#server/domains/teams/team/index.ts'
import type { Posy } from '#server/platform/posy.ts'
import type { ExportRecord } from './export-request.ts'
import { type StatementReader, statementReader } from './statement-causes.ts'

/** The wall clock of the person who asked for the file. */
export const findUserZone = async (posy: Posy, { user_id }: Pick<ExportRecord, 'user_id'>): Promise<string> =>
  (await usersByIds(posy.db, [user_id])).get(user_id)?.zone ?? BUSINESS_ZONE

/** What the person who asked may see of a statement now: roles change. */
export async function findStatementReader(posy: Posy, row: ExportRecord): Promise<StatementReader> {
  const rights = await loadPermissions(posy.db, { userId: row.user_id, teamId: row.team_id })
  return statementReader({ userId: row.user_id, teamIds: row.team_ids }, rights?.permissions ?? {})
}
