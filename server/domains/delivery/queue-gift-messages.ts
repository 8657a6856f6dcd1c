import { sql } from 'kysely'
import { newId } from '#kit/ids.ts'
import { Status } from '#server/domains/hugggs/states/index.ts'
import type { Work } from '#server/platform/posy.ts'
import { holdBack, letGo } from './hold-back.ts'
import { whyHeld } from './leave-rules.ts'
import type { Channel } from './messages/contact-address.ts'
import { DELIVER_JOB } from './messages/events.ts'

export interface GiftSelection {
  transactionId: string
  /** Some gifts of the purchase; all of them unless told. */
  hugggIds?: readonly string[]
  fromOrdinal?: number
  toOrdinal?: number
}

/** Anyone who is known by a number only gets a text. */
const CHANNEL_OF_RECIPIENT = sql`case when recipient.phone_number is not null and recipient.email is null then 'sms' else 'email' end`

/**
 * Queues an email or text for every selected gift that has a recipient with an address (their own, or of the user they are) and
 * can still be enjoyed. Once per gift, recipient and scheduled moment: asking again changes nothing, except that a
 * message cancelled meanwhile is taken up again. What may not leave by its team's rules of this moment waits instead.
 * @returns how many were queued
 */
export async function queueGiftMessages(
  work: Work,
  { transactionId, hugggIds, fromOrdinal = 1, toOrdinal = 2_147_483_647 }: GiftSelection,
): Promise<number> {
  const { rows: gifts } = await sql<{ huggg_id: string; dedupe_key: string; channel: Channel }>`
    select huggg.id as huggg_id,
      'gift:' || huggg.id || ':' || huggg.recipient_id || ':' || coalesce((extract(epoch from huggg.send_at) * 1000)::bigint, 0) as dedupe_key,
      ${CHANNEL_OF_RECIPIENT} as channel
    from huggg join recipient on recipient.id = huggg.recipient_id
    where huggg.transaction_id = ${transactionId} and huggg.ordinal between ${fromOrdinal} and ${toOrdinal}
      and (${hugggIds === undefined} or huggg.id = any(${(hugggIds ?? []) as string[]}::uuid[]))
      and (recipient.email is not null or recipient.phone_number is not null or recipient.user_id is not null)
      and huggg.deleted_at is null
      and (huggg.status_id in (${Status.Created}, ${Status.Sent}, ${Status.Claimed}) or (huggg.status_id = ${Status.Scheduled} and huggg.send_at <= ${work.at}))
    order by huggg.ordinal`.execute(work.tx)
  if (gifts.length === 0) return 0
  const ids = gifts.map(({ huggg_id }) => huggg_id)
  const held = await whyHeld(work, ids)
  await holdBack(work, transactionId, held)
  const free = gifts.filter(({ huggg_id }) => !held.has(huggg_id))
  if (free.length === 0) return 0
  await letGo(
    work,
    free.map(({ huggg_id }) => huggg_id),
  )
  const wanted = JSON.stringify(free.map((gift) => ({ ...gift, id: newId() })))
  const queued = await sql`
    insert into outgoing_message (id, dedupe_key, team_id, channel, template, recipient_id, huggg_id, transaction_id, next_attempt_at, created_at, status_updated_at)
    select wanted.id, wanted.dedupe_key, huggg.team_id, wanted.channel, 'gift', huggg.recipient_id, huggg.id, huggg.transaction_id,
      ${new Date(work.posy.wall.nowMs())}, ${work.at}, ${work.at}
    from jsonb_to_recordset(${wanted}::jsonb) as wanted (id uuid, huggg_id uuid, dedupe_key text, channel text) join huggg on huggg.id = wanted.huggg_id
    on conflict (dedupe_key) do update set
      status = 'pending', attempts = 0, away_tries = 0, server_away_since = null, next_attempt_at = excluded.next_attempt_at, last_error = null, status_updated_at = excluded.status_updated_at
      where outgoing_message.status = 'cancelled'`.execute(work.tx)
  const count = Number(queued.numAffectedRows ?? 0)
  if (count > 0) await work.send(DELIVER_JOB, {})
  return count
}
