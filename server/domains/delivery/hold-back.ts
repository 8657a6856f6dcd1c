import { sql } from 'kysely'
import { recordHappening } from '#server/domains/hugggs/change/index.ts'
import type { Work } from '#server/platform/posy.ts'
import { giftsHeldEmail, type HeldWhy, notifyHeldGifts } from './emails/held-gifts.ts'

/** Lets gifts wait that may not leave, whose rows are held; their senders are told why. */
export async function holdBack(work: Work, transactionId: string, held: ReadonlyMap<string, HeldWhy>): Promise<void> {
  if (held.size === 0) return
  const wanted = JSON.stringify([...held].map(([id, why]) => ({ id, why })))
  const { rows } = await sql<{ huggg_id: string }>`
    insert into held_gift (huggg_id, team_id, transaction_id, why, since, next_look_at)
    select huggg.id, huggg.team_id, huggg.transaction_id, wanted.why, ${work.at}::timestamptz, ${nextLook(work.at)}::timestamptz
    from jsonb_to_recordset(${wanted}::jsonb) as wanted (id uuid, why text) join huggg on huggg.id = wanted.id order by huggg.id
    on conflict (huggg_id) do update set why = excluded.why returning huggg_id`.execute(work.tx)
  const ids = rows.map(({ huggg_id }) => huggg_id)
  await recordHappening(work, ids, 'held by the team’s rules')
  await notifyHeldGifts(work, giftsHeldEmail, { transactionId, hugggId: ids[0]! })
}

/** What was sent after all no longer waits. */
export async function letGo(work: Work, hugggIds: readonly string[]): Promise<void> {
  await sql`delete from held_gift where huggg_id = any(${hugggIds as string[]}::uuid[])`.execute(work.tx)
}

/** When rules may have been loosened. */
export const nextLook = (at: Date) => new Date(at.getTime() + 3_600_000)
