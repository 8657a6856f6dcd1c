import type { Work } from '#server/platform/posy.ts'
import type { Principal } from '#server/platform/principal.ts'
import { Problem } from '#server/platform/problem/problem.ts'
import type { CardRecord } from './card.ts'
import { cardInScope } from './queries.ts'

/**
 * Makes one of the caller's cards their default, or no longer.
 * @throws not_found (404), wrong_state (409) for a card that cannot be charged
 */
export async function updateCard(
  work: Work,
  caller: Principal,
  { cardId, isDefault }: { cardId: string; isDefault: boolean },
): Promise<CardRecord> {
  const { tx, at } = work
  const card = await cardInScope(tx, caller, cardId)
  if (card.is_default === isDefault) return card
  if (card.status !== 'active') throw new Problem('wrong_state', `This card is ${card.status}.`)
  // Two at once: the second waits here, and then takes the place of the first.
  const own = { team_id: card.team_id, user_id: card.user_id }
  await tx
    .selectFrom('card')
    .select('id')
    .where((eb) => eb.and(own))
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  await tx
    .updateTable('card')
    .set({ is_default: false, updated_at: at })
    .where((eb) => eb.and({ ...own, is_default: true }))
    .execute()
  const changed = await tx
    .updateTable('card')
    .set({ is_default: isDefault, updated_at: at })
    .where('id', '=', card.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  await work.audit('card.updated', { kind: 'card', id: card.id }, { teamId: card.team_id, detail: { isDefault } })
  return changed
}
