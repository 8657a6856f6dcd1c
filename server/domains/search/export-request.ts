import type { Selectable } from 'kysely'
import type { Db, Tx } from '#server/platform/database/database.ts'
import type { ExportRequestTable } from '#server/platform/database/schema.ts'
import { mayShowLinks, member, type Principal } from '#server/platform/principal.ts'
import { found, Problem } from '#server/platform/problem/problem.ts'

export type ExportRecord = Selectable<ExportRequestTable>

/** Rows in one part of a file: what is lost, and written again, after a crash. */
export const PART_ROWS = 2000
export const EXPORT_JOB = 'search.export'
export const KEPT_DAYS = 7
export const exportFileKey = ({ id, format }: Pick<ExportRecord, 'id' | 'format'>) => `exports/${id}.${format}`
export const exportPartKey = ({ id }: Pick<ExportRecord, 'id'>, number: number) => `exports/${id}/${number}`

/**
 * What it holds is asked for again each time: keys of one name are one user, and roles change.
 * @throws not_found (404) for anybody else's, and for one made while acting in another team; forbidden (403) for what
 *   the caller may not see now: links, and gifts of colleagues
 */
export async function ownExport(
  db: Db | Tx,
  caller: Principal,
  wanted: { id: string; kind: ExportRecord['kind']; walletId?: string },
): Promise<ExportRecord> {
  const { userId, teamId } = member(caller)
  let query = db
    .selectFrom('export_request')
    .selectAll()
    .where('id', '=', wanted.id)
    .where('kind', '=', wanted.kind)
    .where('user_id', '=', userId)
    .where('team_id', '=', teamId)
  if (wanted.walletId) query = query.where('wallet_id', '=', wanted.walletId)
  const row = found(await query.executeTakeFirst(), 'export')
  const holdsLinks = row.kind === 'hugggs' && row.with_links
  if (holdsLinks && !mayShowLinks(caller))
    throw refusal('This file holds links of gifts, which you may not hand out.', 'it will be without them')
  if (caller.ownOnly && !row.own_only)
    throw refusal('This file holds gifts of colleagues, which you may not see.', 'it will hold your own')
  return row
}

const refusal = (message: string, then: string) =>
  new Problem('forbidden', message, { help: `Ask for the export again: ${then}.` })
