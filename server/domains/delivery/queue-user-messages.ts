import { sql } from 'kysely'
import { newId } from '#kit/ids.ts'
import type { Work } from '#server/platform/posy.ts'
import { DELIVER_JOB } from './events.ts'
import type { Template } from './message.ts'

export interface UserMessage {
  userId: string
  /** What the message is about: queued once however often it is asked for. */
  dedupeKey: string
  /** Ids and figures for the template; never an address or a message. */
  detail: Record<string, unknown>
}

/** Queues an email to each of any number of users, in one statement. @returns how many were queued */
export async function queueUserMessages(
  work: Work,
  { template, teamId, messages }: { template: Template; teamId: string | null; messages: readonly UserMessage[] },
): Promise<number> {
  if (messages.length === 0) return 0
  const wanted = JSON.stringify(
    messages.map(({ userId, dedupeKey, detail }) => ({
      id: newId(),
      user_id: userId,
      dedupe_key: dedupeKey,
      detail,
    })),
  )
  const queued = await sql`
    insert into outgoing_message (id, dedupe_key, team_id, channel, template, user_id, detail, next_attempt_at, created_at, status_updated_at)
    select id, dedupe_key, ${teamId}::uuid, 'email', ${template}, user_id, detail, ${new Date(work.posy.wall.nowMs())}, ${work.at}, ${work.at}
    from jsonb_to_recordset(${wanted}::jsonb) as wanted (id uuid, user_id uuid, dedupe_key text, detail jsonb)
    on conflict (dedupe_key) do nothing`.execute(work.tx)
  const count = Number(queued.numAffectedRows ?? 0)
  if (count > 0) await work.send(DELIVER_JOB, {})
  return count
}
