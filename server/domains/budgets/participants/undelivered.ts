import { sql } from 'kysely'
import { notDelivered } from '#server/domains/delivery/index.ts'
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
      and (select ${sql.raw(notDelivered.sql('m'))} from outgoing_message m
        where m.huggg_id = h.id and m.template = 'gift' and m.status <> 'cancelled'
        order by m.created_at desc, m.id desc limit 1)
    group by h.team_id`.execute(db)
  return new Map(rows.map(({ teamId, gifts }) => [teamId, gifts]))
}
