import { lockGiftById } from '#server/domains/hugggs/change/index.ts'
import { Status } from '#server/domains/hugggs/states/index.ts'
import { asSystem, type Posy, type Work } from '#server/platform/posy.ts'
import { holdBack } from './hold-back.ts'
import { whyHeld } from './leave-rules.ts'
import { matchesAny } from './queries.ts'

interface Queued {
  id: string
  hugggId: string
}

/** Why a message that was queued does not leave. */
export const HELD_BY_RULES = 'the rules of the team do not let it leave now'

/**
 * Asks the rules of teams once more for gifts' messages that are about to be handed to the mail server or the provider of
 * texts: they may have waited for it since before a rule was narrowed. A gift that leaves for the first time waits as others
 * do; a reminder, and a gift that is sent again, are left out.
 * @returns the messages that may not leave, none of which is still pending
 */
export async function holdQueued(
  posy: Posy,
  messages: readonly Queued[],
  { isReminder }: { isReminder: boolean },
): Promise<ReadonlySet<string>> {
  if (messages.length === 0) return new Set()
  return asSystem(posy, async (work) => {
    const seen = await whyHeld(work, [...new Set(messages.map(({ hugggId }) => hugggId))])
    if (seen.size === 0) return new Set<string>()
    const held = isReminder ? new Set(seen.keys()) : await holdUnderRows(work, [...seen.keys()])
    const ids = messages.flatMap(({ id, hugggId }) => (held.has(hugggId) ? id : []))
    if (ids.length === 0) return new Set<string>()
    // With the gift's waiting, not after it: what lets the gift go again takes up a cancelled message.
    await work.tx
      .updateTable('outgoing_message')
      .set({ status: 'cancelled', leased_until: null, last_error: HELD_BY_RULES, status_updated_at: work.at })
      .where(matchesAny('id', ids))
      .where('status', '=', 'pending')
      .execute()
    return new Set(ids)
  })
}

/** Asks again under the gifts' rows. @returns those that may not leave; of others the message itself says what they are */
async function holdUnderRows(work: Work, hugggIds: readonly string[]): Promise<ReadonlySet<string>> {
  const gifts = []
  for (const id of [...hugggIds].sort()) gifts.push(await lockGiftById(work.tx, id))
  const whys = await whyHeld(work, hugggIds)
  const stays = gifts.filter((gift) => whys.has(gift.id) && !gift.deleted_at && mayLeave.includes(gift.status_id))
  const first = stays.filter((gift) => gift.status_id === Status.Created)
  for (const [transactionId, group] of Map.groupBy(first, (gift) => gift.transaction_id))
    await holdBack(work, transactionId, new Map(group.map(({ id }) => [id, whys.get(id)!])))
  return new Set(stays.map(({ id }) => id))
}

const mayLeave: readonly number[] = [Status.Created, Status.Sent, Status.Claimed]
