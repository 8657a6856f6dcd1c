import type { HugggSort } from '#contract/search/search.ts'
import { newId } from '#kit/ids.ts'
import type { Work } from '#server/platform/posy.ts'
import { mayShowLinks, member, type Principal } from '#server/platform/principal.ts'
import { Problem } from '#server/platform/problem/problem.ts'
import { EXPORT_JOB, type ExportRecord, KEPT_DAYS } from './export-request.ts'
import { type HugggWish, hugggListing } from './huggg-listing.ts'
import { hugggScope } from './scope.ts'

/** Unfinished exports that one user may have: each reads a whole list. */
const MOST_UNFINISHED = 5

export interface StatementPeriod {
  from?: string | undefined
  to?: string | undefined
}

/** Days in London, the last one included. */
export interface PapersPeriod {
  from: string
  until: string
}

type Wanted =
  | { kind: 'hugggs'; format: ExportRecord['format']; query: Omit<HugggWish, 'sort'>; sort: HugggSort }
  | { kind: 'statement'; format: ExportRecord['format']; walletId: string; query: StatementPeriod }
  | { kind: 'team'; format: 'zip'; query: Record<string, never> }
  | { kind: 'papers'; format: 'zip'; query: PapersPeriod }

/**
 * Asks for a list as a file; a job writes it. It holds what its maker may see now.
 * @throws not_found (404) and invalid_fields as a search with that query; too_many_requests (429) beyond five unfinished
 */
export async function createExport(work: Work, caller: Principal, wanted: Wanted): Promise<ExportRecord> {
  const { userId, teamId } = member(caller)
  const scope = hugggScope(caller)
  if (wanted.kind === 'hugggs') await hugggListing(work.tx, scope, { ...wanted.query, sort: wanted.sort })
  await refuseTooMany(work, userId)
  const expiresAt = new Date(work.at.getTime() + KEPT_DAYS * 24 * 3_600_000)
  const row = await work.tx
    .insertInto('export_request')
    .values({
      id: newId(),
      kind: wanted.kind,
      team_id: teamId,
      user_id: userId,
      team_ids: [...scope.teamIds],
      own_only: scope.ownerId !== null,
      with_links: wanted.kind === 'hugggs' && mayShowLinks(caller),
      wallet_id: wanted.kind === 'statement' ? wanted.walletId : null,
      format: wanted.format,
      query: JSON.stringify(wanted.query),
      sort: JSON.stringify(wanted.kind === 'hugggs' ? wanted.sort : []),
      created_at: work.at,
      updated_at: work.at,
      expires_at: expiresAt,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await work.send(EXPORT_JOB, { exportId: row.id })
  const detail = { kind: row.kind, format: row.format, ...(row.wallet_id ? { walletId: row.wallet_id } : {}) }
  await work.audit('export.created', { kind: 'export', id: row.id }, { teamId, detail })
  return row
}

async function refuseTooMany({ tx }: Work, userId: string): Promise<void> {
  const unfinished = await tx
    .selectFrom('export_request')
    .select('id')
    .where('user_id', '=', userId)
    .where('status', 'in', ['created', 'processing'])
    .limit(MOST_UNFINISHED)
    .execute()
  if (unfinished.length < MOST_UNFINISHED) return
  throw new Problem('too_many_requests', `${MOST_UNFINISHED} exports are still being written.`, {
    help: 'Wait until one of them is finished.',
    retryAfterSeconds: 30,
  })
}
