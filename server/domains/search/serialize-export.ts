import type { ExportRequest } from '#contract/search/exports.ts'
import { iso } from '#kit/time.ts'
import { linkToFile } from '#server/domains/teams/sign-in/index.ts'
import type { Posy } from '#server/platform/posy.ts'
import type { Principal } from '#server/platform/principal.ts'
import type { PapersPeriod, StatementPeriod } from './create-export.ts'
import { exportFileName } from './export-file-name.ts'
import type { ExportRecord } from './export-request.ts'
import { findUserZone } from './maker.ts'
import { exportOwner } from './queries.ts'

const LINK_SECONDS = 15 * 60

const contentTypes = {
  csv: 'text/csv; charset=utf-8',
  zip: 'application/zip',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

/** An export as its maker sees it, with a link that is good for a quarter of an hour. */
export async function serializeSearchExport(posy: Posy, caller: Principal, row: ExportRecord): Promise<ExportRequest> {
  const fileUrl = row.file_key
    ? await linkToFile(
        posy,
        caller,
        { key: row.file_key, fileName: await nameFile(posy, row), contentType: contentTypes[row.format] },
        LINK_SECONDS,
      )
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

async function nameFile(posy: Posy, row: ExportRecord): Promise<string> {
  const [zone, { team, wallet }] = await Promise.all([findUserZone(posy, row), exportOwner(posy.db, row)])
  const { from, to } = row.kind === 'statement' ? (row.query as StatementPeriod) : {}
  const papers = row.kind === 'papers' ? (row.query as unknown as PapersPeriod) : null
  return exportFileName({ ...row, team, wallet, from, to, papers, made: iso(row.created_at), zone })
}
