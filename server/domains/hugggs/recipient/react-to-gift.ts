import { newId } from '#kit/ids.ts'
import type { Work } from '#server/platform/posy.ts'
import { invalidFields } from '#server/platform/problem/problem.ts'
import { lockGift, reactionReceived, requireState } from '../change/index.ts'
import type { GiftRecord } from '../gifts/index.ts'
import { quickEmojis } from './gift-page.ts'

export interface GivenReaction {
  emoji?: string | null | undefined
  message?: string | null | undefined
  name?: string | null | undefined
}

/** The recipient says thank you; said again, it replaces what was said before. @throws not_found; wrong_state unless opened and not ended; invalid_fields for any other emoji */
export async function reactToGift(work: Work, shortcode: string, given: GivenReaction): Promise<GiftRecord> {
  const gift = await lockGift(work.tx, shortcode)
  requireState(gift, work.at, ['opened', 'claimed', 'revealed', 'redeemed'])
  const emojis = quickEmojis(gift)
  if (given.emoji && !emojis.includes(given.emoji))
    throw invalidFields([{ path: 'emoji', message: `must be one of ${emojis.join(' ')}` }])
  const said = {
    emoji: given.emoji || null,
    message: given.message || null,
    name: given.name || null,
    updated_at: work.at,
  }
  const { id } = await work.tx
    .insertInto('reaction')
    .values({ id: newId(), huggg_id: gift.id, team_id: gift.team_id, created_at: work.at, ...said })
    .onConflict((conflict) => conflict.column('huggg_id').doUpdateSet(said))
    .returning('id')
    .executeTakeFirstOrThrow()
  await work.emit(reactionReceived, { hugggId: gift.id, reactionId: id })
  return {
    ...gift,
    reaction_id: id,
    reaction_emoji: said.emoji,
    reaction_message: said.message,
    reaction_name: said.name,
  }
}
