import type { Selectable } from 'kysely'
import type { ExportRequest } from '#contract/search/exports.ts'
import { iso } from '#kit/time.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import type { ExportRequestTable } from '#server/platform/database/schema.ts'
import type { Posy } from '#server/platform/posy.ts'
import { mayShowLinks, member, type Principal } from '#server/platform/principal.ts'
import { found, Problem } from '#server/platform/problem/problem.ts'

export type ExportRecord = Selectable<ExportRequestTable>

/** Rows in one part of a file: what is lost, and written again, after a crash. */
export const PART_ROWS = 2000
export const EXPORT_JOB = 'search.export'
export const KEPT_DAYS = 7
const LINK_SECONDS = 15 * 60

const contentTypes = {
  csv: 'text/csv; charset=utf-8',
  zip: 'application/zip',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

export const exportFileKey = ({ id, format }: Pick<ExportRecord, 'id' | 'format'>) => `exports/${id}.${format}`
export const exportPartKey = ({ id }: Pick<ExportRecord, 'id'>, number: number) => `exports/${id}/${number}`

/** An export as its maker sees it, with a link that is good for a quarter of an hour. */
export async function serializeSearchExport(posy: Posy, row: ExportRecord): Promise<ExportRequest> {
  const day = iso(row.created_at).slice(0, 10)
  const fileUrl = row.file_key
    ? await posy.providers.files.link(row.file_key, {
        fileName: `${row.kind === 'team' ? 'everything' : row.kind}-${day}.${row.format}`,
        contentType: contentTypes[row.format],
        expiresInSeconds: LINK_SECONDS,
      })
    : null
  return {
    id: row.id,
    kind: row.kind,
    status: row.status,
    format: row.format,
    query: row.query as ExportRequest['query'],
    sort: row.sort as ExportRequest['sort'],
    totalHits: row.total_hits,
    progress: exportProgress(row),
    fileUrl,
    dateCreated: iso(row.created_at),
    dateModified: iso(row.updated_at),
    dateExpires: iso(row.expires_at),
  }
}

/** The last per cent is putting the parts together. */
function exportProgress({ status, rows_done, total_hits }: ExportRecord): number {
  if (status === 'completed') return 100
  return total_hits ? Math.min(99, Math.floor((rows_done * 100) / total_hits)) : 0
}

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
