import { sql } from 'kysely'
import { notDelivered, ofLatestMessage } from '#server/domains/delivery/index.ts'
import type { Db } from '#server/platform/database/database.ts'

/** How many gifts of participants’ teams could not be delivered, by team: those that a search for them finds (search: gift-state). */
export async function countUndelivered(db: Db, teamIds: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ teamId: string; gifts: number }>`
    select h.team_id as "teamId", count(*)::int as gifts
    from huggg h
    where h.id in (
        select m.huggg_id from outgoing_message m where m.template = 'gift' and m.team_id = any(${[...teamIds]}::uuid[])
          and m.status = any(${[...notDelivered.statuses]}::text[]))
      and h.status_id in (1, 2) and h.parts_pence = 0
      and ${sql.raw(ofLatestMessage(notDelivered.sql('m')))}
    group by h.team_id`.execute(db)
  return new Map(rows.map(({ teamId, gifts }) => [teamId, gifts]))
}
