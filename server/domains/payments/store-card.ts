import { newId } from '#kit/ids.ts'
import type { Work } from '#server/platform/posy.ts'
import type { ProviderCard } from '#server/providers/checkout/types.ts'
import { expiresAt } from './card.ts'
import type { ChargeRecord } from './charge.ts'

/**
 * Keeps the card a charge was made with, where its holder wanted that and the provider kept it. A card that is stored
 * already is brought up to date. The first card of a holder in a team becomes the default.
 * @returns the card's id, or null where nothing is kept
 */
export async function storeCard(work: Work, charge: ChargeRecord, card: ProviderCard | null): Promise<string | null> {
  if (charge.card_id) return charge.card_id
  if (!charge.store_card || !card?.instrumentId) return null
  const { tx, at } = work
  const { team_id, user_id } = charge
  const own = tx.selectFrom('card').select('id').where('team_id', '=', team_id).where('user_id', '=', user_id)
  const same = await own
    .where('fingerprint', '=', card.fingerprint)
    .where('status', '<>', 'deactivated')
    .executeTakeFirst()
  const hasDefault = (await own.where('is_default', '=', true).executeTakeFirst()) !== undefined
  const described = {
    method_card_id: card.instrumentId,
    fingerprint: card.fingerprint,
    scheme: card.scheme,
    last4_digits: card.last4Digits,
    expiry_month: card.expiryMonth,
    expiry_year: card.expiryYear,
    expires_at: expiresAt(card.expiryYear, card.expiryMonth),
    verification_charge_id: charge.id,
    status: 'active' as const,
    is_default: !hasDefault,
    updated_at: at,
  }
  const id = same?.id ?? newId()
  const { is_default: _, ...refreshed } = described
  await tx
    .insertInto('card')
    .values({ id, team_id, user_id, created_at: at, ...described })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(refreshed))
    .execute()
  await work.audit('card.stored', { kind: 'card', id }, { teamId: team_id, detail: { chargeId: charge.id } })
  return id
}
