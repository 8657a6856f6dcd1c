import { sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'

/** Messages of one channel that have not left, by what they wait for. */
export interface UndeliveredMessage {
  channel: string
  /** Their turn, the server that takes them, or the receiver's own, which has put them off. */
  waitsFor: 'turn' | 'server' | 'recipient'
  count: number
  oldestSeconds: number
}

/** Emails and texts that could leave now, or could but for what they wait for. */
export async function listUndeliveredMessages(db: Db, wallNow: Date): Promise<UndeliveredMessage[]> {
  const { rows } = await sql<UndeliveredMessage>`
    select channel, "waitsFor", count(*)::int as count,
      greatest(0, extract(epoch from ${wallNow}::timestamptz - min(since)))::float as "oldestSeconds"
    from (
      select channel,
        case when server_away_since is not null then 'server' when last_error is not null then 'recipient' else 'turn' end as "waitsFor",
        case when server_away_since is not null then server_away_since when last_error is not null then created_at else next_attempt_at end as since
      from outgoing_message where status = 'pending'
        and (next_attempt_at <= ${wallNow} or server_away_since is not null or last_error is not null)
    ) as unsent group by 1, 2`.execute(db)
  return rows
}
