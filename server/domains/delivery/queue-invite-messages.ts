import { sql } from 'kysely'
import { newId } from '#kit/ids.ts'
import type { Work } from '#server/platform/posy.ts'
import { DELIVER_JOB } from './events.ts'

/**
 * Queues the mail of each invite's latest sending, once per sending. The address is the invite's, read when it is sent;
 * the token is worked out then.
 * @returns how many were queued
 */
export async function queueInviteMessages(work: Work, inviteIds: readonly string[]): Promise<number> {
  const wanted = JSON.stringify(inviteIds.map((inviteId) => ({ id: newId(), invite_id: inviteId })))
  const queued = await sql`
    insert into outgoing_message (id, dedupe_key, team_id, channel, template, invite_id, detail, next_attempt_at, created_at, status_updated_at)
    select wanted.id, 'invite/' || invite.id || '/' || invite.version, invite.team_id, 'email', 'invite', invite.id,
      jsonb_build_object('version', invite.version), ${new Date(work.posy.wall.nowMs())}, ${work.at}, ${work.at}
    from jsonb_to_recordset(${wanted}::jsonb) as wanted (id uuid, invite_id uuid) join team_invite as invite on invite.id = wanted.invite_id
    where invite.accepted_at is null and invite.cancelled_at is null
    on conflict (dedupe_key) do nothing`.execute(work.tx)
  const count = Number(queued.numAffectedRows ?? 0)
  if (count > 0) await work.send(DELIVER_JOB, {})
  return count
}
