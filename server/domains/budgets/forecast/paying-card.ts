import { type Instant, toInstant } from '#kit/time.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import type { BudgetRecord } from '../budget/budget.ts'

/** The card that pays what is missing: until when, and what a run that needs it fails with from then on. */
export interface PayingCard {
  endsAt: Instant
  problem: 'CARD_EXPIRED' | 'CARD_UNKNOWN'
}

/** The cards of budgets that have one pay, by the budget's id. */
export async function payingCards(
  db: Db | Tx,
  budgets: readonly Pick<BudgetRecord, 'id' | 'billing_type' | 'card_id'>[],
): Promise<Map<string, PayingCard>> {
  const byCard = budgets.filter(({ billing_type, card_id }) => billing_type === 'card' && card_id)
  if (byCard.length === 0) return new Map()
  const cards = await db
    .selectFrom('card')
    .select(['id', 'status', 'expires_at', 'updated_at'])
    .where(
      'id',
      'in',
      byCard.map(({ card_id }) => card_id!),
    )
    .execute()
  const found = new Map(cards.map((card) => [card.id, card]))
  return new Map(
    byCard.flatMap(({ id, card_id }) => {
      const card = found.get(card_id!)
      return card ? [[id, payingCard(card)] as const] : []
    }),
  )
}

/** One that was removed ended then, whatever is printed on it. */
const payingCard = (card: { status: string; expires_at: Date; updated_at: Date }): PayingCard =>
  card.status === 'deactivated'
    ? { endsAt: toInstant(card.updated_at), problem: 'CARD_UNKNOWN' }
    : { endsAt: toInstant(card.expires_at), problem: 'CARD_EXPIRED' }
