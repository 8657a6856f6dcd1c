import type { ChargeRequest } from '#contract/payments/payments.ts'
import { newId } from '#kit/ids.ts'
import { requireOpenWallet, walletInScope } from '#server/domains/wallets/index.ts'
import type { Work } from '#server/platform/posy.ts'
import { member, type Principal, requirePermission } from '#server/platform/principal.ts'
import { invalidFields, Problem } from '#server/platform/problem/problem.ts'
import type { CardRecord } from './card.ts'
import { ASK_AGAIN_MS, type ChargeRecord } from './charge.ts'
import { cardInScope } from './queries.ts'

/**
 * Writes a charge down before anybody asks the provider, so that an answer that gets lost can be found again.
 * @throws forbidden (403) without the right to store cards or to charge without the holder
 * @throws not_found (404) for a foreign or missing card or wallet
 * @throws wrong_state (409) for a card that is deactivated or expired
 * @throws invalid_fields (422) when the intended wallet is closed, or holds another currency
 */
export async function createCharge(work: Work, caller: Principal, wanted: ChargeRequest): Promise<ChargeRecord> {
  const { userId, teamId } = member(caller)
  if (wanted.storeCard) requirePermission(caller, 'manage-cards')
  if (wanted.merchantInitiated) requirePermission(caller, 'create-merchant-initiated-charge')
  const card = wanted.cardId ? await cardInScope(work.tx, caller, wanted.cardId) : null
  if (card) requireChargeable(card, work.at)
  if (wanted.intent) {
    const wallet = await walletInScope(work.tx, caller, wanted.intent.walletId)
    requireOpenWallet(wallet, 'intent.walletId')
    if (wallet.currency !== wanted.currency)
      throw invalidFields([
        {
          path: 'intent.walletId',
          message: `must hold ${wanted.currency}; it holds ${wallet.currency}`,
          code: 'currency',
        },
      ])
  }
  return writeCharge(work, {
    teamId,
    userId,
    cardId: card?.id ?? null,
    initiator: wanted.merchantInitiated ? 'merchant' : 'customer',
    storeCard: wanted.storeCard,
    amountPence: wanted.amount,
    currency: wanted.currency,
    intent: wanted.intent,
  })
}

/** @throws wrong_state (409) for a card that is deactivated or expired */
export function requireChargeable(card: CardRecord, at: Date): void {
  if (card.status === 'deactivated') throw new Problem('wrong_state', 'This card has been deactivated.')
  if (card.status === 'expired' || card.expires_at <= at)
    throw new Problem('wrong_state', 'This card has expired.', { help: 'Use another card.' })
}

export interface NewCharge {
  teamId: string
  userId: string
  cardId: string | null
  initiator: 'customer' | 'merchant'
  storeCard: boolean
  amountPence: number
  currency: 'GBX' | 'EUX'
  intent?: { walletId: string; automatic: boolean } | undefined
  /** Unique: what makes the product charge automatically. */
  key?: string
}

export async function writeCharge(work: Work, wanted: NewCharge): Promise<ChargeRecord> {
  const { tx, at } = work
  const { teamId, amountPence, currency, initiator } = wanted
  const charge = await tx
    .insertInto('charge')
    .values({
      id: newId(),
      team_id: teamId,
      user_id: wanted.userId,
      initiator,
      currency,
      amount: amountPence,
      card_id: wanted.cardId,
      store_card: wanted.storeCard,
      intent_wallet_id: wanted.intent?.walletId ?? null,
      intent_automatic: wanted.intent?.automatic ?? false,
      created_key: wanted.key ?? null,
      created_at: at,
      updated_at: at,
      due_at: new Date(at.getTime() + ASK_AGAIN_MS),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  const detail = { amountPence, currency, initiator, cardId: wanted.cardId }
  await work.audit('charge.created', { kind: 'charge', id: charge.id }, { teamId, detail })
  return charge
}
