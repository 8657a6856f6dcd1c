import type { StopReason } from '#contract/payments/automatic-top-ups.ts'
import type { Tx } from '#server/platform/database/database.ts'
import type { Work } from '#server/platform/posy.ts'
import type { Principal } from '#server/platform/principal.ts'
import { stopAutomaticTopUps } from './automatic-top-up.ts'
import type { CardRecord } from './card.ts'
import { cardStopped, FORGET_CARD_JOB } from './events.ts'
import { cardInScope } from './queries.ts'

/** Deactivates one of the caller's cards; again does nothing. @throws not_found (404) */
export async function deleteCard(work: Work, caller: Principal, cardId: string): Promise<CardRecord> {
  const card = await cardInScope(work.tx, caller, cardId)
  const stopped = await stop(work, (cards) => cards.where('id', '=', card.id), 'deactivated')
  return stopped[0] ?? card
}

/** A leaver's cards for the team stop at once. */
export const stopCardsOfLeaver = async (work: Work, { teamId, userId }: { teamId: string; userId: string }) =>
  void (await stop(
    work,
    (cards) => cards.where('team_id', '=', teamId).where('user_id', '=', userId),
    'deactivated',
    'owner-left',
  ))

/** Cards whose month has passed. */
export const expireCards = async (work: Work) =>
  void (await stop(work, (cards) => cards.where('expires_at', '<=', work.at), 'expired'))

type CardUpdate = ReturnType<typeof activeCards>
const activeCards = (tx: Tx) => tx.updateTable('card').where('status', '=', 'active')

async function stop(
  work: Work,
  which: (cards: CardUpdate) => CardUpdate,
  status: 'deactivated' | 'expired',
  because: StopReason = 'card-stopped',
): Promise<CardRecord[]> {
  const cards = await which(activeCards(work.tx))
    .set({ status, is_default: false, updated_at: work.at })
    .returningAll()
    .execute()
  for (const card of cards) {
    if (status === 'deactivated') await work.send(FORGET_CARD_JOB, { instrumentId: card.method_card_id })
    await stopAutomaticTopUps(work, (settings) => settings.where('card_id', '=', card.id), because)
    await work.emit(cardStopped, { cardId: card.id, teamId: card.team_id })
    await work.audit(`card.${status}`, { kind: 'card', id: card.id }, { teamId: card.team_id })
  }
  return cards
}
