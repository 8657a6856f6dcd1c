import { sql } from 'kysely'
import { newId } from '#kit/ids.ts'
import { asSystem, type Posy, type Work } from '#server/platform/posy.ts'
import type { EventType } from '#server/platform/queue.ts'
import type { Channel } from './contact-address.ts'
import { DELIVER_JOB } from './events.ts'
import type { MessageKind } from './message-kind.ts'

interface MessageRequest<Detail> {
  /** What the message is about: queued once however often it is asked for. */
  dedupeKey: string
  /** Ids and figures; never an address or a message. */
  detail: Detail
  /** Email unless told. */
  channel?: Channel
  teamId?: string | null
  hugggId?: string | null
  transactionId?: string | null
  /** Wall clock: not before; at once unless told. */
  notBefore?: Date
}

/** Whose address it goes to, read when it is sent; with the team whose pages a user is led to, null where they are the user’s own. */
type Addressee = { recipientId: string } | { userId: string; teamId: string | null }

/** Queues one email or text in the command's transaction. @returns its id, or null where it had been queued before */
export async function queueMessage<Detail>(
  work: Work,
  { template }: MessageKind<Detail>,
  request: MessageRequest<NoInfer<Detail>> & Addressee,
): Promise<string | null> {
  const inserted = await work.tx
    .insertInto('outgoing_message')
    .values({
      id: newId(),
      dedupe_key: request.dedupeKey,
      team_id: request.teamId ?? null,
      channel: request.channel ?? 'email',
      template,
      recipient_id: 'recipientId' in request ? request.recipientId : null,
      user_id: 'userId' in request ? request.userId : null,
      huggg_id: request.hugggId ?? null,
      transaction_id: request.transactionId ?? null,
      detail: JSON.stringify(request.detail),
      next_attempt_at: request.notBefore ?? new Date(work.posy.wall.nowMs()),
      created_at: work.at,
      status_updated_at: work.at,
    })
    .onConflict((conflict) => conflict.column('dedupe_key').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!inserted) return null
  await work.send(DELIVER_JOB, {})
  return inserted.id
}

/** Queues an email to each of any number of users, in one statement. @returns how many were queued */
export async function queueUserMessages<Detail>(
  work: Work,
  { template }: MessageKind<Detail>,
  {
    teamId,
    messages,
  }: {
    teamId: string | null
    messages: readonly ({ userId: string } & Pick<MessageRequest<NoInfer<Detail>>, 'dedupeKey' | 'detail'>)[]
  },
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

/** Queues an email or a text to people whom awards are for, in one statement. */
export async function queueAwardMessages<Detail>(
  work: Work,
  { template }: MessageKind<Detail>,
  { teamId, messages }: { teamId: string; messages: readonly AwardMessage<NoInfer<Detail>>[] },
): Promise<void> {
  const wanted = JSON.stringify(messages.map((message) => ({ ...message, id: newId() })))
  const queued = await sql`
    insert into outgoing_message (id, dedupe_key, team_id, channel, template, award_id, detail, next_attempt_at, created_at, status_updated_at)
    select id, "dedupeKey", ${teamId}::uuid, channel, ${template}, "awardId", detail, ${new Date(work.posy.wall.nowMs())}, ${work.at}, ${work.at}
    from jsonb_to_recordset(${wanted}::jsonb) as wanted (id uuid, "awardId" uuid, "dedupeKey" text, channel text, detail jsonb)
    on conflict (dedupe_key) do nothing`.execute(work.tx)
  if (Number(queued.numAffectedRows ?? 0) > 0) await work.send(DELIVER_JOB, {})
}

type AwardMessage<Detail> = { awardId: string; channel: Channel } & Pick<MessageRequest<Detail>, 'dedupeKey' | 'detail'>

/** Queues messages when an event tells. The subscriber's name is stored with the events that wait. */
export const onEvent = <P extends object>(
  posy: Posy,
  event: EventType<P>,
  queue: (work: Work, payload: P) => Promise<unknown>,
): void =>
  posy.queue.subscribe(event, 'delivery', (payload) =>
    asSystem(posy, async (work) => void (await queue(work, payload))),
  )
