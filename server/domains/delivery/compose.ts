import type { Posy } from '#server/platform/posy.ts'
import { families } from './emails/families.ts'
import { giftMessage, giftReminderMessage } from './emails/gift.ts'
import { HELD_BY_RULES, holdQueued } from './hold-queued.ts'
import { type Composed, cancelled, type MessageKind, type QueuedMessage } from './messages/message-kind.ts'
import type { ClaimedMessage } from './outbox.ts'
import { matchesAny } from './queries.ts'

const kinds = new Map(families.flatMap((family) => family.kinds).map((kind) => [kind.template, kind]))

/**
 * Writes the messages, reading addresses and words from where they can be erased. A message that cannot be written is
 * tried again later, and holds up no other; one whose record retention or an erasure has removed since is over.
 */
export async function compose(posy: Posy, claimed: readonly ClaimedMessage[]): Promise<Map<string, Composed>> {
  const composed = new Map<string, Composed>()
  const queued = new Map((await readQueued(posy, claimed)).map((message) => [message.id, message]))
  for (const [template, group] of Map.groupBy(claimed, (message) => message.template)) {
    try {
      const kind = kinds.get(template)
      if (!kind) throw new Error(`no template ${template}`)
      const messages = group.flatMap(({ id }) => queued.get(id) ?? [])
      const written = await composeKind(posy, kind, messages)
      for (const { id } of messages) composed.set(id, written.get(id) ?? endOrphan(posy, id, template))
    } catch (error) {
      posy.log.error({ template, err: error }, 'messages could not be written')
    }
  }
  return composed
}

function endOrphan(posy: Posy, message: string, template: string): Composed {
  posy.log.warn({ message, template }, 'a message is cancelled: what it is about is gone')
  return cancelled('what it is about is gone')
}

/** A gift's message that may not leave by the rules of its team is not written. */
async function composeKind(posy: Posy, kind: MessageKind, messages: readonly QueuedMessage[]) {
  if (kind !== giftMessage && kind !== giftReminderMessage) return kind.compose(posy, messages)
  const gifts = messages.flatMap(({ id, hugggId }) => (hugggId ? [{ id, hugggId }] : []))
  const held = await holdQueued(posy, gifts, { isReminder: kind === giftReminderMessage })
  const free = messages.filter(({ id }) => !held.has(id))
  return new Map([
    ...(await kind.compose(posy, free)),
    ...[...held].map((id) => [id, cancelled(HELD_BY_RULES)] as const),
  ])
}

const readQueued = ({ db }: Posy, claimed: readonly ClaimedMessage[]): Promise<QueuedMessage[]> =>
  db
    .selectFrom('outgoing_message')
    .select(['id', 'channel', 'team_id as teamId', 'user_id as userId', 'recipient_id as recipientId'])
    .select([
      'invite_id as inviteId',
      'award_id as awardId',
      'huggg_id as hugggId',
      'transaction_id as transactionId',
      'detail',
    ])
    .where(
      matchesAny(
        'id',
        claimed.map(({ id }) => id),
      ),
    )
    .execute()
