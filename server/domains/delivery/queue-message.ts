import { newId } from '#kit/ids.ts'
import type { Work } from '#server/platform/posy.ts'
import type { Channel } from './contact-address.ts'
import { DELIVER_JOB } from './events.ts'
import type { Template } from './message.ts'

export interface MessageRequest {
  /** What the message is about: queued once however often it is asked for. */
  dedupeKey: string
  template: Template
  /** Email unless told. */
  channel?: Channel
  teamId?: string | null
  hugggId?: string | null
  transactionId?: string | null
  /** Ids and figures for the template; never an address or a message. */
  detail?: Record<string, unknown>
  /** Wall clock: not before; at once unless told. */
  notBefore?: Date
}

/** Whose address it goes to, read when it is sent. */
export type Addressee = { recipientId: string } | { userId: string }

/** Queues one email or text in the command's transaction. @returns its id, or null where it had been queued before */
export async function queueMessage(work: Work, request: MessageRequest & Addressee): Promise<string | null> {
  const inserted = await work.tx
    .insertInto('outgoing_message')
    .values({
      id: newId(),
      dedupe_key: request.dedupeKey,
      team_id: request.teamId ?? null,
      channel: request.channel ?? 'email',
      template: request.template,
      recipient_id: 'recipientId' in request ? request.recipientId : null,
      user_id: 'userId' in request ? request.userId : null,
      huggg_id: request.hugggId ?? null,
      transaction_id: request.transactionId ?? null,
      detail: JSON.stringify(request.detail ?? {}),
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
