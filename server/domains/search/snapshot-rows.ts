import { sql } from 'kysely'
import type { Tx } from '#server/platform/database/database.ts'
import { asSystem, type Posy } from '#server/platform/posy.ts'
import type { StatementPeriod } from './create-export.ts'
import type { ExportRecord } from './export-request.ts'
import { type HugggWish, hugggListing } from './huggg-listing.ts'
import { numbered } from './listing.ts'

/** Settles which rows an export holds and in which order, once: from then on it is read part by part. */
export async function snapshotRows(posy: Posy, id: string): Promise<void> {
  await asSystem(posy, async ({ tx, at }) => {
    const row = await tx.selectFrom('export_request').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
    if (row?.status !== 'created') return
    const fixed = row.kind === 'hugggs' ? await snapshotGifts(tx, row) : await snapshotStatement(tx, row)
    await tx
      .updateTable('export_request')
      .set({ status: 'processing', updated_at: at, ...fixed })
      .where('id', '=', id)
      .execute()
  })
}

async function snapshotGifts(tx: Tx, row: ExportRecord): Promise<{ total_hits: number }> {
  const wish = { ...(row.query as unknown as HugggWish), sort: row.sort as unknown as HugggWish['sort'] }
  const scope = { teamIds: row.team_ids, ownerId: row.own_only ? row.user_id : null }
  const listing = await hugggListing(tx, scope, wish)
  const inserted = await sql`
    insert into export_row (export_id, position, huggg_id)
    select ${row.id}::uuid, numbered.position, numbered.id from (${numbered(listing)}) as numbered`.execute(tx)
  return { total_hits: Number(inserted.numAffectedRows ?? 0) }
}

/** What is booked later has a higher number, and stays out. */
async function snapshotStatement(tx: Tx, row: ExportRecord): Promise<{ total_hits: number; next_cursor: string }> {
  const { from, to } = row.query as StatementPeriod
  const { rows } = await sql<{ count: number; last: number }>`
    select count(distinct entry.transfer_number)::int as count, coalesce(max(entry.transfer_number), 0)::bigint as last
    from ledger_account as account join ledger_entry as entry on entry.account_id = account.id
    join ledger_transfer as transfer on transfer.id = entry.transfer_id
    where account.wallet_id = ${row.wallet_id}
      and transfer.occurred_at >= coalesce(${from ? new Date(from) : null}::timestamptz, '-infinity') and transfer.occurred_at < coalesce(${to ? new Date(to) : null}::timestamptz, 'infinity')`.execute(
    tx,
  )
  return { total_hits: rows[0]!.count, next_cursor: String(rows[0]!.last + 1) }
}
