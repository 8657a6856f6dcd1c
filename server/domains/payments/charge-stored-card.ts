import { asSystem, type Posy } from '#server/platform/posy.ts'
import { found } from '#server/platform/problem/problem.ts'
import { authoriseCharge } from './authorise-charge.ts'
import type { ChargeRecord } from './charge.ts'
import { requireChargeable, writeCharge } from './create-charge.ts'

export interface StoredCardCharge {
  cardId: string
  /** The card's team. */
  teamId: string
  amountPence: number
  currency: 'GBX' | 'EUX'
  /** What this charge is for, for example `budget-run/<execution id>`: again with it gives the first charge. */
  key: string
}

/**
 * Charges a stored card without its holder (merchant-initiated), for the product's own work such as a budget's run. Use the
 * money with `spendChargeAsSystem`. Runs transactions of its own: never call it inside one.
 * @returns the charge; `authorised` when the money is reserved, `declined` with `error_code` when not, `requested` while the
 *   provider has not answered (call again with the same key)
 * @throws not_found (404), wrong_state (409) for a card that is deactivated or expired
 */
export async function chargeStoredCard(posy: Posy, wanted: StoredCardCharge): Promise<ChargeRecord> {
  const { charge, isNew } = await asSystem(posy, async (work) => {
    const { tx, at } = work
    const ofTeam = tx
      .selectFrom('card')
      .selectAll()
      .where('id', '=', wanted.cardId)
      .where('team_id', '=', wanted.teamId)
    // Held until the charge is written: a twin with the same key waits here and finds it.
    const card = found(await ofTeam.forNoKeyUpdate().executeTakeFirst(), 'card')
    const before = tx.selectFrom('charge').selectAll().where('created_key', '=', wanted.key)
    const first = await before.executeTakeFirst()
    if (first) return { charge: first, isNew: false }
    requireChargeable(card, at)
    const { amountPence, currency, key } = wanted
    const owner = { teamId: card.team_id, userId: card.user_id, cardId: card.id }
    const made = { ...owner, initiator: 'merchant' as const, storeCard: false, amountPence, currency, key }
    return { charge: await writeCharge(work, made), isNew: true }
  })
  return isNew ? authoriseCharge(posy, charge, null, '/') : charge
}
